"""Writes frames measured by a browser in the format of Figma's REST API (GET /v1/files/:key)."""

import json

# Runs in the page, which is laid out `zoom` times larger. Returns the boxes (elements with data-box) as a tree, in points from the
# card's top left corner. A text has the browser's lines and its first baseline.
MEASURE = r"""(zoom) => {
  const round = (value) => Math.round(value * 1000) / 1000;
  const rect = ({x, y, width, height}) =>
    ({x: round(x / zoom), y: round(y / zoom), width: round(width / zoom), height: round(height / zoom)});
  const path = (element) => element.closest("[data-box]");

  function lines(element) {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const pitch = zoom * parseFloat(style.lineHeight);
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const graphemes = new Intl.Segmenter(undefined, {granularity: "grapheme"});
    const found = [];
    let shown = "";
    for (let node; (node = walker.nextNode());) {
      for (const {segment, index} of graphemes.segment(node.data)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + segment.length);
        const [first] = [...range.getClientRects()].filter((r) => r.width > 0);
        if (segment === "\n") {
          if (found.length * pitch < box.height) shown += segment;
          continue;
        }
        // A space that hangs at a line's end has no width.
        const line = first ? Math.floor((first.top + first.height / 2 - box.top) / pitch) : found.length - 1;
        if ((line + 0.5) * pitch > box.height) continue;
        while (found.length <= line) found.push("");
        found[Math.max(line, 0)] += segment;
        shown += segment;
      }
    }
    // Empty lines at the end of a text that is cut.
    while (found.length < Math.round(box.height / pitch)) found.push("");
    return {lines: found.map((line) => line.trimEnd()), characters: shown.trimEnd()};
  }

  function baseline(element) {
    const probe = document.createElement("span");
    probe.style.cssText = "display: inline-block; width: 0; height: 0";
    element.prepend(probe);
    const y = probe.getBoundingClientRect().bottom;
    probe.remove();
    return round(y / zoom);
  }

  function text(element) {
    const style = getComputedStyle(element);
    const spacing = parseFloat(style.letterSpacing);
    return {
      ...lines(element),
      baseline: baseline(element),
      ellipsis: style.textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth,
      style: {
        fontFamily: style.fontFamily.split(",")[0].replaceAll('"', ""),
        fontWeight: Number(style.fontWeight),
        fontSize: parseFloat(style.fontSize),
        lineHeightPx: parseFloat(style.lineHeight),
        letterSpacing: Number.isNaN(spacing) ? 0 : spacing,
      },
    };
  }

  function layer(element) {
    const style = getComputedStyle(element);
    const children = [...element.querySelectorAll("[data-box]")]
      .filter((child) => path(child.parentElement) === element && child.getClientRects().length > 0);
    const own = {name: element.dataset.box, box: rect(element.getBoundingClientRect()), radius: style.borderTopLeftRadius};
    if (children.length > 0) return {...own, kind: "frame", fill: style.backgroundColor, children: children.map(layer)};
    if (element instanceof SVGElement) return {...own, kind: "icon", fill: style.color};
    if (element instanceof HTMLImageElement) return {...own, kind: "image"};
    if (element.textContent !== "") return {...own, kind: "text", fill: style.color, ...text(element)};
    return {...own, kind: "shape", fill: style.backgroundColor};
  }
  return layer(document.querySelector("[data-box]"));
}"""

# Arrange frames in rows on the canvas, as a designer would.
COLUMNS, PITCH_X, PITCH_Y = 6, 520, 1200


def _paint(css):
    """Converts a CSS color (rgb, rgba or color(srgb …)) to a fill. Empty if transparent."""
    inside = css[css.index("(") + 1:css.rindex(")")]
    numbers = [float(part) for part in inside.replace("srgb", "").replace(",", " ").replace("/", " ").split()]
    unit = 1 if css.startswith("color") else 255
    red, green, blue = (round(channel / unit, 4) for channel in numbers[:3])
    alpha = round(numbers[3], 4) if len(numbers) > 3 else 1
    if alpha == 0:
        return []
    return [{"type": "SOLID", "blendMode": "NORMAL", "color": {"r": red, "g": green, "b": blue, "a": alpha}}]


