"""What became of a port, as JSON, as JUnit XML and as a page in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any
from xml.etree import ElementTree as ET

from kirtis.conform import protocol
from kirtis.conform.verdict import Outcome

FAULTS: dict[str, tuple[str, str]] = {
    "slow": ("programa neatsakė laiku ({0})", "the port did not answer in time ({0})"),
    "crashed": ("programa baigė darbą, nors jos to niekas neprašė ({0})", "the port ended without having been told to ({0})"),
    "rubbish": ("tai ne atsakymas: {0}", "this is not an answer: {0}"),
    "flood": ("atsakymas per ilgas: {0}", "the answer is too long: {0}"),
    "unasked": ("programa kalba neklausiama: {0}", "the port speaks without having been asked: {0}"),
    "lingers": ("įvestis baigėsi, o programa veikia toliau ({0})", "the input has ended, but the port goes on ({0})"),
    "missing": ("programos paleisti nepavyko: {0}", "the port cannot be started: {0}"),
    "hello": ("programa neprisistatė kaip reikia: {0}", "the port does not say properly what it is: {0}"),
}
"""What was wrong with a port that had to be given up, in Lithuanian and English."""

Titles = Mapping[str, tuple[str, str]]


def printable(text: str) -> str:
    """A text of a stranger without signs that steer a terminal or that XML does not know."""
    return "".join(c if c in "\n\t" or (c.isprintable() and not 0xD800 <= ord(c) <= 0xDFFF) else "�" for c in text)


def fault_text(outcome: Outcome, n: int) -> str:
    """What was wrong with a port that was given up, in Lithuanian (0) or English (1)."""
    assert outcome.fault is not None
    detail = (outcome.fault.detail_lt, outcome.fault.detail)[n]
    text = FAULTS[outcome.fault.kind][n].format(printable(detail))
    return f"{text} [{outcome.during}]" if outcome.during else text


def last_heard(outcome: Outcome) -> str:
    """What a port that was given up had been asked, and the end of what it said on its standard error."""
    asked = protocol.line(outcome.asked).decode() if outcome.asked else ""
    return asked + printable(outcome.stderr)[-4000:]


def as_json(outcome: Outcome) -> dict[str, Any]:
    """All of it."""
    return {
        "kirtis": "conform",
        "format": 1,
        "game": outcome.game,
        "port": {k: printable(v) if isinstance(v, str) else v for k, v in outcome.port.items()},
        "code": outcome.code,
        "passed": outcome.count("passed"),
        "failed": outcome.count("failed"),
        "skipped": outcome.count("skipped"),
        "fault": None
        if outcome.fault is None
        else {
            "kind": outcome.fault.kind,
            "detail": printable(outcome.fault.detail),
            "during": outcome.during,
            "asked": outcome.asked,
        },
        "stderr": printable(outcome.stderr)[-4000:],
        "clauses": outcome.by_clause(),
        "vectors": [
            {
                "id": v.id,
                "outcome": v.outcome,
                "reason": None if v.reason is None else printable(v.reason.text(1)),
                "clauses": list(v.blamed or v.clauses) if v.outcome == "failed" else [],
                "seconds": round(v.seconds, 4),
            }
            for v in outcome.verdicts
        ],
    }


def as_junit(outcome: Outcome) -> bytes:
    """A test suite with a test case for each vector; a port that was given up is an error of its own."""
    suite = ET.Element(
        "testsuite",
        name=f"kirtis.{outcome.game}",
        tests=str(len(outcome.verdicts) + (outcome.fault is not None)),
        failures=str(outcome.count("failed")),
        errors=str(int(outcome.fault is not None)),
        skipped=str(outcome.count("skipped")),
        time=f"{outcome.seconds:.3f}",
    )
    for v in outcome.verdicts:
        case = ET.SubElement(suite, "testcase", classname=f"{outcome.game}.{v.kind}", name=v.id, time=f"{v.seconds:.4f}")
        if v.reason is not None:
            said = printable(v.reason.text(1))
            inner = ET.SubElement(case, "failure" if v.outcome == "failed" else "skipped", message=said)
            if v.outcome == "failed":
                inner.text = f"{said}\nclauses: {', '.join(v.blamed or v.clauses)}"
    if outcome.fault is not None:
        case = ET.SubElement(suite, "testcase", classname=outcome.game, name="port", time="0")
        error = ET.SubElement(case, "error", message=fault_text(outcome, 1), type=outcome.fault.kind)
        error.text = last_heard(outcome)
    ET.indent(suite)
    text: bytes = ET.tostring(suite, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


_STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 Georgia,"Liberation Serif",serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%;margin:1rem 0}
th,td{text-align:left;vertical-align:top;padding:.25rem .6rem;border-bottom:1px solid #8884}
td.n{text-align:right;font-variant-numeric:tabular-nums}
.failed{color:#b3261e}.passed{color:#14603a}
@media(prefers-color-scheme:dark){.failed{color:#ff8a80}.passed{color:#6fd3a0}}
code{font-size:.9em;overflow-wrap:anywhere}
[lang=en]{opacity:.85}
"""


