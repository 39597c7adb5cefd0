"""The pages of the site, laid out as mkdocs reads them: the manual on top, the developers' documents below.

In the checkout the manual has a folder for each language (`docs/manual/en/camera.md`); the site reads a suffix
(`camera.it.md`), so that links between pages are the same in both and a page without a translation is shown in English.
What pages link to outside `docs` comes along below `developers/checkout`. Only pictures that a page shows are taken.
"""

from __future__ import annotations

import ast
import shutil
from os.path import relpath
from pathlib import Path, PurePosixPath

from tools.docs.links import ELSEWHERE, links, relinked

ROOT = Path(__file__).parents[2]
ENGLISH, LANGUAGES = "en", ("en", "it")
STYLE = Path(__file__).with_name("site.css")
FONTS = Path("companion/ui/assets/fonts")
BOOK = {
    "en": "The whole manual as one file, to print or to take along: [PDF]({file}).",
    "it": "Tutto il manuale in un solo file, da stampare o da portare con sé: [PDF]({file}).",
}
"""The line below the first page of each language."""


def games() -> list[str]:
    """The built-in games, read as text: the environment of `make docs` has none of what the companion imports."""
    tree = ast.parse((ROOT / "companion/titles/__init__.py").read_text(encoding="utf-8"))
    named = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return [name.capitalize() for name in ast.literal_eval(named["BUILT_IN"])]


def book_of(language: str) -> str:
    """The name of a language's PDF."""
    return f"companion-manual-{language}.pdf"


def staged(source: PurePosixPath) -> PurePosixPath:
    """Where a file of the checkout lies among the site's pages: `docs/manual/it/camera.md` at `camera.it.md`."""
    match source.parts:
        case ("docs", "manual", language, name):
            return PurePosixPath(name) if language == ENGLISH else PurePosixPath(name).with_suffix(f".{language}.md")
        case ("docs", "screens", *rest):
            return PurePosixPath("pictures", *rest)
        case ("docs", *rest):
            return PurePosixPath("developers", *rest)
        case rest:
            return PurePosixPath("developers", "checkout", *rest)


def reached(root: Path) -> set[PurePosixPath]:
    """Every page of `docs` below `root`, and every file that those pages link to, near or far."""
    found = set[PurePosixPath]()
    open_ = [_of(root, page) for page in (root / "docs").rglob("*.md")]
    while open_:
        page = open_.pop()
        if page not in found and (root / page).is_file():
            found.add(page)
            open_ += _linked(root, page) if page.suffix == ".md" else []
    return found


def _linked(root: Path, page: PurePosixPath) -> list[PurePosixPath]:
    text = (root / page).read_text(encoding="utf-8")
    return [target for link in links(text) if (target := _target(root, page, link)[0]) is not None]


def _target(root: Path, page: PurePosixPath, link: str) -> tuple[PurePosixPath | None, str]:
    """The file of the checkout that a link of a page names, with the link's place in it; None for another site."""
    if ELSEWHERE.match(link):
        return None, ""
    path, sign, place = link.partition("#")
    target = (root / page.parent / path).resolve()
    if target.is_dir() and (target / "README.md").exists():
        target /= "README.md"
    return _of(root, target), sign + place


def _of(root: Path, path: Path) -> PurePosixPath:
    return PurePosixPath(path.relative_to(root.resolve() if path.is_absolute() else root).as_posix())


def stage(root: Path, folder: Path) -> None:
    """Lay out the pages of the checkout `root` in `folder`, which is made anew; OSError if that fails."""
    root = root.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    files = reached(root)
    for source in sorted(files):
        target = folder / staged(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            target.write_text(_page(root, source, files), encoding="utf-8")
        else:
            shutil.copyfile(root / source, target)
    shutil.copytree(root / FONTS, folder / "assets/fonts")
    shutil.copyfile(STYLE, folder / "assets" / STYLE.name)


def offer_books(folder: Path) -> None:
    """Name the books below the first page of each language, once they are made and lie beside it."""
    for language, line in BOOK.items():
        page = folder / ("index.md" if language == ENGLISH else f"index.{language}.md")
        if page.exists():
            page.write_text(f"{page.read_text(encoding='utf-8')}\n{line.format(file=book_of(language))}\n", "utf-8")


def _page(root: Path, source: PurePosixPath, files: set[PurePosixPath]) -> str:
    """A page with its links as they are on the site; a link to a folder is left out, its words stay."""

    def target(link: str) -> str:
        file, place = _target(root, source, link)
        if file is None:
            return link
        return relpath(_spelled(file), staged(source).parent) + place if file in files else ""

    return relinked((root / source).read_text(encoding="utf-8"), target)


def _spelled(file: PurePosixPath) -> PurePosixPath:
    """A page of the manual is linked to without its language: the site finds that of the reader."""
    page = staged(file)
    return page.with_name(file.name) if file.parts[:2] == ("docs", "manual") and page.suffix == ".md" else page
