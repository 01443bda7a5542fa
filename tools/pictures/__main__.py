"""Start a site, fill it with sample data, take the pictures, stop it."""

import os
import shutil
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from playwright.sync_api import sync_playwright

from qastone_site.tests.whole_sites import Site, WholeSite
from tools.pictures.sample_life import ROOT, become_owner, live
from tools.pictures.shots import SHOTS, THEMES, take, window

IMAGES = ROOT / "docs" / "images"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
LONGEST = 300  # seconds that the workers may take with what they were given


def wait_for_workers(site: Site) -> None:
    """Until every stone has its levels and every note can be found. Raises TimeoutError."""
    ask = "from core.jobs.models import Job; print(Job.objects.exclude(state='done').count())"
    end = time.monotonic() + LONGEST
    while site.command("shell", "--verbosity", "0", "-c", ask).strip() != "0":
        if time.monotonic() > end:
            raise TimeoutError("The workers have not finished.")
        time.sleep(2)


def make(folder: Path, program: str) -> list[Path]:
    """All pictures, in `folder`."""
    site = WholeSite(folder / "var")
    try:
        with sync_playwright() as playwright:
            arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
            browser = playwright.chromium.launch(executable_path=program, args=arguments)
            page = window(browser, site).new_page()
            become_owner(page, site)
            live(page, site, partial(wait_for_workers, site))
            made = [take(page, site, shot, theme, folder) for shot in SHOTS for theme in THEMES]
            browser.close()
            return made
    finally:
        site.stop()


def main() -> None:
    program = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if program is None:
        sys.exit("The pictures need chromium (apt-get install chromium).")
    with tempfile.TemporaryDirectory(prefix="qastone-pictures-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # the embedded PostgreSQL may run as another user
        made = make(folder, program)
        IMAGES.mkdir(exist_ok=True)
        for file in made:
            shutil.copy(file, IMAGES / file.name)
            sys.stdout.write(f"docs/images/{file.name}: {file.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
