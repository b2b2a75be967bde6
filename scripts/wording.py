"""Phrases that our documents, comments, messages and pages avoid, with what to write instead.

  wording.py             prints path:line: phrase -> advice for each; exits with 1 if there are any
  wording.py --count     prints the number in each module, also of modules that are not checked yet

Checked are Markdown (without code), comments of Sources outside of OPEN, strings of Sources, and the texts of Templates/Strings/en.yml and Templates/Site. The list is a net with large meshes: plain
sentences with an actor, a verb and an object need no list. Run in the checkout. Python 3.9 or newer, standard library only.
"""

import re
import sys
from collections import Counter
from pathlib import Path

AVOIDED = [
    (r"\b(?:is|are|was|were|be) (?:never |not |also )?(?:told|said)\b", "reported, printed, listed"),
    (r"\btells? (?:of|apart)\b", "reports, distinguishes"),
    (r"\b(?:whoever|whatever is|whatever was)\b", "anyone who, any"),
    (r"\b(?:somebody|nobody|anybody)\b", "name the actor: the user, the caller, another process"),
    (r"\banew\b|\bas ever\b|\bin silence\b", "again, as usual, silently"),
    (r"\bmend(?:s|ed|ing)?\b", "fix, repair"),
    (r"\banother one\b|\b(?:is|are) no more\b", "a different one; no longer exists"),
    (r"\b(?:stands?|lies?) (?:beside|in|there|behind|under|over|where)\b", "is in, is next to, is below"),
    (r"\bbeside\b", "next to, compared with, besides"),
    (r"\bh[eo]ld(?:s|ing)? (?:it |them |\w+ )?against\b", "compare with"),
    (r"\bof (?:which|whom)\b", "whose; or split the sentence"),
    (r"(?:^|[.;:] )(?:What|Whatever) (?:is|are|was|has|does|comes|can|may|must)\b", "name the noun"),
    (r"\b(?:of|with|by|from) what (?:is|are|was|has)\b", "name the noun"),
    (r"\b[Nn]il where\b|\bwhere (?:there (?:is|are)|nothing|none|it is|they are|asked)\b", "if, when; where is for places"),
    (r"\bthe way out\b|\bhow (?:it|they) came out\b|\bone's own\b", "the fix, the result, your own"),
    (r"\b(?:is|are) looked at\b|\bto be looked at\b", "is checked, is reviewed"),
    (r"\ball (?:that|else)\b", "everything, the rest"),
    (r"\bis there (?:already|no more|any more)\b|\bthe usual of\b", "already exists; the default for"),
    (r"\bby (?:anybody|whatever|whom)\b|\bone's\b", "from any source; your, the user's"),
    (r"\b(?:takes?|took|taken) (?:it|them|everything) away\b|\bthe whole of\b", "removes; all of"),
    (r"\bhas to (?:hold|stand)\b|\bthat there (?:is|are)\b", "must; existing"),
    (r"\b(?:colour|grey|behaviour|optimis|recognis|licence|analys(?:e|ed|es)\b)", "American spelling"),
]  # fmt: skip
PATTERN = [(re.compile(pattern, re.M), advice) for pattern, advice in AVOIDED]
# Modules whose comments are not rewritten yet. Remove a name when its module has no more hits.
OPEN = set()
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
SCRIPT_STRING = re.compile(r"'((?:[^'\\\n]|\\.)*)'")
# Trials' tables repeat what the program prints.
TABLE = re.compile(r"^\|.*\|$")
PRINTED = {"docs/testing.md", "docs/diagnostics.md"}


def prose(file):
    """Lines of Markdown outside of code, with X in the place of inline code and without addresses of links."""
    fenced = False
    for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and not (str(file) in PRINTED and TABLE.match(line)):
            yield number, re.sub(r"`[^`]*`", "X", re.sub(r"\]\([^)]*\)", "]", line))


def comments(file):
    for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
        found = re.match(r"\s*///?\s?(.*)", line)
        if found:
            yield number, re.sub(r"`[^`]*`", "X", found[1])


def strings(file):
    """String literals of several words, with X in the place of interpolations."""
    literal = STRING if file.suffix in (".swift", ".yml") else SCRIPT_STRING
    for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
        if not line.lstrip().startswith(("//", "*", "#")):
            for text in literal.findall(line):
                if " " in text:
                    yield number, re.sub(r"\\\((?:[^()]|\([^()]*\))*\)", "X", text)


def page(file):
    """Texts and attributes of a page template."""
    for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
        yield number, re.sub(r"<[^>]*>", " ", line)
        yield from ((number, text) for text in STRING.findall(line) if " " in text)


def hits(lines):
    for number, text in lines:
        for pattern, advice in PATTERN:
            for match in pattern.finditer(text):
                yield number, match[0].strip(" .;:"), advice


def main():
    documents = [*sorted(Path().glob("*.md")), *sorted(Path("docs").glob("*.md"))]
    modules = sorted(folder for folder in Path("Sources").iterdir() if folder.is_dir())
    if sys.argv[1:] == ["--count"]:
        counts = Counter({f"{module.name}{' (open)' if module.name in OPEN else ''}": sum(1 for file in module.rglob("*.swift") for _ in hits(comments(file))) for module in modules})
        for name, count in counts.most_common():
            print(f"{count:5} {name}")
        return 0
    texts = [(file, prose(file)) for file in documents]
    for module in modules:
        if module.name not in OPEN:
            texts += [(file, comments(file)) for file in sorted(module.rglob("*.swift"))]
        texts += [(file, strings(file)) for file in sorted(module.rglob("*.swift"))]
    site = Path("Templates/Site")
    texts += [(file, strings(file)) for file in [Path("Templates/Strings/en.yml"), *sorted(site.rglob("*.js"))] if "stems" not in file.parts]
    texts += [(file, page(file)) for file in sorted(site.glob("*.html.mustache"))]
    broken = [f"{file}:{number}: {phrase!r} -> {advice}" for file, lines in texts for number, phrase, advice in hits(lines)]
    for line in broken:
        print(line)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
