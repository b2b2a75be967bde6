import Drawing

extension FigmaFile {
  /// All contents as JSON: frames, texts, shapes, stacks, styles and bound variables, one entry per line. Default
  /// values are omitted.
  package var json: String {
    var lines = JSONLines()
    lines.add("name", name.map { .text($0) })
    lines.add("version", version.map { .text($0) })
    lines.add("lastModified", lastModified.map { .text($0) })
    lines.add("counts", counts)
    lines.add("pages", pages.map { ["id": .text($0.id), "name": .text($0.name)] })
    lines.add("frames", nodes.lazy.filter(\.isFrame).map(\.frameJSON))
    lines.add("texts", nodes.lazy.compactMap(\.textJSON))
    lines.add("shapes", nodes.lazy.filter(\.isShape).map(\.shapeJSON))
    lines.add("autoLayouts", nodes.indices.lazy.compactMap(autoLayoutJSON))
    lines.add("styles", styleForms)
    lines.add(
      "boundVariables",
      nodes.lazy.flatMap { node in
        node.variables.map { ["node": .text(node.id), "field": .text($0.field), "variable": .text($0.id)] }
      })
    return lines.closed()
  }

  package var counts: JSONOutput {
    func count(_ isCounted: (FigmaNode) -> Bool) -> JSONOutput { .number(Double(nodes.count(where: isCounted))) }
    return [
      "nodes": .number(Double(nodes.count)), "frames": count(\.isFrame), "texts": count { $0.text != nil },
      "shapes": count(\.isShape), "autoLayouts": count { $0.autoLayout != nil },
      "boundVariables": .number(Double(nodes.reduce(0) { $0 + $1.variables.count })),
    ]
  }

  private var styleForms: [JSONOutput] {
    let users = styleUsers
    return styles.map { style in
      let user = users[style.id]
      let value = user.map { nodes[$0.node].value(of: style.kind, role: $0.role) } ?? .none(reason: "unused")
      return JSONOutput([
        ("id", .text(style.id)), ("name", .text(style.name)), ("styleType", .text(style.type)),
        ("node", user.map { .text(nodes[$0.node].id) }),
        ("description", style.description.isEmpty ? nil : .text(style.description)), value.member,
      ])
    }
  }

  /// Returns published styles with their values, as far as this file contains the nodes with the values.
  ///
  /// - Parameter name: The name of this file.
  package func json(of published: [FigmaStyle], name: String) -> String {
    let places = places
    var lines = JSONLines()
    lines.add("nodes", .text(name))
    lines.add(
      "styles",
      published.map { style in
        let value = places[style.id].map { nodes[$0].value(of: style.kind) } ?? .none(reason: "missing")
        return JSONOutput([
          ("name", .text(style.name)), ("styleType", .text(style.type)), ("node", .text(style.id)),
          ("description", style.description.isEmpty ? nil : .text(style.description)), value.member,
        ])
      }, always: true)
    return lines.closed()
  }

  func offset(of index: Int) -> JSONOutput? {
    offsetInParent(of: index).map { .numbers([$0.x, $0.y]) }
  }

  private func autoLayoutJSON(_ index: Int) -> JSONOutput? {
    let node = nodes[index]
    guard let layout = node.autoLayout else { return nil }
    let inside = children(of: index).map { index in
      let (child, place) = (nodes[index], nodes[index].placing)
      return JSONOutput([
        ("id", .text(child.id)), ("name", .text(child.name)), ("hidden", child.isVisible ? nil : true),
        ("absolute", place.isAbsolute ? true : nil), ("horizontal", place.horizontal.map { .text($0) }),
        ("vertical", place.vertical.map { .text($0) }), ("grow", place.grow == 0 ? nil : .rounded(place.grow)),
        ("align", place.align == "INHERIT" ? nil : .text(place.align)), ("offset", offset(of: index)),
        ("minWidth", place.minWidth.map { .rounded($0) }), ("maxWidth", place.maxWidth.map { .rounded($0) }),
        ("minHeight", place.minHeight.map { .rounded($0) }), ("maxHeight", place.maxHeight.map { .rounded($0) }),
      ])
    }
    return JSONOutput(
      [("id", .text(node.id)), ("name", .text(node.name))] + layout.fields + [
        ("horizontal", node.placing.horizontal.map { .text($0) }),
        ("vertical", node.placing.vertical.map { .text($0) }),
      ] + layout.lineFields + [("children", .list(inside))])
  }
}

