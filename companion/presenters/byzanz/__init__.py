"""The screens of Byzanz, computed: begin with screens.py."""
