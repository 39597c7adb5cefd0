"""frozenlist without what it could compile: it runs as plain Python, only slower, and needs no compiler for Android."""

from typing import ClassVar

from pythonforandroid.recipe import PyProjectRecipe


class Plain(PyProjectRecipe):
    name = "frozenlist"
    version = "1.8.0"
    url = "https://github.com/aio-libs/frozenlist/archive/refs/tags/v{version}.tar.gz"
    depends: ClassVar[list[str]] = ["python3", "setuptools"]
    site_packages_name = "frozenlist"

    def get_recipe_env(self, arch, **kwargs):
        return {**super().get_recipe_env(arch, **kwargs), "FROZENLIST_NO_EXTENSIONS": "1"}


recipe = Plain()
