from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.protocols.tiles.lines import decode, encode, scan
from tests.properties import tried

#: Tokens and the line that says them, as the original programs write and read it.
BOTH_WAYS = [
    (["PING"], "PING"),
    (["CATC", "b", "hello world"], 'CATC b "hello world%"'),
    (["CATC", "b", ""], 'CATC b "%"'),
    (["CATC", "b", 'say "hi"'], r'CATC b "say \"hi\"%"'),
    (["CATC", "b", '"'], r'CATC b "\"%"'),
    (["CATC", "b", "back\\slash"], r"CATC b back\slash"),
    (["CATC", "b", "x\\"], "CATC b x\\"),
    (["CATC", "b", "ends with backslash \\"], r'CATC b "ends with backslash \%"'),
    (["CATC", "b", "50%"], "CATC b 50%"),
    (["CATC", "b", " "], 'CATC b " %"'),
    (["NAMS", encode(["boran", "", "istref", "robin"])], r'NAMS "boran \"%\" istref robin%"'),
    (
        ["+LLPL", encode([encode(["2", "istref", "boran"]), encode(["6", "", "robin"])])],
        r'+LLPL "\"2 istref boran%\" \"6 \\"%\\" robin%\"%"',
    ),
    (["+LLPL", encode([])], '+LLPL "%"'),
    (["+LPLA", encode(["solo"])], "+LPLA solo"),
    (["+LGAM", "r", encode(["51"])], "+LGAM r 51"),
    (["A", "tab\tNBSP\u00a0", "zürich"], "A tab\tNBSP\u00a0 zürich"),
    ([], ""),
]

#: Lines that `encode` never writes, and what the original server reads in them.
READ_ONLY = [
    ("  PING  ", ["PING"]),
    ("A  B", ["A", "B"]),
    ('"PING%"', ["PING"]),
    ('A "" B', ["A", "B"]),
    ('A "x y" B', ["A", "x y", "B"]),
    ('+LPLA "istref robin boran pascal "', ["+LPLA", "istref robin boran pascal "]),
    ('A "x y %" B', ["A", "x y ", "B"]),
    ("A %", ["A", "%"]),
    ("A 50%", ["A", "50%"]),
    ('A "50%"', ["A", "50"]),
    ('A "50%%"', ["A", "50%"]),
    (r'A "\\%"', ["A", "\\\\"]),
    (r'A "\"', ["A"]),
    ('A "a\\', ["A"]),
    ('A "open B C', ["A"]),
    ('A B"', ["A"]),
    (r"A \"x y\"", ["A"]),
    ('A "a%" "b', ["A", "a"]),
    ("A\tB", ["A\tB"]),
    ("", []),
    ("   ", []),
    ('"open', []),
]

#: What follows from the rules of the scan beyond the recorded lines.
CORNERS = [
    ('A "" 50% 50%', ["A", "50", "50%"]),
    ('A mid"d l"e B', ["A", "midd le", "B"]),
    ('A "a%""b%" C', ["A", "a%b", "C"]),
    ('A "a%"b C', ["A", "a%b", "C"]),
    ('A "x" "y%"', ["A", "x", "y"]),
    ('A "a b" c "d%"', ["A", "a b", "c", "d"]),
    (' "a%"  "b%" ', ["a", "b"]),
]

WIRE = st.text(alphabet='"\\% aB:7\t\u00a0ü', max_size=40)
TOKEN = st.one_of(WIRE, st.text(max_size=20).map(lambda text: text.translate({10: "", 13: ""})))
TOKENS = st.lists(TOKEN, max_size=6)
#: Lines near those that `encode` writes, where a shortcut would go wrong first.
PIECES = st.lists(
    st.sampled_from(['"', '%"', '"%"', '\\"', '\\"%\\"', "\\", "%", " ", "  ", "a", "7:RED"]),
    max_size=16,
).map("".join)


@pytest.mark.parametrize(("tokens", "line"), BOTH_WAYS)
def test_tokens_are_written_as_the_original_writes_them(tokens: list[str], line: str) -> None:
    assert encode(tokens) == line


@pytest.mark.parametrize(("tokens", "line"), BOTH_WAYS)
def test_written_lines_are_read_back(tokens: list[str], line: str) -> None:
    assert decode(line) == tokens
    assert scan(line) == tokens


@pytest.mark.parametrize(("line", "tokens"), READ_ONLY + CORNERS)
def test_odd_lines_are_read_as_the_original_reads_them(line: str, tokens: list[str]) -> None:
    assert decode(line) == tokens
    assert scan(line) == tokens


def test_a_list_with_a_trailing_blank_has_no_extra_element() -> None:
    assert decode("istref robin boran pascal ") == ["istref", "robin", "boran", "pascal"]


@pytest.mark.parametrize("token", ["a\nb", "a\rb", "\n", "with blank\r\n"])
def test_a_token_with_a_line_break_is_refused(token: str) -> None:
    with pytest.raises(ValueError, match="line break"):
        encode(["CATC", "b", token])


@pytest.mark.parametrize("token", ["a\u2028b", "a\x0bb", "a\x85b"])
def test_other_unicode_line_breaks_are_ordinary_characters(token: str) -> None:
    assert decode(encode(["CATC", "b", token])) == ["CATC", "b", token]


@given(TOKENS)
def test_every_token_list_survives_the_round_trip(tokens: list[str]) -> None:
    line = encode(tokens)
    assert decode(line) == tokens
    assert scan(line) == tokens


@given(st.recursive(TOKEN, lambda inner: st.lists(inner, max_size=4), max_leaves=12))
def test_nested_lists_survive_the_round_trip(tree: object) -> None:
    def written(node: object) -> str:
        return encode([written(child) for child in node]) if isinstance(node, list) else str(node)

    def read_like(node: object, text: str) -> object:
        if not isinstance(node, list):
            return text
        children = decode(text)
        assert len(children) == len(node)
        return [read_like(child, part) for child, part in zip(node, children, strict=True)]

    assert read_like(tree, written(tree)) == tree


def test_every_short_line_is_read_as_the_scan_reads_it() -> None:
    for length in range(8):
        for chars in product('"\\% a', repeat=length):
            line = "".join(chars)
            assert decode(line) == scan(line), line


@tried(300)
@given(st.one_of(WIRE, PIECES, st.text()))
def test_any_line_is_read_as_the_scan_reads_it(line: str) -> None:
    assert decode(line) == scan(line)


@given(st.one_of(WIRE, PIECES, st.text()))
def test_what_was_read_can_be_written_and_read_again(line: str) -> None:
    tokens = [token for token in decode(line) if "\n" not in token and "\r" not in token]
    assert decode(encode(tokens)) == tokens
