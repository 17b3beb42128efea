"""The command line, in both languages, as a person or a script would use it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kirtis.cli import COMMANDS, main
from kirtis.cli.languages import _PLURALS, counted, default_language
from kirtis.cli.texts import TEXTS, say
from kirtis.cli.typed import Typed
from kirtis.language import load
from kirtis.play import Action


def run(*args: str, text: str = "", env: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(main, list(args), input=text, env={"LANG": "C", "LC_ALL": "", "LC_MESSAGES": "", **(env or {})})


def test_help_names_every_command() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for name in COMMANDS:
        assert name in result.output


@pytest.mark.parametrize("name", ["play", "simulate", "replay", "games"])
def test_each_command_has_help(name: str) -> None:
    assert run(name, "--help").exit_code == 0


def test_version() -> None:
    result = run("--version")
    assert result.output.startswith("kirtis ")
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["fly"], "No such command"),
        (["play", "tarock"], "tarock"),
        (["play", "kiksas", "--set", "queen_led"], "write option=value"),
        (["play", "kiksas", "--set", "fly=yes"], "kiksas has no option “fly”"),
        (["play", "kiksas", "--set", "queen_led=perhaps"], "it may be no, yes"),
        (["play", "kiksas", "--seat", "E"], "There is no seat “E”; there are A, B, C, D."),
        (["replay", "nowhere.jsonl"], "does not exist"),
        (["simulate", "kiksas", "--matches", "0"], "0 is not in the range"),
        (["simulate", "kiksas", "--seats", "3"], "3"),
    ],
)
def test_bad_input_is_a_sentence_and_code_3(args: list[str], message: str) -> None:
    result = run(*args)
    assert result.exit_code == 3
    assert message in result.output
    assert "Traceback" not in result.output


FAULTS = [
    (["fly"], "komandos „fly“ nėra.", "No such command 'fly'."),
    (["--fly"], "parinkties --fly nėra.", "No such option '--fly'."),
    (["play", "kiksas", "--sed", "1"], "parinkties --sed nėra. Gal turėta galvoje: --seat, --seed, --set?", "No such option '--sed'."),
    (["play"], "trūksta argumento ŽAIDIMAS.", "Missing argument 'GAME'."),
    (["play", "kiksas", "b"], "nereikalingas argumentas: b.", "Got unexpected extra argument (b)"),
    (["play", "kiksas", "b", "c"], "nereikalingi argumentai: b c.", "Got unexpected extra arguments (b c)"),
    (["play", "kiksas", "--seat"], "parinkčiai --seat reikia reikšmės.", "Option '--seat' requires an argument."),
    (["replay", "x", "--step=1"], "parinkčiai --step reikšmė nerašoma.", "Option '--step' does not take a value."),
    (["play", "kiksas", "--seats", "x"], "netinkama --seats reikšmė: „x“ nėra sveikasis skaičius.", "'x' is not a valid integer"),
    (["play", "kiksas", "--seats", "99"], "netinkama --seats reikšmė: 99 nepatenka į rėžius 1<=x<=40.", "99 is not in the range 1<=x<=40."),
    (["check", "--budget", "1"], "netinkama --budget reikšmė: 1 nepatenka į rėžius x>=1000.", "1 is not in the range x>=1000."),
    (["check", "--lang", "de"], "netinkama --lang reikšmė: „de“ nėra tarp leidžiamų reikšmių; leidžiama „lt“, „en“.", "'de' is not one of 'lt', 'en'."),
    (["replay", "nowhere"], "netinkama FAILAS reikšmė: failo „nowhere“ nėra.", "File 'nowhere' does not exist."),
    (["replay", "."], "netinkama FAILAS reikšmė: „.“ yra aplankas, o ne failas.", "File '.' is a directory."),
    (["export", "kiksas"], "nurodykite --json arba --smt2, kurią nors vieną.", "give either --json or --smt2."),
    (["export", "kiksas", "--json", "-", "--smt2", "x"], "nurodykite --json arba --smt2, kurią nors vieną.", "give either --json or --smt2."),
    (["export", "kiksas", "--json", "-", "--only", "x"], "parinktis --only tinka tik su --smt2.", "--only goes with --smt2 only."),
    (["export", "kiksas", "--json", "."], "netinkama --json reikšmė: „.“ yra aplankas, o ne failas.", "File '.' is a directory."),
    (["export", "kiksas", "--smt2", __file__], f"netinkama --smt2 reikšmė: „{__file__}“ yra failas, o ne aplankas.", f"Directory '{__file__}' is a file."),
    (["play", "kiksas", "--set", "x"], "netinkama --set reikšmė: „x“: rašykite pasirinkimas=reikšmė", "“x”: write option=value"),
    (["play", "kiksas", "--seat", "E"], "netinkama --seat reikšmė: vietos „E“ nėra; yra A, B, C, D.", "There is no seat “E”; there are A, B, C, D."),
]  # fmt: skip


@pytest.mark.parametrize(("args", "lt", "en"), FAULTS)
def test_what_is_wrong_with_a_call_is_said_in_the_language_asked_for(args: list[str], lt: str, en: str) -> None:
    lithuanian, english = run("--lang", "lt", *args), run(*args)
    assert (lithuanian.exit_code, english.exit_code) == (3, 3)
    assert f"Klaida: {lt}\n" in lithuanian.output
    assert f"{en}" in english.output
    assert "Error: " in english.output
    assert "Klaida: " in run(*args, env={"LANG": "lt_LT.UTF-8"}).output


@pytest.mark.parametrize(
    ("args", "lt", "en"),
    [
        (["play", "kiskas"], "kiskas: tokio žaidimo nėra\n    gal turėta galvoje: kiksas?", "did you mean kiksas?"),
        (["check", "kiskas"], "kiskas: tokio žaidimo nėra\n    gal turėta galvoje: kiksas?", "did you mean kiksas?"),
        (["play", "my.md"], "my.md: tokio failo nėra\n    ", "my.md: there is no such file\n"),
        (["play", "kiksas", "--set", "queen_led=x"], "pasirinkimas queen_led negali būti „x“; galimos reikšmės: no, yes", "cannot be “x”"),
        (["simulate", "kiksas", "--seats", "3"], "žaidėjų skaičius 3 šiam žaidimui netinka\n    galimas žaidėjų skaičius: 4", "for 3"),
        (["check", "kiksas", "--status", "/no/x"], "/no/x: tokio failo ar aplanko nėra", "/no/x: No such file or directory"),
        (["check", "kiksas", "--executor", "x"], "vykdytojo „x“ nėra; rašykite dask://", "“x” names no executor"),
        (["conform", "kiksas", "--vectors", __file__, "--", "true"], ":1: tai ne JSON eilutė: ", ":1: this is no line of JSON: "),
        (["replay", __file__], "1 eilutė: tai ne JSON eilutė: po reikšmės dar kažkas yra (3 ženklas)\n    čia turi būti", "line 1: this is no"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_rules_and_files_is_said_in_the_language_asked_for(args: list[str], lt: str, en: str) -> None:
    lithuanian, english = run("--lang", "lt", *args), run(*args)
    assert (lithuanian.exit_code, english.exit_code) == (3, 3)
    assert lt in lithuanian.output
    assert en in english.output


def test_a_call_is_shown_with_its_error() -> None:
    call = run("play", "--lang", "lt").output
    assert (
        call
        == "Vartojimas: main play [PARINKTYS] ŽAIDIMAS\nPagalba: „main play --help“.\n\nKlaida: trūksta argumento ŽAIDIMAS.\n"
    )
    assert (
        run("play").output
        == "Usage: main play [OPTIONS] GAME\nTry 'main play --help' for help.\n\nError: Missing argument 'GAME'.\n"
    )


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_takes_its_language_from_either_place(name: str) -> None:
    """Before the command or after it; what stands last counts. Help follows as well."""
    for args in (
        ("--lang", "lt", name, "--help"),
        (name, "--lang=lt", "--help"),
        ("--lang", "en", name, "--lang", "lt", "--help"),
    ):
        shown = run(*args)
        assert shown.exit_code == 0
        assert shown.output.startswith("Vartojimas: ")
        assert "Parodyti šią pagalbą ir baigti." in shown.output
        assert "Options" not in shown.output
    assert "Show this message and exit." in run("--lang", "lt", name, "--lang", "en", "--help").output


@pytest.mark.parametrize(("args", "first"), [((), "Usage: "), (("--lang", "lt"), "Vartojimas: ")])
def test_a_call_of_nothing_shows_help(args: tuple[str, ...], first: str) -> None:
    shown = run(*args)
    assert shown.exit_code == 3
    assert shown.output.startswith(first)
    assert all(name in shown.output for name in COMMANDS)


def test_the_language_before_the_command() -> None:
    assert "Jūsų vieta – A." in run("--lang", "lt", "play", "kiksas").output
    assert "žaidėjai: " in run("--lang", "lt", "games").output


def test_a_faulty_rulebook_is_told_line_by_line(tmp_path: Path) -> None:
    (tmp_path / "bad.md").write_text("# Nothing\n", encoding="utf-8")
    result = run("play", str(tmp_path / "bad.md"))
    assert result.exit_code == 3
    assert "bad.md:1" in result.output


@pytest.mark.parametrize(
    ("lang", "words"), [("lt", ["Kiksas", "pareiga kirsti aukštesniu koziriu"]), ("en", ["Kiksas", "duty to overtrump"])]
)
def test_games(lang: str, words: list[str]) -> None:
    result = run("games", "--lang", lang)
    assert result.exit_code == 0
    for word in [*words, "call_by=either_partner | only_leader"]:
        assert word in " ".join(result.output.split())


def test_playing_in_english(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    result = run(
        "play", "kiksas", "--seed", "7", "--seat", "A", "--record", str(file), text="?\nten of clubs\n99\nsong\n♣Q\n!\nq\n"
    )
    assert result.exit_code == 0
    for said in (
        "You sit at A. Seed 7.", "1) play a card ♣Q", "or a card: ♣A, ac or “ace of clubs”, for example.",
        "Not allowed: The first lead must be the trump queen. [KIK-5 Duty to follow suit, then to trump, KIK-11 ",
        "There is no such number; they go from 1 to 1.", "I do not understand “song”.", "B: play a card", "The match is unfinished.", "Record: ",
    ):  # fmt: skip
        assert said in result.output
    replayed = run("replay", str(file))
    assert replayed.exit_code == 0
    assert "The record follows the rules: " in replayed.output


def test_playing_in_lithuanian() -> None:
    result = run("play", "kiksas", "--seed", "7", "--lang", "lt", text="♣10\n1\n")
    assert result.exit_code == 0
    assert "Jūsų vieta – A. Sėkla 7." in result.output
    assert "Negalima: Pirmąjį kartą privaloma eiti kozirių dama. [KIK-5 Pareiga dėti spalvą, paskui kozirį" in result.output
    assert "Partija nebaigta." in result.output


DEAL_LT = """\
Jūsų eilė> 1
  kirtis ant stalo: B ♦T   C ♦10   D ♦9   A ♦D → paimtos kortos BD
