import DataFormats
import Diagnostics
import Drawing

/// Reads `DOMSnapshot.captureSnapshot` of the Chrome DevTools Protocol: parallel lists of nodes and their boxes in the
/// document, exact to 1/64 CSS px. Bounds are in CSS px, possibly multiplied by the machine's scale; optional
/// `offsetRects` reveal it.
struct DOMSnapshotReader {
  private let strings: [JSONNode]
  /// The requested style names, which Chrome doesn't repeat.
  private let styleNames: [String]
  private var screen = AppScreen(.domSnapshot, .css)

  static func read(_ root: JSONNode) throws -> AppScreen {
    let documents = root.child("documents")?.listed() ?? []
    guard let page = documents.first else { throw Diagnostic(ScreenIssue.badShape(member: "documents")) }
    var reader = DOMSnapshotReader(
      strings: root.child("strings")?.listed() ?? [],
      styleNames: Self.list(root, "computedStyles").compactMap(\.value.text))
    let ratio = root.double("devicePixelRatio").flatMap { $0 > 0 ? $0 : nil }
    let factor = Self.factor(of: page, ratio: ratio)
    var origins: [Int: Rect] = [:]
    for (number, document) in documents.enumerated() {
      // A frame's page begins at its element, shifted by its scroll offset.
      let element = number == 0 ? Rect.zero : origins[number]
      guard let element else { continue }
      let scrolled = number == 0 ? 0 : 1.0
      let origin = Point(
        x: element.minX - scrolled * (document.double("scrollOffsetX") ?? 0),
        y: element.minY - scrolled * (document.double("scrollOffsetY") ?? 0))
      try reader.add(document, factor: factor, origin: origin, frames: &origins)
    }
    var screen = reader.screen
    if let width = page.double("contentWidth"), let height = page.double("contentHeight"), width > 0, height > 0 {
      screen.bounds = Rect(x: 0, y: 0, width: width / factor, height: height / factor)
    }
    screen.scroll = Point(
      x: (page.double("scrollOffsetX") ?? 0) / factor, y: (page.double("scrollOffsetY") ?? 0) / factor)
    if let scale = ratio ?? (factor == 1 ? nil : factor) { (screen.scale, screen.scaleSource) = (scale, .file) }
    return screen
  }

  private init(strings: [JSONNode], styleNames: [String]) {
    (self.strings, self.styleNames) = (strings, styleNames)
  }

  private mutating func add(
    _ document: JSONNode, factor: Double, origin: Point, frames: inout [Int: Rect]
  ) throws {
    guard let nodes = document.child("nodes"), let layout = document.child("layout") else {
      throw Diagnostic(ScreenIssue.badShape(member: "documents"), at: .json(document.path.description))
    }
    let parents = Self.list(nodes, "parentIndex").map { $0.value.int ?? -1 }
    let names = Self.list(nodes, "nodeName")
    let attributes = Self.list(nodes, "attributes")
    guard names.count == parents.count, parents.enumerated().allSatisfy({ $1 < $0 }) else {
      throw Diagnostic(ScreenIssue.badShape(member: "parentIndex"), at: .json(nodes.path.description))
    }
    let start = screen.nodes.count
    for (index, parent) in parents.enumerated() {
      var node = ScreenNode(string(names[index]) ?? "", parent: parent < 0 ? nil : start + parent)
      // Has no box.
      node.isShown = false
      if index < attributes.count { read(attributes[index], into: &node) }
      try screen.add(node)
    }
    let bounds = Self.list(layout, "bounds")
    let texts = Self.list(layout, "text")
    let styles = Self.list(layout, "styles")
    let lines = Self.lineCounts(document)
    for (place, node) in Self.list(layout, "nodeIndex").enumerated() {
      guard let index = node.value.int, names.indices.contains(index), place < bounds.count,
        let frame = Self.rect(bounds[place])
      else { continue }
      let number = start + index
      screen.nodes[number].frame = Rect(
        x: (origin.x + frame.minX) / factor, y: (origin.y + frame.minY) / factor, width: frame.width / factor,
        height: frame.height / factor)
      screen.nodes[number].spread = .within(1.0 / 64)
      screen.nodes[number].isShown = true
      if place < styles.count { readStyles(styles[place], into: &screen.nodes[number]) }
      if place < texts.count, let text = string(texts[place]) { screen.nodes[number].text = text }
      screen.nodes[number].lineCount = lines[place]
    }
    let inner = nodes.child("contentDocumentIndex")
    for (node, document) in zip(inner.map { Self.list($0, "index") } ?? [], inner.map { Self.list($0, "value") } ?? [])
    {
      guard let index = node.value.int, names.indices.contains(index), let number = document.value.int,
        let frame = screen.nodes[start + index].frame
      else { continue }
      frames[number] = Rect(
        x: frame.minX * factor, y: frame.minY * factor, width: frame.width * factor, height: frame.height * factor)
    }
  }

