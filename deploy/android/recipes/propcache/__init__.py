"""propcache without what it could compile: it runs as plain Python, only slower, and needs no compiler for Android."""

from typing import ClassVar

from pythonforandroid.recipe import PyProjectRecipe


class Plain(PyProjectRecipe):
    name = "propcache"
    version = "0.5.4"
    url = "https://github.com/aio-libs/propcache/archive/refs/tags/v{version}.tar.gz"
    depends: ClassVar[list[str]] = ["python3", "setuptools"]
    site_packages_name = "propcache"

    def get_recipe_env(self, arch, **kwargs):
        return {**super().get_recipe_env(arch, **kwargs), "PROPCACHE_NO_EXTENSIONS": "1"}


recipe = Plain()
