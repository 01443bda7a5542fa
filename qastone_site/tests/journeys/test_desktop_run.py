"""Copy in one window, a stone, paste in another: a whole site, two windows of a real browser, a real X clipboard.

Nothing is simulated: the browser puts the text on the display's clipboard, `manage.py watch_clipboard --replace` takes
it from there and puts the stone in its place. QASTONE_PICTURES names a folder that keeps what the windows showed.
Of the long run (--all): daily clipboard/tests/desktop has a display of its own, and test_journeys.py pastes and loads.
"""

import hashlib
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from clipboard.tests.desktop.displays import Desktop, eventually, started_desktop
from core.llm import count_tokens
from qastone_site.tests.browsers import chromium
from qastone_site.tests.embedded.conftest import ROOT
from qastone_site.tests.whole_sites import Site, of_site
from stones.format import HashVerdict, parse, verify

pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.long,
]

# Long enough to be worth a stone, not so dense that LOD-2 is where its reading begins, and so short that its levels are
# there at once: of a longer text the copy has provisional ones.
TEXT = (ROOT / "docs" / "adr" / "0010-quickstart-retrieval.md").read_text()[:19_000].rpartition("\n\n")[0]
PICTURES = os.environ.get("QASTONE_PICTURES")
LEDGER = """
import json
from clipboard.models import ClipboardEntry
from core.jobs.models import Job
from stones.models import LedgerEntry
reads = LedgerEntry.objects.filter(account__username="ann").order_by("pk")
copies = ClipboardEntry.objects.filter(account__username="ann").order_by("pk")
print(json.dumps({
    "reads": list(reads.values("reader__name", "source", "kind", "level", "paste_tokens", "tokens")),
    "copies": list(copies.values_list("sha256", "source_app", "stone__content__border_hash")),
    "generations": list(Job.objects.filter(account__username="ann").values_list("state", flat=True)),
}))
"""

Shoot = Callable[[Page, str], None]
Watch = Callable[[], "subprocess.Popen[str]"]


@pytest.fixture(scope="module")
def desktop() -> Iterator[Desktop]:
    with started_desktop("1600x1000x24") as started:
        yield started


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    folder = Path(tempfile.mkdtemp(prefix="qastone-desktop-"))
    folder.chmod(0o755)
    started = Site(folder / "var")
    yield started
    started.stop()
    assert of_site(folder / "var") == []
    shutil.rmtree(folder)


@pytest.fixture
def headed(browser: Browser, desktop: Desktop) -> Iterator[Browser]:
    """The same browser with windows, on the display."""
    started = browser.browser_type.launch(
        executable_path=chromium(),
        headless=False,
        args=["--no-sandbox"] if os.geteuid() == 0 else [],
        env={**os.environ, **desktop.environment},
    )
    yield started
    started.close()


def window(browser: Browser) -> BrowserContext:
    """Another window of somebody else's profile: nothing but the clipboard leads from one to the other."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    context.set_default_timeout(20_000)
    return context


@pytest.fixture
def shoot(tmp_path: Path) -> Shoot:
    """Keep what a window shows."""
    folder = Path(PICTURES) if PICTURES else tmp_path
    folder.mkdir(parents=True, exist_ok=True)

    def save_picture(page: Page, name: str) -> None:
        page.screenshot(path=folder / f"{name}.png")

    return save_picture


@pytest.fixture
def watch(site: Site, desktop: Desktop) -> Iterator[Watch]:
    """Start the watcher; ann must be there by then."""
    started: list[subprocess.Popen[str]] = []

    def start() -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [
                sys.executable,
                "manage.py",
                "watch_clipboard",
                "--replace",
                "--app",
                "chromium",
                "--account",
                "ann",
            ],
            cwd=ROOT,
            env=site.environment | desktop.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def set_up(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/setup")
    page.get_by_label("code").fill(site.code)
    page.get_by_label("name").fill("ann")
    page.get_by_label("Password").fill("correct horse 9")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_label("Token of first-agent")).to_be_visible()


def database_state(site: Site) -> dict[str, Any]:
    """What the database has of ann."""
    found: dict[str, Any] = json.loads(site.command("shell", "--verbosity", "0", "-c", LEDGER))
    return found


def line_of(stream: IO[str] | None) -> str:
    assert stream
    return stream.readline()


def copy_everything(page: Page) -> None:
    """As a person does who presses Ctrl+A and Ctrl+C in a page of somebody else's."""
    page.set_content(
        f"<title>Runbook</title><body style='margin: 2rem; font: 16px/1.5 system-ui'><pre>{html.escape(TEXT)}</pre>"
    )
    page.locator("pre").click()
    page.keyboard.press("Control+A")
    page.keyboard.press("Control+C")