def _radius(layer):
    if layer["radius"].endswith("%"):
        return 0
    return float(layer["radius"].removesuffix("px") or 0)


def _layer(measured, identifier, origin):
    box, kind = measured["box"], measured["kind"]
    circle = measured["radius"].endswith("%")
    kinds = {"frame": "FRAME", "icon": "VECTOR", "text": "TEXT"}
    node = {
        "id": identifier,
        "name": measured["name"],
        "type": kinds.get(kind, "ELLIPSE" if circle else "RECTANGLE"),
        "absoluteBoundingBox": {
            **box, "x": round(box["x"] + origin[0], 3), "y": round(box["y"] + origin[1], 3)},
        "fills": [{"type": "IMAGE", "blendMode": "NORMAL", "scaleMode": "FILL"}]
        if kind == "image" else _paint(measured["fill"]),
    }
    if _radius(measured):
        node["cornerRadius"] = _radius(measured)
    if kind == "text":
        node["characters"] = measured["characters"]
        node["style"] = dict(measured["style"])
        if measured["ellipsis"]:
            node["style"] |= {"textTruncation": "ENDING", "maxLines": 1}
        # Figma's JSON contains neither line breaks nor baselines. Plugin data is the place for such additions.
        node["sharedPluginData"] = {"feedproof": {
            "lines": "\n".join(measured["lines"]),
            "baseline": f"{measured['baseline']:g}",
        }}
    if kind == "frame":
        node["clipsContent"] = measured["name"] == "card"
        node["children"] = [
            _layer(child, f"{identifier}.{number}", origin) for number, child in enumerate(measured["children"], 1)]
    return node


def _moved(node, dx, dy):
    box = node["absoluteBoundingBox"]
    node["absoluteBoundingBox"] = {**box, "x": round(box["x"] + dx, 3), "y": round(box["y"] + dy, 3)}
    for child in node.get("children", []):
        _moved(child, dx, dy)


def _frame(name, number, measured):
    origin = (number % COLUMNS) * PITCH_X, (number // COLUMNS) * PITCH_Y
    box = measured["box"]
    return {
        "id": f"1:{number + 1}",
        "name": name,
        "type": "FRAME",
        "absoluteBoundingBox": {**box, "x": origin[0], "y": origin[1]},
        "fills": [],
        "children": [_layer(measured, f"1:{number + 1}.0", origin)],
    }


def _text(value, depth=0):
    """JSON with a line for each layer, so that a change of one box is one line of a diff."""
    pad = " " * depth
    if isinstance(value, dict) and "children" in value:
        own = json.dumps({k: v for k, v in value.items() if k != "children"}, ensure_ascii=False)
        inner = ",\n".join(_text(child, depth + 1) for child in value["children"])
        return f'{pad}{own[:-1]}, "children": [\n{inner}]}}'
    return pad + json.dumps(value, ensure_ascii=False)


def write(file, names, measured, version):
    """Writes the frames of `names` in this order: those in `measured` with new values, the others unchanged."""
    kept = {}
    if file.exists():
        old = json.loads(file.read_text("utf-8"))
        kept = {frame["name"]: frame for frame in old["document"]["children"][0]["children"]}
    frames = []
    for number, name in enumerate(names):
        if name in measured:
            frames.append(_frame(name, number, measured[name]))
        elif name in kept:
            box = kept[name]["absoluteBoundingBox"]
            x, y = (number % COLUMNS) * PITCH_X, (number // COLUMNS) * PITCH_Y
            _moved(kept[name], x - box["x"], y - box["y"])
            frames.append(kept[name])
    document = {
        "id": "0:0", "name": "Document", "type": "DOCUMENT",
        "children": [{"id": "0:1", "name": "News feed", "type": "CANVAS", "children": frames}],
    }
    head = json.dumps({"name": "newsfeed", "version": version, "schemaVersion": 0}, ensure_ascii=False)
    file.write_text(f'{head[:-1]}, "document":\n{_text(document)}}}\n', "utf-8")
