"""The rules of docs/timeline.md in a real scroller: Chromium lays out and scrolls the vectors that Timeline and the
scripts pass without a browser."""

import json
import shutil

import pytest

from tool import ROOT

PAGE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>vectors</title>
<style>
  body { margin: 0 }
  #scroller { width: 300px; overflow-y: scroll; overflow-anchor: none }
  #scroller > div { box-sizing: border-box }
</style>
<div id="scroller"></div>
<script type="module">
import { anchors, feedRules, keep } from './common/anchoring.js';
import { heir } from './common/resting.js';

const scroller = document.getElementById('scroller');
const place = (element) => element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
const itemOf = (element) => ({ id: Number(element.dataset.id), top: place(element) + scroller.scrollTop, height: element.offsetHeight });
const content = {
  get height() { return scroller.scrollHeight; },
  shown: (from, end) => [...scroller.children].map(itemOf).filter((item) => item.top < end && item.top + item.height > from),
  find: (id) => { const found = scroller.querySelector(`[data-id="${id}"]`); return found && itemOf(found); },
};
const show = (element, { id, height, gap }) => {
  element.dataset.id = id;
  element.style.height = height + 'px';
  element.style.marginBottom = gap + 'px';
  return element;
};
const made = (item) => show(document.createElement('div'), item);
const height = ([id, value]) => { scroller.querySelector(`[data-id="${id}"]`).style.height = value + 'px'; };

self.played = ({ viewport: [size], items, count, offset, steps }) => {
  scroller.style.height = size + 'px';
  const all = items ?? Array.from({ length: count }, (_, id) => ({ id, height: 100, gap: 8 }));
  scroller.replaceChildren(...all.map(made));
  scroller.scrollTop = offset;
  return steps.map((step) => {
    const viewport = { height: size, insetTop: 0, insetBottom: 0 };
    const before = [...scroller.children].map(itemOf);
    const fixed = anchors(feedRules, viewport, content, scroller.scrollTop, step.expand?.[0]);
    const old = scroller.scrollTop;
    for (const id of step.delete ?? []) scroller.querySelector(`[data-id="${id}"]`).remove();
    if (step.insert) {
      const new_ = step.insert.map(made);
      if (step.at === 'start') scroller.prepend(...new_);
      else if (step.at === 'end') scroller.append(...new_);
      else scroller.querySelector(`[data-id="${step.at.after}"]`).after(...new_);
    }
    if (step.reload) height(step.reload);
    if (step.expand) height(step.expand);
    if (fixed.length && !fixed.some((each) => content.find(each.id))) {
      const at = before.findIndex((item) => item.id === fixed[0].id);
      const ids = before.map((item) => item.id);
      fixed.push(...heir(feedRules, fixed[0], content, ids.slice(0, at).reverse(), ids.slice(at + 1)));
    }
    scroller.scrollTop = keep(fixed, content, old);
    const anchor = step.anchor && content.find(step.anchor.id);
    return { offset: scroller.scrollTop, y: anchor && anchor.top - scroller.scrollTop + (step.anchor.edge === 'top' ? 0 : anchor.height) };
  });
};
</script>
"""


def is_whole(number):
    return float(number).is_integer()


def fits(case):
    """Whether a case is a feed without bars whose steps a document can apply and that comes to rest at once."""
    edits = {"insert", "at", "mayFollow", "delete", "reload", "expand", "offset", "anchor"}
    return (case["rules"] == "feed" and case["viewport"][1:] == [0, 0] and is_whole(case["offset"])
            and all(set(step) <= edits and is_whole(step["offset"]) for step in case["steps"]))


CASES = [case for case in json.loads((ROOT / "Tests/Vectors/anchoring.json").read_text(encoding="utf-8"))["cases"] if fits(case)]


@pytest.fixture(scope="session")
def scroller(built, serve):
    """The address of a page that plays vectors."""
    def build(folder):
        shutil.copytree(ROOT / "Templates/Site/common", folder / "common")
        (folder / "index.html").write_text(PAGE, encoding="utf-8")
    return serve(built("vectors", build)).url


def test_a_document_can_play_several_vectors():
    assert len(CASES) >= 8


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_browser_scrolls_as_the_vector(case, page, scroller):
    page.goto(scroller)
    page.wait_for_function("typeof self.played === 'function'")
    for found, step in zip(page.evaluate("played", case), case["steps"], strict=True):
        assert found["offset"] == pytest.approx(step["offset"], abs=0.01)
        assert (found["y"] or 0) == pytest.approx(step["anchor"]["y"] if step["anchor"] else 0, abs=0.01)
