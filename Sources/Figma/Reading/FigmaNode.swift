import Drawing
import JSONTree

/// A layer. A file's layers stand in one list in document order; a layer is followed by those in it.
package struct FigmaNode: Sendable {
  package var id = ""
  package var name = ""
  /// As the API calls it: FRAME, TEXT, VECTOR, ….
  package var type = ""
  /// Where in the file's list the surrounding layer stands; nil for one that stands on a page.
  package var parent: Int?
  /// Where in the list the layers in it end.
  package var end = 0
  /// 0 for what stands on a page.
  package var depth = 0
  package var page: String?

  /// `absoluteBoundingBox`: on the canvas; of a rotated layer the box around it.
  package var box: Rect?
  package var isVisible = true
  /// It or a layer around it is not visible.
  package var isHidden = false
  package var opacity = 1.0
  /// Degrees; nil where the answer says nothing of it.
  package var rotation: Double?
  package var blendMode = "PASS_THROUGH"
  package var isMask = false
  package var clips = false
  package var component: String?

  /// Bottom first, those that are not shown too.
  package var fills: [FigmaPaint] = []
  package var strokes: [FigmaPaint] = []
  package var strokeWeight = 0.0
  /// INSIDE, CENTER or OUTSIDE.
  package var strokeAlign: String?
  package var strokeDashes: [Double] = []
  /// Where they differ.
  @Rare package var sideWeights: EdgeInsets?
  /// Top left, top right, bottom right, bottom left; empty where none is rounded.
  package var radii: [Double] = []
  /// 0…1; 0.6 is that of iOS.
  package var smoothing = 0.0
  package var effects: [FigmaEffect] = []

  /// How the layers in it are stacked; nil where they are not.
  @Rare package var autoLayout: FigmaAutoLayout?
  @Rare var ownPlacing: FigmaPlacing?
  @Rare package var text: FigmaText?
  /// What the mockup's maker says of a text beside what Figma does.
  @Rare package var told: FigmaTold?

  /// The ids of its styles by what they are for: `fill`, `stroke`, `text`, `effect`, `grid`.
  package var styles: [(role: String, id: String)] = []
  /// The ids of the variables that it is bound to, by field: `itemSpacing`, `fills[0]`.
  package var variables: [(field: String, id: String)] = []
  /// What the component around says it is, by field (`visible`, `characters`, `mainComponent`): names of properties as the
  /// API has them, `Label#12:3`.
  var properties: [(field: String, name: String)] = []

  package static let frameTypes: Set = ["FRAME", "COMPONENT", "COMPONENT_SET", "INSTANCE", "SECTION"]
  static let knownTypes = frameTypes.union([
    "DOCUMENT", "CANVAS", "GROUP", "TEXT", "VECTOR", "BOOLEAN_OPERATION", "STAR", "LINE", "ELLIPSE", "REGULAR_POLYGON",
    "RECTANGLE", "SLICE", "TABLE", "TABLE_CELL", "STICKY", "SHAPE_WITH_TEXT", "CONNECTOR", "WASHI_TAPE", "WIDGET",
    "EMBED", "LINK_UNFURL", "MEDIA", "TRANSFORM_GROUP", "TEXT_PATH", "SLIDE", "SLIDE_ROW", "SLIDE_GRID",
    "INTERACTIVE_SLIDE_ELEMENT", "CODE_BLOCK", "STAMP", "HIGHLIGHT", "ASSIGNABLE",
  ])

  package var placing: FigmaPlacing { ownPlacing ?? FigmaPlacing() }

  package var isFrame: Bool { Self.frameTypes.contains(type) }

  /// Whether anything of its own is drawn, hidden or not.
  package var isShape: Bool {
    type != "TEXT" && !(fills.isEmpty && strokes.isEmpty && effects.isEmpty && radii.isEmpty)
  }

  /// As good as none is none: lines are turned by 1e-7.
  package var isRotated: Bool { abs(rotation ?? 0) >= 0.005 }

  /// The colour of the topmost fill that shows, where that is plain.
  package var color: Color? { fills.topColor }
}

extension [FigmaPaint] {
  var topColor: Color? { last { $0.isVisible }?.color }
}

/// Lines and baseline of a text, which Figma does not tell: a mockup's maker may leave them in `sharedPluginData.feedproof`.
package struct FigmaTold: Hashable, Sendable {
  package var lines: [String]?
  /// The first one's y from the frame's top, points.
  package var baseline: Double?
}

extension FigmaNode {
  /// A name that Figma gave by itself: `Group 12`, `Vector`.
  package var isUnnamed: Bool {
    let words = name.split(separator: " ")
    guard let kind = words.first, words.count <= 2, words.count == 1 || words[1].allSatisfy(\.isNumber) else {
      return false
    }
    return Self.ownNames.contains(String(kind))
  }

