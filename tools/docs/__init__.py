"""`make docs`: the manual and the developers' documents as a site, and the manual as one PDF for each language.

It runs in an environment of its own (`requirements-docs.lock`). `links.py` and `staging.py` need the standard library
alone: the tests check every link of the documents with them, without building the site. `screens.py` and `printed.py`
take pictures of the product for the manual.
"""
