"""JavaScript modules as one classic script, for modules do not run from a file on a disk.

Each module becomes a function that is called once, in the order in which they need each other. Only the forms that our
modules use are known; any other is refused, with its file and line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:class|function|const) (\w+))", re.MULTILINE)
# Indentation and comments that stand alone are for who writes the modules.
_ASIDE = re.compile(r"^[ \t]*(?://.*|/\*\*.*\*/)\n", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class BundleError(Exception):
    """A module that cannot be bundled; the message says where and what to do."""


def bundle(start: Path, given: Mapping[str, str]) -> str:
    """The modules that ``start`` needs, and ``start`` itself; ``given`` are modules beside it that are made, not written."""
    folder = start.parent.resolve()
    texts = {folder / name: text for name, text in given.items()}
    done: dict[Path, str] = {}
    _add(start.resolve(), texts, done, ())
    return '"use strict";\n(() => {\nconst kirtis = {};\n' + "".join(done.values()) + "})();\n"


def _add(path: Path, texts: Mapping[Path, str], done: dict[Path, str], needing: tuple[Path, ...]) -> None:
    if path in done:
        return
    if path in needing:
        raise BundleError(f"{path}:1: the module needs itself; break the circle")
    text = texts.get(path)
    if text is None:
        if not path.is_file():
            by = f" that {needing[-1]} imports" if needing else ""
            raise BundleError(f"{path}: there is no module{by}; build the book in a whole checkout")
        text = path.read_text("utf-8")
    names = [path.parent.name, path.stem]
    for _, other in _IMPORT.findall(text):
        _add((path.parent / other).resolve(), texts, done, (*needing, path))

    def take(match: re.Match[str]) -> str:
        other = (path.parent / match[2]).resolve()
        return f"const {{{match[1].replace(' as ', ': ')}}} = kirtis[{_key(other)}];\n"

    exported = _EXPORT.findall(text)
    body = _EXPORT.sub("", _IMPORT.sub(take, text))
    if left := _LEFT.search(body):
        raise BundleError(f"{path}: “{left[0]}” is a form that the bundle does not know; write it as the other modules do")
    body = re.sub(r"^[ \t]+", "", _ASIDE.sub("", body), flags=re.MULTILINE)
    done[path] = f"// {'/'.join(names)}\nkirtis[{_key(path)}] = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();\n"


def _key(path: Path) -> str:
    return f'"{path.parent.name}/{path.stem}"'