extension FigmaAutoLayout {
  /// The fields of every auto layout.
  var fields: [(String, JSONOutput?)] {
    [
      ("mode", .text(mode)), ("gap", .rounded(gap)), ("padding", padding.json), ("primaryAlign", .text(primaryAlign)),
      ("counterAlign", .text(counterAlign)), ("primarySizing", .text(primarySizing)),
      ("counterSizing", .text(counterSizing)),
    ]
  }

  var lineFields: [(String, JSONOutput?)] {
    [
      ("reverseZ", reversesOrder ? true : nil), ("strokesIncluded", includesStrokes ? true : nil),
      ("wrap", wraps ? true : nil), ("lineGap", wraps ? .rounded(lineGap) : nil),
      ("alignContent", wraps ? .text(alignContent) : nil),
    ]
  }
}

extension FigmaText.Range {
  var json: JSONOutput {
    let color = fills.topColor.map { JSONOutput.text($0.fullHex) }
    return JSONOutput([
      ("start", .number(Double(start))), ("end", .number(Double(end))), ("color", color),
      ("style", JSONOutput(style.fields)),
    ])
  }
}

extension FigmaNode {
  fileprivate var frameJSON: JSONOutput {
    [
      "id": .text(id), "name": .text(name), "type": .text(type), "depth": .number(Double(depth)),
      "page": page.map { .text($0) }, "box": box?.json, "hidden": isHidden ? true : nil, "clips": clips ? true : nil,
      "component": component.map { .text($0) },
    ]
  }

  fileprivate var textJSON: JSONOutput? {
    guard let text else { return nil }
    return [
      "id": .text(id), "name": .text(name), "characters": .text(text.characters), "box": box?.json,
      "hidden": isHidden ? true : nil, "opacity": opacity == 1 ? nil : .rounded(opacity),
      "rotation": rotation.map { .rounded($0, .two) }, "color": color.map { .text($0.fullHex) },
      "style": JSONOutput(text.style.fields),
      "lineHeightMultiple": text.style.lineHeightMultiple.map { .rounded($0, .six) },
      "ranges": text.ranges.isEmpty ? nil : .list(text.ranges.map(\.json)),
    ]
  }

  fileprivate var shapeJSON: JSONOutput {
    let size = isRotated ? nil : box?.size
    func paints(_ paints: [FigmaPaint]) -> JSONOutput? {
      paints.isEmpty ? nil : .list(paints.map { $0.json(size: size) })
    }
    let strokes: JSONOutput? =
      self.strokes.isEmpty
      ? nil
      : [
        "paints": paints(self.strokes), "weight": .rounded(strokeWeight), "align": strokeAlign.map { .text($0) },
        "dashes": strokeDashes.isEmpty ? nil : .numbers(strokeDashes), "weights": sideWeights?.json,
      ]
    return [
      "id": .text(id), "name": .text(name), "type": .text(type), "box": box?.json, "hidden": isHidden ? true : nil,
      "opacity": opacity == 1 ? nil : .rounded(opacity), "rotation": rotation.map { .rounded($0, .two) },
      "mask": isMask ? true : nil, "blendMode": isBlended ? .text(blendMode) : nil, "fills": paints(fills),
      "strokes": strokes, "radii": radii.isEmpty ? nil : .numbers(radii),
      "smoothing": smoothing == 0 ? nil : .rounded(smoothing),
      "effects": effects.isEmpty ? nil : .list(effects.map(\.json)),
    ]
  }

  /// Whether the layer has a blend mode other than normal.
  package var isBlended: Bool { blendMode != "PASS_THROUGH" && blendMode != "NORMAL" }
}

extension Rect {
  var json: JSONOutput {
    ["x": .rounded(minX), "y": .rounded(minY), "width": .rounded(width), "height": .rounded(height)]
  }
}

extension EdgeInsets {
  /// Top, right, bottom, left.
  var json: JSONOutput { .numbers([top, right, bottom, left]) }
}