B: dėti kortą ♦V
C: dėti kortą ♥10
D: dėti kortą ♥D
  paimti kirčiai BD: 2
  kirtis ant stalo: B ♦V   C ♥10   D ♥D
  ranka: A ♥K
   1) dėti kortą ♥K
Jūsų eilė> 1
  kirtis ant stalo: B ♦V   C ♥10   D ♥D   A ♥K → paimtos kortos BD
Padalijimas baigtas.
  dalijantysis: B → A
  padalijimo rūšis: užrašymas → atsirašymas
  pats pirmasis padalijimas: taip → ne
  tikslas AC: 0 → 79
  tikslas BD: 0 → 59

B: nežiūrėti
"""

DEAL_EN = """\
Your turn> 1
  trick on the table: B ♦A   C ♦10   D ♦9   A ♦Q → cards taken BD
B: play a card ♦J
C: play a card ♥10
D: play a card ♥Q
  tricks taken BD: 2
  trick on the table: B ♦J   C ♥10   D ♥Q
  hand: A ♥K
   1) play a card ♥K
Your turn> 1
  trick on the table: B ♦J   C ♥10   D ♥Q   A ♥K → cards taken BD
The deal is over.
  dealer: B → A
  kind of deal: recording deal → writing-off deal
  the very first deal: yes → no
  goal AC: 0 → 79
  goal BD: 0 → 59

