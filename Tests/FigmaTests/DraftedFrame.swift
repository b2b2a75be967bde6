import CardTemplates
import DesignTokens
import Diagnostics
import Drawing
import Figma
import Layout
import Testing

/// The draft of a frame, laid out with every layer named by its id.
struct DraftedFrame {
  let draft: FigmaTemplate
  /// Named boxes by their paths, relative to the frame's top left corner.
  let boxes: [String: Rect]
  /// The visible layers of the design, with their names.
  let layers: [(path: String, name: String, box: Rect)]

  init(
    _ file: FigmaFile, _ frame: Int = 0, card: String = "none", scale: Double = 2,
    direction: LayoutDirection = .leftToRight
  ) throws {
    var options = FigmaTemplate.Options()
    options.card = card
    options.name = { Self.id($0) }
    draft = FigmaTemplate(file, frame: frame, variables: nil, options: options)
    let template = try Self.compiled(draft, direction: direction)
    let engine = LayoutEngine(measuring: FigmaWords(file), scale: scale)
    let width = file.nodes[frame].box?.width ?? 0
    let card = engine.layOut(
      template.spec(for: .record([:])), in: .width(width))
    var found: [String: Rect] = [:]
    func walk(_ box: LaidOutBox, _ path: String) {
      let own = box.name.map { path.isEmpty ? $0 : "\(path)/\($0)" } ?? path
      if box.name != nil { found[own] = box.frame }
      for child in box.children { walk(child, own) }
    }
    walk(card.root, "")
    boxes = found
    layers = Self.layers(file, frame)
  }

  private static func id(_ node: FigmaNode) -> String { node.id.split(separator: ";").last.map(String.init) ?? node.id }

  private static func layers(_ file: FigmaFile, _ frame: Int) -> [(path: String, name: String, box: Rect)] {
    let origin = file.nodes[frame].box?.origin ?? .zero
    return (frame..<file.nodes[frame].end).compactMap { index in
      let node = file.nodes[index]
      guard !node.isHidden, let box = node.box else { return nil }
      var (path, next) = ([id(node)], node.parent)
      while let place = next, place >= frame {
        path.insert(id(file.nodes[place]), at: 0)
        next = file.nodes[place].parent
      }
      return (path.joined(separator: "/"), node.name, box.offset(by: Point(x: -origin.x, y: -origin.y)))
    }
  }

  /// Compiles the template like `template check`, with its own tokens and an icon.
  static func compiled(_ draft: FigmaTemplate, direction: LayoutDirection = .leftToRight) throws -> CardTemplate {
    let (tokens, problems) = TokenSet.load(layers: [TokenFile(name: "draft.tokens.json", contents: draft.tokens)])
    let set = try #require(tokens, "\(problems)")
    let unknown = Icon(name: "unknown", viewBox: 24, layers: [])
    let context = TemplateContext(
      tokens: set, icons: IconSet(icons: ["unknown": unknown], fallback: unknown), direction: direction)
    let (template, diagnostics) = CardTemplate.parse(TemplateFile(name: "draft.yml", contents: draft.text), in: context)
    return try #require(template, "\(diagnostics.prefix(4))\n\(draft.text.prefix(3000))")
  }

  /// The distances in points between layers in the layout and in the design, each the largest of the four edges.
  var distances: [(name: String, path: String, distance: Double)] {
    layers.compactMap { layer in
      boxes[layer.path].map { box in
        let edges = [
          box.minX - layer.box.minX, box.minY - layer.box.minY, box.maxX - layer.box.maxX, box.maxY - layer.box.maxY,
        ]
        return (layer.name, layer.path, edges.map { abs($0) }.max() ?? 0)
      }
    }
  }

  var far: [String] {
    distances.filter { $0.distance > 0.5 }.map { far in
      let box = boxes[far.path] ?? .zero
      let wanted = layers.first { $0.path == far.path }?.box ?? .zero
      return "\(far.name) \(far.path): \(Self.words(box)), not \(Self.words(wanted))"
    }
  }

  private static func words(_ rect: Rect) -> String {
    [rect.minX, rect.minY, rect.width, rect.height].map(\.points).joined(separator: " ")
  }
}

/// Measures texts as Figma does: a text that hugs its letters has its own box, others have lines of the available
/// width.
private struct FigmaWords: TextMeasuring {
  private struct Key: Hashable {
    var words: String
    var size: Double
    var weight: Int
  }

  private var nodes: [Key: FigmaNode] = [:]

  init(_ file: FigmaFile) {
    for node in file.nodes {
      guard let text = node.text, !node.isHidden else { continue }
      let key = Key(
        words: text.characters.lowercased(), size: text.style.fontSize ?? 0, weight: Int(text.style.fontWeight ?? 400))
      if nodes[key] == nil { nodes[key] = node }
    }
  }

  func shape(_ text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation) -> ShapedText {
    let style = text.style
    let node = nodes[Key(words: text.string.lowercased(), size: style.size, weight: style.weight)]
    let pitch = style.lineHeight
    let box = node?.box?.size ?? Size(width: 10, height: pitch)
    let unit = node?.text?.style.lineHeightUnit
    let isTall = node?.text?.style.textAutoResize == nil || node?.text?.style.textAutoResize == "NONE"
    var count = max(1, Int((box.height / max(1, pitch)).rounded()))
    if isTall, let node { count = max(1, min(count, node.text?.characters.split(separator: "\n").count ?? 1)) }
    count = min(count, maxLines ?? count)
    let height =
      unit == "PIXELS"
      ? FigmaTextMetrics.height(lines: count, lineHeightPx: node?.text?.style.lineHeightPx ?? pitch, unit: unit)
      : Double(count) * pitch
    let lines = (0..<count).map { line in
      ShapedText.Line(
        frame: Rect(x: 0, y: Double(line) * pitch, width: min(box.width, width), height: pitch),
        baseline: Double(line) * pitch + pitch * 0.75, range: 0..<0, runs: [])
    }
    return ShapedText(size: Size(width: min(box.width, width), height: height), lines: lines)
  }
}
