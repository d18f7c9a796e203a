#!/usr/bin/env python3
"""The page of `quevedo analyse --html` in a real browser.

usage: page.py ENGINE [PICTURES]

Opens it from its file, as readers do, clicks and presses keys, on a wide and on a narrow screen, light and
dark, and has axe look for what keeps people out. Any message of an error in the console and any request is an
error. With a folder, pictures of the page are left there.
"""

import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from shutil import which

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

ENGINE = sys.argv[1]
PICTURES = Path(sys.argv[2]) if len(sys.argv) > 2 else None
WIDE = {"width": 1280, "height": 1000}
PHONE = {"width": 360, "height": 740}

# Tags and comments that would be markup, scripts and controls if they were not text.
HOSTILE = r"""[Event "</script><script>alert(1)</script>"]
[White "<img src=x onerror=alert(2)>"]
[Black "\"'><b>&amp;"]

1. f3 {</script><!-- <script>alert(3)</script> [%clk 0:01:00] bold} 1... e5 2. g4 Qh4# 0-1

"""
GAME = """[Event "Paris Opera"]
[Site "Paris"]
[Date "1858.??.??"]
[White "Paul Morphy"]
[Black "Duke Karl / Count Isouard"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5
10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8
17. Rd8# 1-0

"""
PROMOTION = """[FEN "8/P6k/8/8/8/8/8/R3K3 w Q - 0 40"]

40. O-O-O Kg6 41. a8=Q 1-0

"""


def main():
    with tempfile.TemporaryDirectory() as folder:
        games, page = Path(folder, "games.pgn"), Path(folder, "games.html")
        games.write_text(GAME + HOSTILE + PROMOTION)
        command = [ENGINE, "analyse", games, "--nodes", "30000", "--threads", "1", "--html", page]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with sync_playwright() as playwright:
            # The system's browser; playwright brings none of its own.
            path = which("chromium") or which("chromium-browser") or which("google-chrome")
            assert path, "no Chromium: apt-get install chromium"
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            for test in (
                keys_and_clicks_lead_through_the_game,
                mistakes_have_their_reasons,
                hostile_text_stays_text,
                no_other_script_runs,
                promotions_and_castling_are_shown,
                a_phone_is_wide_enough,
                nobody_is_kept_out,
                it_prints,
            ):
                test(browser, page.as_uri())
                print(f"{test.__name__}: ok", flush=True)
            browser.close()


@contextmanager
def opened(browser, address, **kind):
    """The page, which must neither complain nor ask for anything but itself."""
    context = browser.new_context(viewport=kind.pop("viewport", WIDE), **kind)
    page = context.new_page()
    complaints, requests = [], []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    page.on("request", lambda request: requests.append(request.url.split("#")[0]))
    page.goto(address)
    page.wait_for_selector("#board svg")
    yield page
    assert not complaints, complaints
    assert requests == [address.split("#")[0]], requests
    context.close()


def now(page):
    return page.inner_text("#now")


def picture(page, name, **options):
    if PICTURES:
        PICTURES.mkdir(exist_ok=True)
        page.screenshot(path=PICTURES / f"{name}.png", **options)


def pieces(page):
    """The pieces on the board by square, as the picture has them."""
    script = """() => Object.fromEntries([...document.querySelectorAll("#board use")].map((use) => [
        "abcdefgh"[use.x.baseVal.value / 100] + (8 - use.y.baseVal.value / 100),
        use.getAttribute("href").slice(1)]))"""
    return page.evaluate(script)


def keys_and_clicks_lead_through_the_game(browser, address):
    with opened(browser, address) as page:
        assert page.inner_text("#title") == "Paul Morphy - Duke Karl / Count Isouard, 1-0"
        assert "Paris Opera" in page.inner_text("#occasion")
        assert now(page).startswith("Start"), now(page)
        assert pieces(page)["e2"] == "P" and len(pieces(page)) == 32
        page.keyboard.press("ArrowRight")
        assert now(page).startswith("1. e4"), now(page)
        assert pieces(page).get("e4") == "P" and "e2" not in pieces(page)
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        assert now(page).startswith("1. e4"), now(page)
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        assert now(page).startswith("Start")
        page.keyboard.press("End")
        assert now(page).startswith("17. Rd8#"), now(page)
        assert pieces(page)["d8"] == "R" and "b8" in pieces(page)
        assert page.inner_text("#moves [aria-current]").startswith("Rd8#")
        page.keyboard.press("Home")
        assert now(page).startswith("Start")

        page.click("#moves button:has-text('Bxf3')")
        assert now(page).startswith("4... Bxf3"), now(page)
        assert page.evaluate("location.hash") == "#1.8"
        page.click("#forward")
        assert now(page).startswith("5. Qxf3")
        # Only one of the moves can be reached with the tabulator.
        assert page.locator("#moves [tabindex='0']").count() == 1

        box = page.locator("#curve").bounding_box()
        page.mouse.click(box["x"] + box["width"] * 16 / 33, box["y"] + 20)
        assert now(page).startswith("8... c6"), now(page)
        assert page.get_attribute("#curve", "aria-valuenow") == "16"
        page.mouse.move(box["x"] + 1, box["y"] + 20)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] - 1, box["y"] + 40, steps=3)
        page.mouse.up()
        assert now(page).startswith("17. Rd8#"), now(page)

        # Into the best line, and back.
        page.keyboard.press("Home")
        first = page.inner_text("#best button >> nth=0")
        page.click("#best button >> nth=0")
        assert f"1. {first} in the best line" in now(page), now(page)
        page.keyboard.press("ArrowLeft")
        assert now(page).startswith("Start")

        page.keyboard.press("f")
        page.keyboard.press("ArrowRight")
        # Turned, e4 is on the other side of the middle.
        assert pieces(page).get("d5") == "P", pieces(page)
        assert page.evaluate("document.querySelectorAll('#summary tbody tr').length") == 8
    # An address leads to a position.
    with opened(browser, address + "#1.4") as page:
        assert now(page).startswith("2... d6"), now(page)


