"""The trainings of the networks in `vision/nets`; README.md says how each was made. Begin with dense.py."""