  /// Reads alternating names and values.
  private func read(_ attributes: JSONNode, into node: inout ScreenNode) {
    let words = attributes.listed(atMost: 200).map { string($0) ?? "" }
    var values: [String: String] = [:]
    for index in stride(from: 0, to: words.count - 1, by: 2) { values[words[index]] = words[index + 1] }
    node.identifier = ["data-testid", "data-test-id", "data-test", "data-cy", "id"].lazy.compactMap { values[$0] }
      .first { !$0.isEmpty }
    node.text = ["alt", "aria-label"].lazy.compactMap { values[$0] }.first { !$0.isEmpty }
    node.isClickable = ["A", "BUTTON"].contains(node.kind) || values["role"] == "button"
  }

  /// Reads styles. Hidden elements are recognized by values that no other style has; the rest requires the names.
  private func readStyles(_ styles: JSONNode, into node: inout ScreenNode) {
    let values = styles.listed(atMost: 64).map { string($0) ?? "" }
    node.isInvisible = values.contains("hidden") || values.contains("collapse")
    guard !styleNames.isEmpty, styleNames.count == values.count else { return }
    let named = Dictionary(zip(styleNames, values)) { first, _ in first }
    node.style = ScreenStyle(
      color: named["color"].flatMap(Self.color), background: named["background-color"].flatMap(Self.color),
      family: named["font-family"].flatMap { $0.split(separator: ",").first.map { $0.filter { $0 != "\"" } } },
      weight: named["font-weight"].flatMap { Int($0) },
      size: named["font-size"].flatMap { Double($0.replacing("px", with: "")) })
  }

  /// Parses `rgb(28, 30, 33)` and `rgba(0, 0, 0, 0.5)`.
  private static func color(_ css: String) -> String? {
    guard css.hasPrefix("rgb"), let open = css.firstIndex(of: "(") else { return nil }
    let channels = bracketedNumbers(in: css[open...])
    guard channels.count >= 3, channels.count <= 4, channels.allSatisfy({ (0...255).contains($0) }) else { return nil }
    let bytes = channels.prefix(3).map { Int($0.rounded()) } + channels.dropFirst(3).map { Int(($0 * 255).rounded()) }
    let digits = bytes.prefix(4).map { byte in
      let digits = String(min(byte, 255), radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }
    return "#" + digits.joined()
  }

  private func string(_ index: JSONNode) -> String? {
    guard let index = index.value.int, strings.indices.contains(index) else { return nil }
    return strings[index].value.text
  }

  /// Returns line counts of texts by layout index.
  private static func lineCounts(_ document: JSONNode) -> [Int: Int] {
    guard let boxes = document.child("textBoxes") else { return [:] }
    var tops: [Int: Set<Double>] = [:]
    for (place, bounds) in zip(list(boxes, "layoutIndex"), list(boxes, "bounds")) {
      if let place = place.value.int, let top = rect(bounds)?.minY { tops[place, default: []].insert(top) }
    }
    return tops.mapValues(\.count)
  }

  /// Returns bounds units per CSS px: the most common ratio of boxes to their `offsetRects`, which are in whole CSS px.
  private static func factor(of document: JSONNode, ratio: Double?) -> Double {
    guard let layout = document.child("layout") else { return 1 }
    let ratios = zip(list(layout, "bounds"), list(layout, "offsetRects")).compactMap { bounds, offsets -> Double? in
      guard let box = rect(bounds), let offset = rect(offsets), offset.width >= 16 else { return nil }
      return box.width / offset.width
    }.sorted()
    guard !ratios.isEmpty else { return 1 }
    let middle = ratios[ratios.count / 2]
    if abs(middle - 1) < 0.05 { return 1 }
    return ratio.flatMap { abs($0 - middle) < 0.05 ? $0 : nil } ?? (middle * 8).rounded() / 8
  }

  private static func list(_ node: JSONNode, _ key: String) -> [JSONNode] { node.child(key)?.listed() ?? [] }

  private static func rect(_ node: JSONNode) -> Rect? {
    let sides = node.listed(atMost: 5).compactMap(\.value.double)
    return sides.count == 4 ? Rect(x: sides[0], y: sides[1], width: sides[2], height: sides[3]) : nil
  }
}