def mistakes_have_their_reasons(browser, address):
    with opened(browser, address) as page:
        assert page.is_hidden("#why")
        seen = set()
        while (place := page.evaluate("location.hash")) not in seen:
            seen.add(place)
            page.keyboard.press("m")
            assert page.is_visible("#why")
            title, where = page.inner_text("#why-title"), now(page)
            assert title.startswith("Why ") and where.split("?")[0].rstrip("!") in title, (title, where)
            assert page.locator("#why .end svg").count() == 2
            assert page.locator("#board .arrow.better").count() == 1
        assert len(seen) > 3, seen
        accounts = page.locator("#why .accounts button")
        if accounts.count():
            accounts.first.click()
            assert accounts.first.get_attribute("aria-pressed") == "true"
            assert page.locator("#why .end rect.for, #why .end rect.against").count() > 0
        page.evaluate("window.scrollTo(0, 0)")
        picture(page, "wide")
        picture(page, "whole", full_page=True)
    with opened(browser, address, color_scheme="dark") as page:
        page.keyboard.press("m")
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert all(int(part) < 60 for part in background[4:-1].split(",")), background
        picture(page, "dark", full_page=True)


def hostile_text_stays_text(browser, address):
    with opened(browser, address) as page:
        page.select_option("#games", "1")
        assert page.inner_text("#title") == "<img src=x onerror=alert(2)> - \"'><b>&amp;, 0-1"
        assert page.inner_text("#occasion") == "</script><script>alert(1)</script>"
        page.keyboard.press("Escape")
        page.focus("#moves button")
        page.keyboard.press("ArrowRight")
        assert "</script><!-- <script>alert(3)</script> bold" in now(page), now(page)
        assert "%clk" not in page.inner_text("body")
        assert page.locator("img").count() == 0


def no_other_script_runs(browser, address):
    page = browser.new_page()
    page.goto(address)
    page.evaluate("document.body.dataset.safe = 'yes'")
    # Whatever way it comes in, the policy refuses it.
    script = "document.body.dataset.safe = 'no'"
    with page.expect_console_message() as refusal:
        page.evaluate(
            "(text) => document.body.append(Object.assign(document.createElement('script'), { text }))", script
        )
    assert "Content Security Policy" in refusal.value.text, refusal.value.text
    page.evaluate("(text) => document.body.setAttribute('onclick', text)", script)
    page.click("h1")
    assert page.evaluate("document.body.dataset.safe") == "yes"
    page.close()


def promotions_and_castling_are_shown(browser, address):
    with opened(browser, address) as page:
        page.select_option("#games", "2")
        page.click("#forward")
        assert pieces(page)["c1"] == "K" and pieces(page)["d1"] == "R" and "a1" not in pieces(page)
        page.click("#last")
        assert pieces(page)["a8"] == "Q" and "a7" not in pieces(page)
        page.click("#earlier-game")
        page.click("#earlier-game")
        assert page.inner_text("#title").startswith("Paul Morphy")
        assert page.is_disabled("#earlier-game")


def a_phone_is_wide_enough(browser, address):
    for width in (320, 360, 390):
        kind = {"viewport": {**PHONE, "width": width}, "has_touch": True, "is_mobile": True}
        with opened(browser, address, **kind) as page:
            for key in ("m", "m", "End"):
                page.keyboard.press(key)
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert wide <= width, f"{wide} pixels at {width}"
            page.tap("#back")
            assert now(page).startswith("16... Nxb8")
            if width == 360:
                page.keyboard.press("m")
                picture(page, "phone", full_page=True)


def nobody_is_kept_out(browser, address):
    for scheme in ("light", "dark"):
        with opened(browser, address, color_scheme=scheme) as page:
            for key in ("Home", "m"):
                page.keyboard.press(key)
                found = Axe().run(page).response["violations"]
                grave = [one for one in found if one["impact"] in ("serious", "critical")]
                told = [(one["id"], one["help"], [node["html"] for node in one["nodes"]][:3]) for one in grave]
                assert not told, (scheme, told)
    with opened(browser, address, reduced_motion="reduce") as page:
        assert page.evaluate("getComputedStyle(document.getElementById('share')).transitionDuration") == "0s"


def it_prints(browser, address):
    with opened(browser, address) as page:
        page.keyboard.press("m")
        page.emulate_media(media="print")
        assert page.is_hidden("#controls") and page.is_visible("#board") and page.is_visible("#summary")
        if PICTURES:
            page.pdf(path=PICTURES / "print.pdf")


main()