def paste_into_the_page(page: Page, site: Site, shoot: Shoot) -> None:
    """The paste page: the header alone is read, then one level after the other."""
    sent: list[str] = []
    page.on(
        "request", lambda request: sent.append(request.url) if request.url.endswith("/paste/level") else None
    )
    page.goto(f"{site.url}/paste")
    page.locator("#text").click()
    page.keyboard.press("Control+V")
    card = page.locator(".stone-card")
    expect(card).to_contain_text("Header read. No level is open, and nothing was sent.")
    shoot(page, "3-header-only")
    assert (sent, database_state(site)["reads"]) == ([], [])

    card.get_by_role("button", name=re.compile(r"Use LOD-\d")).click()
    expect(card).to_contain_text("what you loaded is counted")
    opened = card.locator(".opened").count()
    card.get_by_role("button", name=re.compile(rf"Load LOD-{opened}")).click()
    expect(card.locator(".opened")).to_have_count(opened + 1)
    shoot(page, "4-one-more-level")
    assert [read["level"] for read in database_state(site)["reads"]] == list(range(opened + 1))


def paste_outside_a_field(page: Page, site: Site, shoot: Shoot) -> None:
    """Anywhere else on the site the assistant meets the stone."""
    before = len(database_state(site)["reads"])
    page.goto(f"{site.url}/stones/")
    expect(page.locator("qastone-assistant .bubble")).to_be_visible()
    page.locator("h1").click()
    page.keyboard.press("Control+V")
    card = page.locator("qastone-assistant article.card")
    expect(card.locator(".use")).to_have_text(re.compile(r"LOD-\d of 4 in use"))
    expect(card).to_contain_text("Stored here: what is loaded is counted.")
    level = int(re.findall(r"\d", card.locator(".use").inner_text())[0])
    shoot(page, "5-the-assistant")
    card.get_by_role("button", name=re.compile("Load more context")).click()
    expect(card.locator(".use")).to_have_text(f"LOD-{level + 1} of 4 in use")
    shoot(page, "6-more-context")
    assert [read["level"] for read in database_state(site)["reads"][before:]] == list(range(level + 2))


def figures_agree(page: Page, site: Site, shoot: Shoot) -> None:
    """The dashboard says what the ledger adds up to: what agents and commands read, not what a person does."""
    headline = page.locator(".headline")
    page.goto(f"{site.url}/analytics/")
    expect(headline.locator("h2")).to_contain_text("Sample")
    site.command("read_stone", hashlib.sha256(TEXT.strip().encode()).hexdigest(), "--lod", "1")
    reads = database_state(site)["reads"]
    assert {(read["reader__name"], read["kind"]) for read in reads} == {
        ("person ann", "level"),
        ("command", "level"),
    }
    assert len({read["source"] for read in reads}) == 1
    counted = [each for each in reads if each["reader__name"] == "command"]
    pasted, read = counted[0]["paste_tokens"], sum(each["tokens"] for each in counted)
    page.reload()
    assert read < pasted == count_tokens(TEXT.strip())
    expect(headline.locator("h2")).to_have_text(f"Saved {round(100 * (pasted - read) / pasted)}%")
    expect(headline).to_contain_text(f"{pasted - read:,} of {pasted:,} tokens")
    headline.get_by_text("How it is counted").click()
    shoot(page, "7-tokens-saved")


def test_copy_stone_paste_load_more_and_the_tokens_saved(
    site: Site, desktop: Desktop, headed: Browser, watch: Watch, shoot: Shoot
) -> None:
    first, second = window(headed).new_page(), window(headed).new_page()
    set_up(second, site)
    watcher = watch()
    assert "watching X11 display" in line_of(watcher.stderr)

    copy_everything(first)
    shoot(first, "1-copied")
    line = line_of(watcher.stdout)
    assert re.fullmatch(
        r"[\d:]{8} copied [\d,]+ tokens from chromium → [\da-f]{8}, the stone [\da-f]{8} is on the clipboard\n",
        line,
    )
    stone = parse(desktop.paste())
    assert verify(stone) is HashVerdict.VERIFIED
    assert stone.levels[-1].strip() == TEXT.strip()

    second.goto(f"{site.url}/clipboard/")
    expect(second.locator("main")).to_contain_text("chromium")
    shoot(second, "2-recorded")
    assert eventually(lambda: set(database_state(site)["generations"]) == {"done"}, 60)
    paste_into_the_page(second, site, shoot)
    paste_outside_a_field(second, site, shoot)
    figures_agree(second, site, shoot)

    # Nothing of all that pasting was taken for another copy.
    ((sha256, app, name),) = database_state(site)["copies"]
    assert (app, name) == ("chromium", stone.header.border_hash)
    assert sha256.startswith(name)
    watcher.terminate()
    out, err = watcher.communicate(timeout=30)
    assert (watcher.returncode, out) == (0, "")
    assert re.search(r"1 copied \([\d,]+ tokens\), 1 replaced by stones, 0 ignored\n$", err)
