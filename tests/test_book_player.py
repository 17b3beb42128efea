"""Games played on the pages of the book: by whatever card may be played first, on a desk and on a phone, with eyes, ears and keys."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import book
from kirtis import files
from kirtis.play import Game, load

pytestmark = pytest.mark.slow

GAMES = [path.stem for path in files.spec_files()]
MOST_BYTES = 500_000
# The first thing that may be done: what a picked card asks for, a card, or another action.
STEP = """
async (most) => {
  const first = (...all) => all.map((one) => document.querySelector(one)).find((one) => one !== null);
  for (let done = 0; done < most; ) {
    if (document.querySelector(".k-ended")) return done;
    const lawful = ".k-ask > .k-actions .k-action:not(.k-unlawful, .k-pass)";
    const button = document.querySelector(".k-picked") ? first(lawful) : first(".k-hand .k-lawful", lawful);
    if (button) { button.click(); done += 1; }
    await new Promise((go) => setTimeout(go, 1));
  }
  return null;
}
"""


@pytest.fixture(params=["desk", "phone"])
def page(browser: Any, address: str, request: pytest.FixtureRequest) -> Iterator[Any]:
    with book.opened(browser, address, request.param, reduced_motion="reduce") as opened:
        yield opened


def ready(page: Any, address: str) -> None:
    """Open a table, from its beginning."""
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector(".k-hand .k-lawful, .k-ask > .k-actions, .k-ended")


def fits(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def shown(page: Any) -> dict[str, str]:
    """All that a table tells."""
    return {part: page.locator(part).inner_text() for part in (".k-board", ".k-ask", ".k-hand", ".k-sheets", ".k-log")}


# -- playing -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_can_be_played_by_the_first_lawful_card(page: Any, game: str) -> None:
    ready(page, f"/play/{game}.html?lang=lt#seed=5")
    played = page.evaluate(STEP, 600)

    assert played is not None and played > 0
    assert page.locator(".k-ended h2").inner_text().startswith(("Padalijimas baigtas", "Partija baigta"))
    assert fits(page)


def test_a_match_comes_to_its_end_and_another_can_be_played(page: Any) -> None:
    ready(page, "/play/sesiasdesimt-sesi.html?lang=lt#seed=5")
    for _ in range(40):
        assert page.evaluate(STEP, 600) is not None
        if page.locator(".k-ended h2").inner_text().startswith("Partija baigta: "):
            break
        page.locator(".k-ended button").click()
    else:
        pytest.fail("the match did not end")
    page.locator(".k-ended button").click()

    assert page.locator(".k-ended").count() == 0
    assert "seed=5&" not in page.url


def test_a_deal_that_ends_before_the_reader_is_asked_is_shown(page: Any) -> None:
    """Whether the reader sits it out, or opens the link to where his last card was played."""
    ready(page, "/play/sesiasdesimt-sesi.html?lang=lt#seed=1&seats=3&three_play=dealer_out")
    box = page.locator(".k-ended")

    assert box.locator("h2").inner_text() == "Padalijimas baigtas."
    assert box.locator("dd").count() > 0
    box.locator("button").click()
    page.wait_for_selector(".k-hand .k-lawful, .k-ask > .k-actions")
    assert box.count() == 0
    assert page.evaluate(STEP, 600)
    told = box.inner_text()
    page.reload()
    page.wait_for_selector(".k-ended")
    assert box.inner_text() == told


def test_the_cards_are_those_that_kirtis_deals_and_no_others_are_seen(page: Any) -> None:
    for name, seed in (("kiksas", 11), ("astuonkojis", 12), ("sesiasdesimt-sesi", 13)):
        ready(page, f"/play/{name}.html?lang=en#seed={seed}")
        state = load(name).start(seed=seed)
        seat = state.actor
        ready(page, f"/play/{name}.html?lang=en#seed={seed}&seat={seat}")
        view = state.view(str(seat))
        held: Any = view["zones"]
        words = state.game.rules.words
        mine = page.locator(".k-hand [data-card]").evaluate_all("all => all.map((one) => one.dataset.card)")
        seen = page.locator(".k-board [role=img]").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
        open_cards = {words[c][1] for zone in held.values() for c in cards_in(zone)} - {words[c][1] for c in held["hand"][seat]}

        assert mine == held["hand"][seat]
        assert {text for text in seen if " of " in text or "joker" in text} <= open_cards


def cards_in(zone: Any) -> list[str]:
    """The cards that a view shows in a zone."""
    if isinstance(zone, dict):
        return [card for inner in zone.values() for card in cards_in(inner)]
    return zone or []


def test_an_unlawful_card_is_answered_by_its_clause_with_a_link_to_it(page: Any) -> None:
    ready(page, "/play/kiksas.html?lang=lt#seed=7")
    while page.locator(".k-hand .k-unlawful").count() == 0:
        page.locator(".k-hand .k-lawful").first.click()
        page.wait_for_selector(".k-hand .k-lawful")
    before = page.locator(".k-hand .k-held").count()
    page.locator(".k-hand .k-unlawful").first.click()
    answer, link = page.locator(".k-answer"), page.locator(".k-clauses a")

    assert answer.get_attribute("role") == "alert"
    assert "Negalima: " in answer.inner_text()
    assert page.locator(".k-hand .k-held").count() == before
    title = link.first.inner_text()
    link.first.click()
    page.wait_for_load_state()
    id_ = re.match(r"KIK-\d+", title)
    assert id_ and page.url.endswith(f"/spec/kiksas.html#{id_[0]}")
    assert title.removeprefix(id_[0]).strip() in page.locator(f"#{id_[0]} > h3").inner_text()


def test_an_action_that_is_not_possible_now_is_answered_too(page: Any) -> None:
    ready(page, "/play/kiksas.html?lang=en#seed=7")
    page.locator(".k-else summary").click()
    page.locator(".k-else .k-unlawful").first.click()

    assert page.locator(".k-clauses a").count() > 0


def test_options_come_into_play_and_into_the_address(page: Any) -> None:
    ready(page, "/play/kiksas.html?lang=en#seed=7")
    page.locator(".k-settings summary").click()
    page.locator("select[name=overtrump]").select_option("yes")
    page.locator("select[name=seat]").select_option("C")
    page.locator(".k-settings button[type=submit]").click()
    page.wait_for_selector(".k-me[data-seat=C]")

    assert "seed=7" in page.url and "overtrump=yes" in page.url and "seat=C" in page.url


def test_more_players_sit_down(page: Any) -> None:
    ready(page, "/play/astuonkojis.html?lang=lt#seed=7&seats=5")

    assert page.locator(".k-board .k-seat").count() == 5
    assert fits(page)


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_waited_for_before_the_reader_is_first_asked(browser: Any, address: str, game: str) -> None:
    with book.opened(browser, address) as page:
        # Time stands still: whatever waits, waits for ever.
        page.add_init_script("window.setTimeout = () => 0")
        for seat in "AB":
            ready(page, f"/play/{game}.html?lang=lt#seed=7&seat={seat}")
            assert page.locator(".k-waiting").count() == 0


# -- links -------------------------------------------------------------------------------------------------------------------


def test_a_link_leads_to_the_very_position(page: Any) -> None:
    ready(page, "/play/karavas.html?lang=lt#seed=21")
    for _ in range(5):
        page.locator(".k-hand .k-lawful, .k-ask > .k-actions .k-action:not(.k-unlawful)").first.click()
        page.wait_for_selector(".k-hand .k-lawful, .k-ask > .k-actions .k-action")
    there, address = shown(page), page.url.split("/", 3)[3]
    ready(page, "/play/karavas.html?lang=lt#seed=22")
    ready(page, f"/{address}")

    assert shown(page) == there


def test_a_step_back_takes_back_the_last_choice(page: Any) -> None:
    ready(page, "/play/ozka.html?lang=lt#seed=4")
    before = shown(page)
    page.locator(".k-hand .k-lawful, .k-ask > .k-actions .k-action").first.click()
    page.wait_for_function("location.hash.includes('moves')")
    page.get_by_role("button", name="Žingsnis atgal").click()
    page.wait_for_function("!location.hash.includes('moves')")

    assert shown(page) == before


@pytest.mark.parametrize(
    "broken", ["seed=x", "seed=7&seats=9", "seed=7&seat=Q", "seed=7&overtrump=maybe", "seed=7&moves=zz", "seed=7&moves=<b>"]
)
def test_what_makes_no_sense_in_a_link_is_said_and_left_out(page: Any, broken: str) -> None:
    ready(page, f"/play/kiksas.html?lang=en#{broken}")

    assert "left out" in page.locator(".k-note").inner_text()
    assert page.locator(".k-hand .k-held").count() == 6


# -- languages, ears and keys ------------------------------------------------------------------------------------------------


def words_of(game: Game, n: int) -> set[str]:
    """The words of a game in one language that are not words of the other."""
    pairs = game.rules.words.values()
    other = {pair[1 - n].lower() for pair in pairs}
    return {pair[n].lower() for pair in pairs if len(pair[n]) > 3} - other


@pytest.mark.parametrize("game", ["kiksas", "karavas-mainai", "astuonkojis"])
def test_the_table_speaks_the_chosen_language_alone(page: Any, game: str) -> None:
    ready(page, f"/play/{game}.html?lang=both#seed=9")
    page.evaluate(STEP, 4)
    page.locator(".k-settings summary").click()
    for value, n in (("lt", 0), ("en", 1)):
        page.locator(f".k-switch:visible input[value={value}]").check()
        wrong = words_of(load(game), 1 - n)
        visible = page.locator(".k-play").inner_text().lower()
        labels = page.locator(".k-play [aria-label]").evaluate_all(
            "all => all.filter((one) => one.checkVisibility()).map((one) => one.getAttribute('aria-label').toLowerCase())"
        )
        lines = {line.strip() for line in re.split(r"[\n\t]", visible)} | set(labels)

        assert lines & wrong == set()
        assert n == 0 or not re.search("[ąčęėįšųūž]", " ".join(labels))
        assert page.locator(f".k-play .k-{'en' if n == 0 else 'lt'}:visible").count() == 0
        assert page.locator(f".k-play .k-{value}:visible").count() > 10


def test_a_trick_can_be_played_by_keys_alone(page: Any) -> None:
    ready(page, "/play/kiksas.html?lang=lt#seed=7")
    page.locator(".k-hand .k-held").first.focus()
    cards = page.locator(".k-hand .k-held").count()
    page.keyboard.press("ArrowRight")
    second = page.evaluate("document.activeElement.dataset.card")
    page.keyboard.press("ArrowLeft")
    for _ in range(cards):
        if page.evaluate("document.activeElement.classList.contains('k-lawful')"):
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_function(f"document.querySelectorAll('.k-hand .k-held').length === {cards - 1}")
    page.wait_for_selector(".k-hand .k-lawful")

    assert second is not None
    assert page.evaluate("document.activeElement.matches('.k-hand .k-lawful')")


def test_what_others_do_is_said_to_those_who_listen(page: Any) -> None:
    ready(page, "/play/kiksas.html?lang=lt#seed=7")
    page.locator(".k-hand .k-lawful").first.click()
    page.wait_for_selector(".k-hand .k-lawful")
    said = page.locator(".k-play > [aria-live=polite]").text_content()

    assert re.search(r"[BCD]: dėti kortą (kryžių|vynų|širdžių|būgnų) ", said)
    assert said.rstrip().endswith("Jūsų eilė.")


# -- how it comes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_light(browser: Any, address: str, game: str) -> None:
    with book.opened(browser, address) as page:
        sizes: list[int] = []
        page.on("response", lambda r: sizes.append(len(r.body())))
        ready(page, f"/play/{game}.html#seed=1")
        page.wait_for_load_state("networkidle")

    assert 100_000 < sum(sizes) < MOST_BYTES


def test_it_plays_from_a_disk(browser: Any, site: Path) -> None:
    with book.opened(browser, site.as_uri(), reduced_motion="reduce") as page:
        page.goto(f"{site.as_uri()}/play/sesiasdesimt-sesi.html?lang=lt#seed=5&seats=3")
        page.wait_for_selector(".k-hand .k-held")

        assert page.locator(".k-board .k-seat").count() == 3
        assert page.evaluate(STEP, 100) is not None
        assert "moves=" in page.url


def test_without_javascript_it_is_said_what_would_be_there(browser: Any, address: str) -> None:
    with book.opened(browser, address, java_script_enabled=False) as page:
        page.goto("/play/kiksas.html")

        assert "Čia būtų stalas" in page.locator(".k-nowhere").inner_text()
        assert "There would be a table" in page.locator(".k-nowhere").inner_text()


def test_on_paper_there_is_no_table(browser: Any, address: str) -> None:
    with book.opened(browser, address) as page:
        ready(page, "/play/kiksas.html#seed=1")
        page.emulate_media(media="print")

        assert not page.locator(".k-play").is_visible()


def test_scripts_hold_their_hash_in_their_name_and_pages_name_no_others(site: Path) -> None:
    scripts = {path.name for path in (site / "_static" / "kirtis" / "play").glob("*.js")}
    for path in (site / "play").glob("*.html"):
        text = path.read_text("utf-8")
        named = set(re.findall(r"kirtis/play/([\w.-]+\.js)", text))

        assert named <= scripts
        assert any(re.fullmatch(r"play\.[0-9a-f]{12}\.js", name) for name in named)
        given = json.loads(re.search(r'data-play="([^"]*)"', text)[1].replace("&quot;", '"'))  # type: ignore[index]
        assert {name.rsplit("/", 1)[1] for name in given["rules"].values()} <= scripts


# -- examples ----------------------------------------------------------------------------------------------------------------


def test_an_example_is_gone_through_step_by_step_and_as_a_seat_sees_it(page: Any) -> None:
    page.goto("/spec/kiksas.html?lang=lt")
    page.locator(".k-stepwise").first.click()
    page.wait_for_selector(".k-steps")
    note, count = page.locator(".k-step-note"), page.locator(".k-step-count")
    assert "#example-four_and_five" in page.url
    assert count.inner_text().startswith("Žingsnis 1 iš ")
    page.get_by_role("button", name="Į pabaigą").click()
    assert "k-here" in str(note.get_attribute("class"))
    open_cards = page.locator(".k-steps .k-felt [role=img][aria-label*=' ']").count()
    page.locator(".k-steps-bar select").select_option("A")
    assert page.locator(".k-steps .k-felt .k-seat:not(.k-me) .k-open").count() == 0
    assert page.locator(".k-steps .k-felt [role=img][aria-label*=' ']").count() < open_cards
    before = count.inner_text()
    page.get_by_role("button", name="Atgal", exact=True).click()
    assert count.inner_text() != before
    assert "k-here" not in str(note.get_attribute("class"))
    page.keyboard.press("ArrowRight")
    assert count.inner_text() == before
    page.get_by_role("button", name="Į pradžią").click()

    assert re.match(r"Žingsnis 1 iš \d+", count.inner_text())
    assert page.locator(".k-moves li").first.get_attribute("aria-current") == "step"
    assert fits(page)


def test_a_match_of_many_deals_is_gone_through_deal_by_deal(page: Any) -> None:
    page.goto("/spec/ozka.html?lang=lt#OZK-23")
    page.locator("#OZK-23 .k-stepwise").click()
    page.wait_for_selector(".k-steps")
    begins = page.locator("[id='example-OZK-23'] .k-moves .k-deal p:first-child", has_text="Iki tol")
    on, back = (
        page.get_by_role("button", name=name, exact=True) for name in ("Padalijimo pabaiga", "Ankstesnio padalijimo pabaiga")
    )
    assert begins.count() == 15

    on.click()
    assert "neatsilošti pralaimėjimai" in page.locator(".k-sheets").inner_text()
    for _ in range(8):
        on.click()
    assert re.search(r"sužaistos partijos\s+4", page.locator(".k-sheets").inner_text())
    back.click()
    assert re.search(r"sužaistos partijos\s+3", page.locator(".k-sheets").inner_text())
    for _ in range(8):
        on.click()
    assert re.search(r"sužaistos partijos\s+7", page.locator(".k-sheets").inner_text())
    assert "k-here" in str(page.locator(".k-step-note").get_attribute("class"))
    assert fits(page)


def test_every_example_opens(browser: Any, address: str) -> None:
    with book.opened(browser, address) as page:
        for game in GAMES:
            page.goto(f"/examples/{game}.html?lang=en")
            boxes = page.locator(".k-example")
            assert boxes.count() > 0, game
            boxes.evaluate_all("all => all.forEach((one) => { one.open = true; })")
            page.wait_for_function(
                "document.querySelectorAll('.k-steps').length === document.querySelectorAll('.k-example').length"
            )
            for end in page.get_by_role("button", name="To the end").all():
                end.click()
            assert page.locator(".k-step-note.k-here").count() == boxes.count(), game


def test_nothing_lies_over_the_title_of_a_page_with_a_table(browser: Any, address: str) -> None:
    """Where a page is as wide as the window, the choice of language stands beside its title."""
    with book.opened(browser, address) as page:
        for place in [f"{kind}/{game}" for kind in ("examples", "play") for game in GAMES]:
            page.goto(f"/{place}.html?lang=both")
            title, choice = page.evaluate(
                "() => { const lines = [], walk = document.createTreeWalker(document.querySelector('h1'), NodeFilter.SHOW_TEXT);"
                "while (walk.nextNode()) { if (walk.currentNode.parentElement.matches('.headerlink')) continue; const text = document.createRange(); text.selectNodeContents(walk.currentNode);"
                "lines.push(...[...text.getClientRects()].map((r) => [r.right, r.top])); }"
                "const { left, bottom } = document.querySelector('.content-icon-container').getBoundingClientRect();"
                "return [lines, [left, bottom]]; }"
            )
            assert [line for line in title if line[0] > choice[0] and line[1] < choice[1]] == [], place


def test_without_javascript_an_example_is_a_list(browser: Any, address: str) -> None:
    with book.opened(browser, address, java_script_enabled=False) as page:
        page.goto("/examples/kiksas.html#example-four_and_five")
        page.locator("#example-four_and_five summary").click()

        assert page.locator("#example-four_and_five .k-moves li").nth(1).is_visible()
        assert page.locator("#example-four_and_five .k-moves li.k-here").count() == 1
