"""Checks the rules of docs/timeline.md in a real scroller: Chromium lays out and scrolls the vectors that Timeline
and the scripts pass without a browser."""

import json
import shutil

import site_server

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


def vectors(checks, browser, root, work):
    with checks.section("vectors of anchoring, laid out and scrolled by the browser"), browser.page() as page:
        folder = work / "vectors"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(root / "Templates/Site/common", folder / "common")
        (folder / "index.html").write_text(PAGE, encoding="utf-8")
        page.goto(site_server.serve(folder).url)
        page.wait_for_function("typeof self.played === 'function'")
        text = (root / "Tests/Vectors/anchoring.json").read_text(encoding="utf-8")
        cases = [case for case in json.loads(text)["cases"] if fits(case)]
        checks.expect("there are cases that a document can play", len(cases) >= 8, len(cases))
        for case in cases:
            found = page.evaluate("played", case)
            wanted = [{"offset": step["offset"], "y": step["anchor"] and step["anchor"]["y"]} for step in case["steps"]]
            same = all(abs(one["offset"] - other["offset"]) < 0.01 and abs((one["y"] or 0) - (other["y"] or 0)) < 0.01
                       for one, other in zip(found, wanted))
            checks.expect(f"{case['id']}: {case['about']}", same, "" if same else f"{found} and not {wanted}")
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")
