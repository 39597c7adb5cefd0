"""yarl without what it could compile: it runs as plain Python, only slower, and needs no compiler for Android."""

from typing import ClassVar

from pythonforandroid.recipe import PyProjectRecipe


class Plain(PyProjectRecipe):
    name = "yarl"
    version = "1.25.1"
    url = "https://github.com/aio-libs/yarl/archive/refs/tags/v{version}.tar.gz"
    depends: ClassVar[list[str]] = ["python3", "setuptools"]
    site_packages_name = "yarl"

    def get_recipe_env(self, arch, **kwargs):
        return {**super().get_recipe_env(arch, **kwargs), "YARL_NO_EXTENSIONS": "1"}


recipe = Plain()
