"""`python -m tools.docs`: the site in out/site, with the manual as a PDF in each language; fails on any broken link."""

from __future__ import annotations

import subprocess
import sys

from tools.docs.book import write_book
from tools.docs.staging import LANGUAGES, ROOT, book_of, offer_books, stage

PAGES = ROOT / "out/docs-pages"


def main() -> int:
    stage(ROOT, PAGES)
    for language in LANGUAGES:
        write_book(PAGES, language, PAGES / book_of(language))
    offer_books(PAGES)
    built = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"], cwd=ROOT, check=False)
    print(ROOT / "out/site/index.html" if built.returncode == 0 else "the site was not built")
    return built.returncode


if __name__ == "__main__":
    sys.exit(main())
