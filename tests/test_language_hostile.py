"""Files made to hurt: each is refused soon, with a message; nothing is run, nothing grows without bound."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from faults.cases import MINI
from kirtis.language import SpecError, from_text, load

SECONDS = 15.0


@contextmanager
def refused(what: str) -> Iterator[None]:
    """A SpecError that says so, within some seconds of work."""
    start = time.process_time()
    with pytest.raises(SpecError) as error:
        yield
    assert what in str(error.value), str(error.value)[:400]
    assert len(str(error.value)) < 30_000
    assert time.process_time() - start < SECONDS


def with_rules(rules: str) -> str:
    """The small game with more rules in its last clause."""
    return MINI.replace("phase over end\n", "phase over end\n" + rules)


def with_claims(claims: str) -> str:
    return MINI.replace("fact nine_is_most", claims + "fact nine_is_most")


# -- files ---------------------------------------------------------------------------------------------------------------


def test_a_file_too_large(tmp_path: Path) -> None:
    file = tmp_path / "big.md"
    file.write_bytes(b"x" * 5_000_000)
    with refused("too large"):
        load(file)
    with refused("too large"):
        from_text("x" * 5_000_000)


def test_a_folder_for_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "rules.md"
    folder.mkdir()
    with refused("this is a folder"):
        load(folder)


def test_no_such_file(tmp_path: Path) -> None:
    with refused("there is no such file"):
        load(tmp_path / "nothing.md")
    with refused("there is no such file"):
        load("a" * 5000 + ".md") if os.name == "nt" else load(tmp_path / "a" / "b.md")


@pytest.mark.parametrize("name", ["a\0b.md", "../../../etc/passwd", "/dev/null", "x" * 4000 + ".md"])
def test_names_that_are_no_file(name: str) -> None:
    with pytest.raises(SpecError):
        load(name)


def test_a_name_does_not_leave_the_folder() -> None:
    with refused("there is no game"):
        load("..")
    with refused("no game “../spec/kiksas” to vary"):
        from_text(MINI.replace(":version: 1.0", ":version: 1.0\n:variant-of: ../spec/kiksas"))


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    file = tmp_path / "bytes.md"
    file.write_bytes(MINI.encode() + b"\xff\xfe")
    with refused("not UTF-8"):
        load(file)


def test_a_byte_order_mark_and_other_ends_of_lines_are_read(tmp_path: Path) -> None:
    file = tmp_path / "windows.md"
    file.write_bytes(b"\xef\xbb\xbf" + MINI.replace("\n", "\r\n").encode())
    assert load(file).name == "mini"


@pytest.mark.parametrize("sign", ["\0", "\x07", "\u202e", "\u2066", "\u2028", "\x85", "\u200b", "\ud800", "\x0c"])
def test_signs_that_nobody_sees(sign: str) -> None:
    with refused("a character that nobody sees"):
        from_text(MINI.replace("Two", "T" + sign).replace("small game", "small" + sign + "game"))


# -- markdown ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [">" * 50_000, "> " * 50_000, "- " * 50_000, "[" * 50_000, "`" * 50_000, "*a_" * 30_000, "<" * 50_000, "1. " * 30_000, "\n".join("-" * n for n in range(500)), "|" * 100_000, "a\n" * 100_000],
    ids=lambda t: t[:4],
)  # fmt: skip
def test_deep_markdown(text: str) -> None:
    start = time.process_time()
    from_text(MINI + "\n" + text + "\n")
    assert time.process_time() - start < SECONDS


def test_fences_within_fences() -> None:
    deep = "".join(":" * (200 - n) + "{lt}\n" for n in range(190)) + "x\n" + "".join(":" * (10 + n) + "\n" for n in range(1, 191))
    with refused("not a block of a rulebook"):
        from_text(MINI + "\n" + deep)


def test_ten_thousand_clauses_without_text() -> None:
    with refused("more"):
        from_text(MINI + "".join(f"\n::: {{clause}} MIN-{n}\n:::\n" for n in range(100, 10_000)))


# -- parsing -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "what"),
    [
        ("def d: bool = " + "(" * 5000 + "yes" + ")" * 5000, "brackets are nested more than"),
        ("def d: bool = " + "not " * 5000 + "yes", "nested too deep"),
        ("def d: bool = " + "yes implies " * 5000 + "yes", "nested too deep"),
        ("def d: 0..9 = " + "1 + " * 5000 + "1", "nested too deep"),
        ("def d: seat = leader" + "!" * 5000, "nested too deep"),
        ("def d: 0..9 = " + "1 if yes else " * 5000 + "1", "nested too deep"),
        ("def d: bool = " + "".join(f"all s{n} in card: " for n in range(100)) + "yes", "steps"),
        ("def d: bool = " + "".join(f"all s{n} in side: " for n in range(15)) + "yes", "15 quantifiers"),
        ("phase d auto\n" + "".join("  " * n + "if yes:\n" for n in range(1, 200)), "indented too far"),
        ("def d: bool = " + "x" * 100_000, "is too long"),
        ("def d: 0.." + "9" * 100_000 + " = 1", "is too long"),
        ("def d: 0..9 = " + "9" * 100_000, "is too long"),
        ("type d = " + " | ".join(f"v{n}" for n in range(10_000)), "has 10,000 values"),
        ("def d: 0..9 =\n" + "  1 if yes\n" * 5000 + "  2 otherwise", "cases; at most"),
        ("table d\n  | tricks || d: 0..9 |\n" + "  | 1 || 2 |\n" * 5000, "rows; at most"),
        ("duties d for c in stock\n" + "".join(f"  d{n}: yes\n" for n in range(3000)), "duties; at most"),
        ("".join(f"def d{n}: bool = yes\n" for n in range(5000)), "declarations"),
        ("phase d auto\n" + "".join(f"  let q{n} = 1\n" for n in range(5000)) + "  go over", "statements stand in one body"),
        ("phase d by A\n  act a\n" + "    needs yes\n" * 3000 + "    go over", "needs; at most"),
        ("order d = " + " > ".join(["ace"] * 10_000), "appears twice"),
        ("def d: bool = " + "min(" * 28 + "1, 1" + ")" * 28 + " = 1 or d", "two numbers or more"),
    ],
    ids=lambda t: t[:40],
)
def test_rules_too_deep_or_too_long(rules: str, what: str) -> None:
    with refused(what):
        from_text(with_rules(rules + "\n"))


def test_thousands_of_faults_are_counted_and_not_all_listed() -> None:
    with refused("… and"):
        from_text(with_rules("".join(f"def d{n}: bool = unknown{n} = tricks\n" for n in range(1400))))


def test_thousands_of_broken_blocks() -> None:
    block = "\n```\n\n```{rule}\n".join(f"def d{n}: bool = (\n" for n in range(2000))
    with refused("more"):
        from_text(with_rules(block))


# -- growth --------------------------------------------------------------------------------------------------------------


def test_definitions_that_double() -> None:
    rules = "def d0: bool = tricks = 1\n" + "".join(f"def d{n}: bool = d{n - 1} or d{n - 1}\n" for n in range(1, 100))
    with refused("once the definitions that it uses are written out"):
        from_text(with_rules(rules))


def test_numbers_that_double() -> None:
    rules = "def d0: 0..1000 = 1\n" + "".join(
        f"def d{n}: 0..999999999 = d{n - 1} * 999999999 * 999999999\n" for n in range(1, 50)
    )
    with refused("may grow beyond"):
        from_text(with_rules(rules))


def test_a_long_chain_of_definitions() -> None:
    rules = "def d0: bool = yes\n" + "".join(f"def d{n}: bool = not d{n - 1}\n" for n in range(1, 1200))
    with refused("nested too deep"):
        from_text(with_rules(rules))


def test_a_long_circle_of_definitions() -> None:
    rules = "".join(f"def d{n}: bool = d{(n + 1) % 1000}\n" for n in range(1000))
    with refused("a definition that needs itself"):
        from_text(with_rules(rules))


def test_quantifiers_over_large_types() -> None:
    words = "".join(f"| v{n} | žodis | word |\n" for n in range(400))
    large = MINI.replace("| generous |", words + "| generous |").replace(
        "type task", "type large = " + " | ".join(f"v{n}" for n in range(400)) + "\ntype task"
    )
    assert from_text(large).enums["large"][399] == "v399"
    deep = "fact f: all a in large: all b in large: all c in large: all d in large: a = b or c = d\n"
    with refused("steps"):
        from_text(large.replace("fact nine_is_most", deep + "fact nine_is_most"))


def test_quantifiers_hidden_in_definitions() -> None:
    rules = "def d0(c: card): bool = c in stock\n"
    rules += "".join(f"def d{n}(c: card): bool = some d in card: d{n - 1}(d) and d != c\n" for n in range(1, 40))
    with refused("steps"):
        from_text(with_rules(rules))


def test_families_and_positions_too_large() -> None:
    with refused("this family has"):
        from_text(MINI.replace("tricks: 0..3 = 0", "tricks: 0..3 = 0\n  v[card, card, card]: bool = no"))
    with refused("a position has"):
        from_text(
            MINI.replace(
                "tricks: 0..3 = 0", "tricks: 0..3 = 0\n" + "".join(f"  v{n}[card, card]: bool = no\n" for n in range(40))
            )
        )


def test_a_deck_too_large() -> None:
    with refused("a deck of"):
        from_text(MINI.replace("suits clubs hearts\n", f"suits clubs hearts {' '.join(f's{n}' for n in range(5000))}\n"))


def test_numbers_of_players_too_large() -> None:
    with refused("at most 12"):
        from_text(MINI.replace("seats A B C", f"seats A B C {' '.join(f'S{n}' for n in range(5000))}"))
    with refused("seats cannot be for"):
        from_text(MINI.replace("seats A B C", "seats A B C, 1 to 999999999"))


# -- nothing is run ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('touch /tmp/kirtis-was-here')",
        "{{ 7 * 7 }}",
        "${7*7}",
        "%s%n",
        "{0.__class__}",
        "`rm -rf /`",
        "\\u0000",
    ],
)
def test_nothing_is_ever_run(text: str) -> None:
    with pytest.raises(SpecError) as error:
        from_text(with_rules(f"def d: 0..9 = {text}\n"))
    assert "uid=" not in str(error.value)
    assert not Path("/tmp/kirtis-was-here").exists()