B: waive the look
"""


@pytest.mark.parametrize(("lang", "told"), [("lt", DEAL_LT), ("en", DEAL_EN)])
def test_the_end_of_a_trick_and_of_a_deal_is_told(lang: str, told: str) -> None:
    """Cards in the order in which they were played, the taker, and what the deal changed in the match."""
    assert told in run("play", "kiksas", "--seed", "7", "--lang", lang, text="1\n" * 6).output


def test_the_last_deal_is_told_before_the_match_is_over() -> None:
    result = run("play", "kiksas", "--seed", "7", text="1\n" * 600)
    assert result.output.endswith(
        "  trick on the table: C ♣J   D ♦J   B ♣10 → cards taken BD\n"
        "The deal is over.\n  figures written AC cross: 11 → 12\nThe match is over: BD.\n"
    )


CLUB_QUEEN = {
    "lt": ["♣D", "D♣", "♣ d", "♧D", "dk", "DK", "kryžių dama", "dama kryžių", "KRYZIU DAMA", "dama kryziai", "kryžiai dama", "d kryžių", "queen of clubs", "queen clubs"],
    "en": ["♣Q", "Q♣", "q ♣", "qc", "Q C", "queen clubs", "Queen of Clubs", "clubs queen", "q of clubs", "kryžių dama", "dama kryziu", "dėti ♣Q", "play qc", "pl", "play a card queen of clubs"],
}  # fmt: skip


@pytest.mark.parametrize(("lang", "typed"), [(lang, typed) for lang, all_ in CLUB_QUEEN.items() for typed in all_])
def test_a_card_as_people_type_it(lang: str, typed: str) -> None:
    rules = load("kiksas", proofs=False)
    queen, ace = Action("A", "play", ("queen of clubs",)), Action("A", "name", ("hearts",))
    assert Typed(rules, 0 if lang == "lt" else 1).fitting(typed, (queen, ace)) == (queen,)


@pytest.mark.parametrize("lang", ["lt", "en"])
@pytest.mark.parametrize("game", ["kiksas", "ozka", "karavas", "sesiasdesimt-sesi"])
def test_no_two_cards_are_typed_alike(game: str, lang: str) -> None:
    """Whatever is typed for one card of these packs stands for no other."""
    forms = Typed(load(game, proofs=False), 0 if lang == "lt" else 1).cards
    assert sum(map(len, forms.values())) == len(frozenset().union(*forms.values()))


@pytest.mark.parametrize(
    ("lang", "typed", "card"),
    [("en", "10 h", "ten of hearts"), ("en", "kd", "king of diamonds"), ("lt", "kv", "king of spades"), ("lt", "vs", "jack of hearts"), ("lt", "vš", "jack of hearts"), ("lt", "kb", "king of diamonds"), ("en", "tūzas širdžių", "ace of hearts")],
)  # fmt: skip
def test_letters_are_those_of_the_language_and_the_rank_comes_first(lang: str, typed: str, card: str) -> None:
    assert Typed(load("kiksas", proofs=False), 0 if lang == "lt" else 1).cards_in(typed) == (card,)


def test_what_fits_several_actions_is_answered_with_them() -> None:
    """A beginning that several share is no choice; a word that one alone has is."""
    lithuanian = run("play", "kiksas", "--seed", "7", "--lang", "lt", text="dk\ndėti\n♠9\n")
    assert (
        "Jūsų eilė> dėti\nTinka keli veiksmai – kurį turite galvoje?\n   1) dėti kortą ♣10\n   2) dėti kortą ♠10\n"
        in lithuanian.output
    )
    assert "Jūsų eilė> ♠9\nB: " in lithuanian.output
    english = run("play", "kiksas", "--seed", "7", text="qc\nplay\n9s\n")
    assert "Your turn> play\nSeveral actions fit; which do you mean?\n   1) play a card ♣10\n" in english.output
    assert "Your turn> 9s\nB: " in english.output


@pytest.mark.parametrize(
    ("lang", "typed", "said"),
    [
        ("en", "10 clubs", "Not allowed: The first lead must be the trump queen. [KIK-5 "),
        ("en", "ah", "Not allowed: The card must be in your hand. [KIK-5 "),
        ("en", "play tc", "I do not understand “play tc”."),
        ("en", "call su dviem", "Not allowed: This is possible only in an ordinary writing-off deal. [KIK-"),
        ("lt", "kryziu 10", "Negalima: Pirmąjį kartą privaloma eiti kozirių dama. [KIK-5 "),
        ("lt", "tš", "Negalima: Kortą reikia turėti rankoje. [KIK-5 "),
        ("lt", "skelbti „Su dviem!“", "Negalima: Tai galima tik įprastame atsirašymo padalijime. [KIK-"),
    ],
)
def test_why_what_was_typed_may_not_be_done(lang: str, typed: str, said: str) -> None:
    assert said in run("play", "kiksas", "--seed", "7", "--lang", lang, text=f"{typed}\n").output


def test_the_language_of_the_environment() -> None:
    assert "Partija nebaigta." in run("play", "kiksas", env={"LANG": "lt_LT.UTF-8"}).output
    assert "The match is unfinished." in run("play", "kiksas", env={"LANG": "de_DE.UTF-8"}).output


def test_other_hands_are_never_shown() -> None:
    result = run("play", "kiksas", "--seed", "11", "--seat", "B", text="!\n")
    assert "hand: B " in result.output
    assert "hand: A " not in result.output


def test_a_whole_match_by_first_choices(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    result = run("play", "kiksas", "--seed", "3", "--record", str(file), text="1\n" * 600)
    assert "The match is over: " in result.output
    replayed = run("replay", str(file), "--lang", "lt")
    assert "Įrašas atitinka taisykles: " in replayed.output
    assert "partija baigta" in replayed.output


def test_replaying_what_breaks_the_rules(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    run("play", "kiksas", "--seed", "7", "--record", str(file), text="1\n")
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"A", "play", "queen of clubs"', '"A", "play", "ten of clubs"', 1), encoding="utf-8")
    broken = run("replay", str(file))
    assert broken.exit_code == 1
    assert "A: play a card ♣10\n" in broken.output
    assert "line 4: A play ten of clubs: The first lead must be the trump queen." in broken.output
    file.write_text("[]\n", encoding="utf-8")
    assert run("replay", str(file)).exit_code == 3


def test_replay_step_by_step(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    run("play", "kiksas", "--seed", "7", "--record", str(file), text="1\n")
    assert "Enter: go on" in run("replay", str(file), "--step", text="\n" * 20).output


@pytest.mark.parametrize(
    ("lang", "words"), [("lt", ["partijos", "20 partijų", "dėti kortą", "niekada"]), ("en", ["matches", "play a card", "never"])]
)
def test_simulate(lang: str, words: list[str]) -> None:
    result = run("simulate", "kiksas", "--matches", "20", "--seed", "1", "--lang", lang, "--set", "call_late=yes")
    assert result.exit_code == 0
    for word in words:
        if word != "20 partijų":
            assert word in result.output


def test_every_text_is_said_in_both_languages() -> None:
    for key, (lt, en) in TEXTS.items():
        assert lt.strip(), key
        assert en.strip(), key
        assert lt.count("{") == en.count("{"), key
    assert say("players", "lt") == "žaidėjai"


@pytest.mark.parametrize(
    ("n", "lt", "en"),
    [
        (0, "0 partijų", "0 matches"), (1, "1 partija", "1 match"), (2, "2 partijos", "2 matches"), (9, "9 partijos", "9 matches"),
        (10, "10 partijų", "10 matches"), (11, "11 partijų", "11 matches"), (19, "19 partijų", "19 matches"), (20, "20 partijų", "20 matches"),
        (21, "21 partija", "21 matches"), (112, "112 partijų", "112 matches"), (1234, "1 234 partijos", "1 234 matches"),
    ],
)  # fmt: skip
def test_plurals(n: int, lt: str, en: str) -> None:
    assert (counted(n, "match", "lt"), counted(n, "match", "en")) == (lt, en)
    assert all(len(forms) == 3 and len(others) == 2 for forms, others in _PLURALS.values())


def test_the_default_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert default_language() == "en"
    monkeypatch.setenv("LANG", "lt_LT.UTF-8")
    assert default_language() == "lt"
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert default_language() == "en"