  private static let ownNames: Set = [
    "Boolean", "Ellipse", "Frame", "Group", "Line", "Mask", "Polygon", "Rectangle", "Star", "Union", "Vector",
  ]

  /// `Ellipse 12 [card/avatar]` names its box whole.
  package var wholeName: String? {
    guard name.hasSuffix("]"), let start = name.lastIndex(of: "[") else { return nil }
    return String(name[name.index(after: start)..<name.index(before: name.endIndex)])
  }

  /// The name of the property that says this of it, without Figma's number.
  func property(_ field: String) -> String? {
    properties.first { $0.field == field }.map { $0.name.prefix { $0 != "#" }.trimmed }
  }

  /// With `_` or `.` in front: Figma does not publish it either.
  package var isPrivate: Bool { name.hasPrefix("_") || name.hasPrefix(".") }
}

/// Something large that few have: it takes room only where it is. A file has a hundred thousand layers.
@propertyWrapper
package struct Rare<Value: Sendable>: Sendable {
  private indirect enum Storage: Sendable {
    case none
    case some(Value)
  }

  private var storage = Storage.none

  package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  package var wrappedValue: Value? {
    get { if case .some(let value) = storage { value } else { nil } }
    set { storage = newValue.map { .some($0) } ?? .none }
  }

  package var projectedValue: Rare {
    get { self }
    set { self = newValue }
  }
}

extension Rare: Equatable, Hashable where Value: Hashable {
  package static func == (left: Rare, right: Rare) -> Bool { left.wrappedValue == right.wrappedValue }

  package func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

/// What many layers have alike, each read and kept once: a hundred thousand layers have some hundred looks.
struct FigmaPool {
  private var paints: [WrittenJSON: [FigmaPaint]] = [:]
  private var effects: [WrittenJSON: [FigmaEffect]] = [:]
  private var styles: [WrittenJSON: Rare<FigmaTextStyle>] = [:]
  private var placings: Set<Rare<FigmaPlacing>> = []
  private var layouts: Set<Rare<FigmaAutoLayout>> = []

  mutating func paints(_ list: JSONNode) -> [FigmaPaint] {
    Self.kept(list, in: &paints) { $0.listed().map(FigmaPaint.init) }
  }

  mutating func effects(_ list: JSONNode) -> [FigmaEffect] {
    Self.kept(list, in: &effects) { $0.listed().map(FigmaEffect.init) }
  }

  mutating func style(_ style: JSONNode) -> Rare<FigmaTextStyle> {
    Self.kept(style, in: &styles) { Rare(wrappedValue: FigmaTextStyle($0)) }
  }

  private static func kept<Look>(
    _ node: JSONNode, in known: inout [WrittenJSON: Look], _ read: (JSONNode) -> Look
  ) -> Look {
    let text = node.written
    if let look = known[text] { return look }
    let look = read(node)
    known[text] = look
    return look
  }

  /// How it stands and stacks, which an answer says in several members.
  mutating func share(_ node: inout FigmaNode) {
    if node.ownPlacing != nil { node.$ownPlacing = placings.insert(node.$ownPlacing).memberAfterInsert }
    if node.autoLayout != nil { node.$autoLayout = layouts.insert(node.$autoLayout).memberAfterInsert }
  }
}

/// How a frame stacks its layers: what the answer leaves out is filled in.
package struct FigmaAutoLayout: Hashable, Sendable {
  /// HORIZONTAL, VERTICAL or GRID.
  package var mode = ""
  package var gap = 0.0
  package var padding = EdgeInsets()
  /// MIN, CENTER, MAX or SPACE_BETWEEN.
  package var primaryAlign = "MIN"
  /// MIN, CENTER, MAX or BASELINE.
  package var counterAlign = "MIN"
  /// AUTO hugs the content, FIXED does not.
  package var primarySizing = "AUTO"
  package var counterSizing = "AUTO"
  package var wraps = false
  /// Between lines, where it wraps.
  package var lineGap = 0.0
  package var alignContent = "AUTO"
  package var reversesOrder = false
  /// Strokes take room inside of the frame.
  package var includesStrokes = false

  package var isHorizontal: Bool { mode == "HORIZONTAL" }
}

/// How a layer stands in the frame around it.
package struct FigmaPlacing: Hashable, Sendable {
  /// FIXED, HUG or FILL; nil in files before 2022.
  package var horizontal: String?
  package var vertical: String?
  /// 1 where it takes what is left along a stack; how it was said before `horizontal` and `vertical`.
  package var grow = 0.0
  /// STRETCH across a stack; said so before `horizontal` and `vertical`.
  package var align = "INHERIT"
  package var isAbsolute = false
  package var minWidth: Double?
  package var maxWidth: Double?
  package var minHeight: Double?
  package var maxHeight: Double?
  package var constraints: FigmaConstraints?
}