def as_page(outcome: Outcome, titles: Titles, name: tuple[str, str]) -> str:
    """One page that stands by itself."""

    def both(lt: str, en: str) -> str:
        return f'<span lang="lt">{escape(lt)}</span> <span lang="en">/ {escape(en)}</span>'

    title = f"{name[0]}: {outcome.port.get('name', '?')}"
    head = '<!doctype html><html lang="lt"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>'
    shown = escape(printable(title))
    parts = [f"{head}{shown}</title><style>{_STYLE}</style></head><body><main><h1>{shown}</h1>"]
    parts.append(f"<p>{escape(printable(str(outcome.port.get('version', ''))))}</p>")
    if outcome.fault is not None:
        parts.append(f'<p class="failed">{both(fault_text(outcome, 0), fault_text(outcome, 1))}</p>')
        parts.append(f"<pre>{escape(last_heard(outcome))}</pre>")
    counts = [("teisingai", "passed", "passed"), ("klaidingai", "failed", "failed"), ("neklausta", "not asked", "skipped")]
    parts.append("<table><tbody>")
    for lt, en, key in counts:
        parts.append(f'<tr><th scope="row" class="{key}">{both(lt, en)}</th><td class="n">{outcome.count(key)}</td></tr>')
    parts.append("</tbody></table>")
    parts.append(f"<h2>{both('Pagal punktus', 'By clause')}</h2><table><thead><tr><th>{both('punktas', 'clause')}</th>")
    parts += [f"<th>{both(lt, en)}</th>" for lt, en, _ in counts]
    parts.append("</tr></thead><tbody>")
    for clause, found in sorted(outcome.by_clause().items(), key=lambda one: _by_number(one[0])):
        state = "failed" if found["failed"] else "passed" if found["passed"] else ""
        lt, en = titles.get(clause, ("", ""))
        parts.append(f'<tr><th scope="row" class="{state}">{escape(clause)} {both(lt, en)}</th>')
        parts += [f'<td class="n">{found[key]}</td>' for _, _, key in counts]
        parts.append("</tr>")
    parts.append("</tbody></table>")
    wrong = [v for v in outcome.verdicts if v.outcome == "failed"]
    if wrong:
        parts.append(f"<h2>{both('Klaidos', 'What is wrong')}</h2><table><tbody>")
        for v in wrong:
            assert v.reason is not None
            said = both(printable(v.reason.text(0)), printable(v.reason.text(1)))
            parts.append(
                f"<tr><td><code>{escape(v.id)}</code></td><td>{escape(', '.join(v.blamed or v.clauses))}</td><td>{said}</td></tr>"
            )
        parts.append("</tbody></table>")
    parts.append("</main></body></html>\n")
    return "".join(parts)


def _by_number(clause: str) -> tuple[str, int, str]:
    name, _, number = clause.rpartition("-")
    return name, int(number) if number.isdigit() else 0, clause


__all__ = ["FAULTS", "as_json", "as_junit", "as_page", "fault_text", "printable"]
