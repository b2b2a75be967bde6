import Drawing
import ImageComparison
import Projects

/// A frame of a design that is compared with a card. Some of its layers represent boxes.
package struct DesignFrame: Sendable {
  package let file: FigmaFile
  /// The index of the frame among the file's layers.
  package let index: Int
  /// The part of the frame that shows the card, in points from the frame's corner; nil for all of it.
  package let crop: Rect?
  package let map: BoxMap
  /// Whether layers and boxes without a counterpart are differences.
  package let reportsUnmapped: Bool

  package init(file: FigmaFile, index: Int, crop: Rect?, map: BoxMap, reportsUnmapped: Bool) {
    (self.file, self.index, self.crop, self.map, self.reportsUnmapped) = (file, index, crop, map, reportsUnmapped)
  }

  /// The name of the outermost box, for cards that don't name it.
  private static let root = "card"

  /// A visible layer of the card.
  package struct Layer {
    package var node: FigmaNode
    /// The names from the frame down to the layer, separated by slashes.
    var names: String
    /// Whether the designer chose all of these names.
    var isNamed: Bool
    /// The path of the box that the layer's name denotes; nil if Figma generated the name.
    var box: String?
    /// The frame of the layer in points, from the card's corner.
    var place: Rect
  }

  /// The result of matching the frame with a card.
  package struct Match {
    package var layout: LayoutRecord
    /// The number of boxes with a layer, not counting the card itself.
    package var mapped: Int
    /// Boxes and layers without a counterpart.
    package var boxes: [String]
    package var layers: [Layer]
  }

  /// Returns the layer of the card and its frame on the canvas; nil if the design's frame has no position.
  private func start(root: String) -> (index: Int, place: Rect)? {
    guard let box = file.nodes[index].box else { return nil }
    if let crop { return (index, Rect(x: box.minX + crop.minX, y: box.minY + crop.minY, size: crop.size)) }
    let own = file.children(of: index).first { child in
      let node = file.nodes[child]
      return (node.wholeName ?? node.name) == root && node.isVisible && (node.isFrame || node.end > child + 1)
    }
    return (own ?? index, own.flatMap { file.nodes[$0].box } ?? box)
  }

  /// Returns the layers in document order. The first one is the card.
  private func layers(root: String) -> (size: Size, layers: [Layer]) {
    guard let (first, card) = start(root: root) else { return (.zero, []) }
    var layers: [Layer] = []
    // The enclosing box and the names down to it, by node index. If a node is missing, everything in it is hidden.
    var around: [Int: (path: String, names: String, isNamed: Bool)] = [:]
    for index in first..<file.nodes[first].end {
      let node = file.nodes[index]
      guard node.isVisible else { continue }
      if index == first {
        around[index] = (root, "", true)
        layers.append(
          Layer(node: node, names: "", isNamed: true, box: root, place: Rect(x: 0, y: 0, size: card.size)))
        continue
      }
      guard let parent = node.parent.flatMap({ around[$0] }), !node.isPrivate else { continue }
      // In a cropped frame, the card is a layer of its own, not a box in the card.
      let isCard = crop != nil && node.name == root && node.box.map(card.isNear) == true
      let path =
        isCard ? root : node.wholeName ?? (node.isUnnamed ? parent.path : "\(parent.path)/\(node.name)")
      let names = parent.names.isEmpty ? node.name : "\(parent.names)/\(node.name)"
      let isNamed = parent.isNamed && !node.isUnnamed
      around[index] = (path, names, isNamed)
      guard let box = node.box else { continue }
      let place = Rect(x: box.minX - card.minX, y: box.minY - card.minY, size: box.size)
      layers.append(
        Layer(
          node: node, names: names, isNamed: isNamed, box: node.wholeName == nil && node.isUnnamed ? nil : path,
          place: place))
    }
    // A background with the name of the card represents it instead of the frame.
    if layers.dropFirst().contains(where: { $0.box == root }) { layers.removeFirst() }
    return (card.size, layers)
  }

  /// Matches the frame's layers with the boxes of a card.
  package func match(_ card: LayoutRecord) -> Match {
    let root = card.boxes.first.map { $0.path.contains("/") ? Self.root : $0.path } ?? Self.root
    let (size, layers) = layers(root: root)
    let boxes = Dictionary(card.boxes.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    var found: [Int: String] = [:]
    for entry in map.entries {
      guard let place = entry.layers.lazy.compactMap({ Self.place(of: $0, in: layers) }).first else { continue }
      found[place] = Self.path(of: entry.box, root: root, in: card)
    }
    let taken = Set(found.values)
    for (place, layer) in layers.enumerated() where found[place] == nil {
      guard let box = layer.box, !taken.contains(box) else { continue }
      if boxes[box] != nil || layer.node.wholeName != nil || reportsUnmapped { found[place] = box }
    }
    let records = found.sorted { $0.key < $1.key }.map { place, path in
      layers[place].record(path, as: boxes[path])
    }
    let known = Set(records.map(\.path))
    return Match(
      layout: LayoutRecord(size: size, boxes: records), mapped: known.count { $0 != root && boxes[$0] != nil },
      boxes: card.boxes.map(\.path).filter { !known.contains($0) },
      layers: layers.indices.filter { found[$0] == nil }.map { layers[$0] })
  }

  /// - Parameter layer: An id, the path of names, or its end.
  private static func place(of layer: String, in layers: [Layer]) -> Int? {
    layers.firstIndex { $0.node.id == layer || $0.names == layer }
      ?? layers.firstIndex { $0.names.hasSuffix("/\(layer)") }
  }

  private static func path(of box: String, root: String, in card: LayoutRecord) -> String {
    let paths = card.boxes.map(\.path)
    if paths.contains(box) { return box }
    let whole = "\(root)/\(box)"
    let ends = paths.filter { $0.hasSuffix("/\(box)") }
    return paths.contains(whole) || ends.count != 1 || box.hasPrefix("\(root)/")
      ? (box.hasPrefix("\(root)/") ? box : whole) : ends[0]
  }
}

extension DesignFrame.Layer {
  /// - Parameter drawn: The rendered box that the layer represents.
  fileprivate func record(_ path: String, as drawn: BoxRecord?) -> BoxRecord {
    var record = BoxRecord(path: path, frame: place, color: color)
    guard node.type == "TEXT" else { return record }
    let style = node.text?.style
    record.lineTexts = node.told?.lines
    record.baseline = node.told?.baseline
    record.lineCount = record.lineTexts?.count
    // A style that allows truncation doesn't tell whether this text is truncated. The author of the mockup does
    // (`told`).
    if node.told != nil, style?.isTruncated == true { record.isTruncated = true }
    let font = style.map { style in
      FontRecord(
        family: style.fontFamily, size: style.fontSize, weight: style.fontWeight.flatMap { Int(exactly: $0.rounded()) },
        lineHeight: style.lineHeightPx, letterSpacing: style.letterSpacing)
    }
    record.font = font == FontRecord() ? nil : font
    guard node.told == nil, let setting = style.flatMap(DesignText.init) else { return record }
    return setting.settled(record, as: drawn)
  }

  /// The color of the topmost fill, if it is solid.
  private var color: String? {
    node.color.map { Color(red: $0.red, green: $0.green, blue: $0.blue, alpha: $0.alpha * node.opacity).hex }
  }
}

extension Rect {
  fileprivate init(x: Double, y: Double, size: Size) { self.init(x: x, y: y, width: size.width, height: size.height) }

  fileprivate func isNear(_ other: Rect) -> Bool {
    [minX - other.minX, minY - other.minY, maxX - other.maxX, maxY - other.maxY].allSatisfy { abs($0) <= 1 }
  }
}

// MARK: Proposing

extension DesignFrame {
  /// The largest number of pairs to rate. A frame may have a hundred thousand layers.
  private static let pairLimit = 2_000_000

  /// Proposes layers for boxes without one: those with the same text, a similar name or a similar position.
  package static func proposal(for match: Match, of card: LayoutRecord) -> BoxMapProposal? {
    let open = Set(match.boxes)
    let boxes = card.boxes.filter { open.contains($0.path) }
    guard !boxes.isEmpty, match.layers.count <= pairLimit / boxes.count else { return nil }
    var pairs: [(score: Double, box: Int, layer: Int)] = []
    for (box, record) in boxes.enumerated() {
      for (layer, candidate) in match.layers.enumerated() {
        let score = candidate.likeness(to: record)
        if score >= 1.5 { pairs.append((score, box, layer)) }
      }
    }
    pairs.sort { ($1.score, $0.box, $0.layer) < ($0.score, $1.box, $1.layer) }
    var (taken, found): (Set<Int>, [Int: Int]) = ([], [:])
    for pair in pairs where found[pair.box] == nil && taken.insert(pair.layer).inserted { found[pair.box] = pair.layer }
    guard !found.isEmpty else { return nil }
    var names: [String: Int] = [:]
    for layer in match.layers { names[layer.names, default: 0] += 1 }
    return BoxMapProposal(
      entries: found.sorted { $0.key < $1.key }.map { box, place in
        let (path, layer) = (boxes[box].path, match.layers[place])
        let isByName = layer.isNamed && names[layer.names] == 1
        return BoxMapProposal.Entry(
          box: path.firstIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path,
          layer: isByName ? layer.names : layer.node.id, comment: isByName ? nil : layer.names)
      })
  }
}

extension DesignFrame.Layer {
  /// Returns 0 for an impossible pair, and at least 1.5 for a likely one.
  fileprivate func likeness(to box: BoxRecord) -> Double {
    guard (node.type == "TEXT") == (box.lineTexts != nil && box.isText) else { return 0 }
    var score = 2 * overlap(box.frame)
    let name = Self.plain(box.path.split(separator: "/").last.map(String.init) ?? box.path)
    let own = Self.plain(node.name)
    if own == name { score += 2 } else if !name.isEmpty, own.contains(name) { score += 1 }
    if let text = node.text, let lines = box.lineTexts, Self.plain(text.characters) == Self.plain(lines.joined()) {
      score += 2
    }
    return score
  }

  private static func plain(_ text: String) -> String {
    String(text.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  /// Returns the shared area as a fraction of the combined area.
  private func overlap(_ frame: Rect) -> Double {
    let width = min(place.maxX, frame.maxX) - max(place.minX, frame.minX)
    let height = min(place.maxY, frame.maxY) - max(place.minY, frame.minY)
    guard width > 0, height > 0 else { return 0 }
    return width * height / (place.width * place.height + frame.width * frame.height - width * height)
  }
}
