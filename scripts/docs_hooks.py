"""Hooks of mkdocs for the site of the documents: links to files outside of docs, and pages that the program describes itself."""

import re
import shutil
import textwrap
from pathlib import Path

from mkdocs.structure.files import File

# Written by scripts/docs if a program is there: pages, and a demo.
GENERATED = Path(".build/docs/generated")
DEMO = Path(".build/docs/demo")
# The typeface and the tokens of the program's own pages, and Material's names for them.
KIT = [Path("Templates/Site", f"{name}.css.mustache") for name in ("typeface", "kit", "kit-roles")]
KIT_IN_MATERIAL = """
[data-md-color-scheme="default"] { color-scheme: light; }
[data-md-color-scheme="slate"] { color-scheme: dark; }
[data-md-color-scheme] {
  --md-text-font: "Feedproof Inter", Inter; --md-primary-fg-color: var(--surface); --md-primary-bg-color: var(--text);
  --md-primary-bg-color--light: var(--dim); --md-accent-fg-color: var(--accent); --md-typeset-a-color: var(--accent);
  --md-default-bg-color: var(--surface); --md-default-fg-color: var(--text); --md-default-fg-color--light: var(--dim);
  --md-default-fg-color--lightest: var(--line); --md-footer-bg-color: var(--ground); --md-footer-bg-color--dark: var(--ground);
  --md-footer-fg-color: var(--text); --md-footer-fg-color--light: var(--dim); --md-footer-fg-color--lighter: var(--dim);
}
.md-header, .md-tabs { border-bottom: 1px solid var(--line); box-shadow: none; }
"""
# Titles of generated pages, in the order of the navigation.
PAGES = {"command-line.md": "Command line", "topics.md": "Topics of help", "demo.md": "Demo"}

# Pages with a section for each framework.
TABBED = {"howto-screenshots.md"}


def on_config(config):
    """Adds generated pages to the reference."""
    found = [{title: name} for name, title in PAGES.items() if (GENERATED / name).exists()]
    if found:
        config.nav = [*config.nav[:3], {"Reference": [*config.nav[3]["Reference"], {"The program": found}]}, *config.nav[4:]]
    return config


def on_files(files, config):
    for name in PAGES:
        if (GENERATED / name).exists():
            files.append(File.generated(config, name, content=(GENERATED / name).read_text(encoding="utf-8")))
    return files


def tabs(markdown):
    """Turns each section into a tab: its heading becomes the title."""
    start, *sections = re.split(r"(?m)^## (.+)$", markdown)
    for title, body in zip(sections[::2], sections[1::2]):
        start += f'=== "{title}"\n\n' + textwrap.indent(body.strip("\n"), "    ") + "\n\n"
    return start


def on_page_markdown(markdown, page, config, files):
    """Links to files outside of docs lead to the repository, and so do folders; generated pages can't be edited."""
    if page.file.src_uri in PAGES:
        page.edit_url = None
    if page.file.src_uri in TABBED:
        markdown = tabs(markdown)
    return re.sub(r"\]\(\.\./([^)\s]+)\)", rf"]({config.repo_url}/blob/main/\1)", markdown)


def on_post_build(config):
    lines = [line for path in KIT for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("{{!")]
    Path(config.site_dir, "kit.css").write_text("\n".join(lines) + KIT_IN_MATERIAL, encoding="utf-8")
    if DEMO.exists():
        shutil.copytree(DEMO, Path(config.site_dir, "demo"), dirs_exist_ok=True)
