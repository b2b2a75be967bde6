import DataFormats
import Drawing

extension FigmaNode {
  /// Reads all members in one pass: a file has millions of them.
  init(_ node: JSONNode, sharing pool: inout FigmaPool) {
    var (autoLayout, placing) = (FigmaAutoLayout(), FigmaPlacement())
    var (characters, style) = (String?.none, JSONNode?.none)
    var (overrides, table) = ([Int](), JSONNode?.none)
    for member in node.members {
      let value = member.value
      guard let field = member.writtenKey.flatMap({ FigmaField.named[$0] }) else { continue }
      switch field {
      case .id: id = value.text ?? ""
      case .name: name = value.text ?? ""
      case .type: type = value.text ?? ""
      case .absoluteBoundingBox: box = Rect(member)
      case .visible: isVisible = value.isTrue
      case .opacity: opacity = value.double ?? 1
      case .rotation: rotation = value.double.map { $0 * 180 / .pi }
      case .blendMode: blendMode = value.text ?? blendMode
      case .isMask: isMask = value.isTrue
      case .clipsContent: clips = value.isTrue
      case .componentId: component = value.text
      case .fills: fills = pool.paints(member)
      case .strokes: strokes = pool.paints(member)
      case .strokeWeight: strokeWeight = value.double ?? 0
      case .strokeAlign: strokeAlign = value.text
      case .strokeDashes: strokeDashes = member.listed().compactMap(\.value.double)
      case .individualStrokeWeights: sideWeights = EdgeInsets(member)
      case .cornerRadius where radii.isEmpty:
        if let radius = value.double, radius != 0 { radii = Array(repeating: radius, count: 4) }
      case .rectangleCornerRadii:
        let corners = member.listed().compactMap(\.value.double)
        if corners.count == 4 { radii = corners.allSatisfy { $0 == 0 } ? [] : corners }
      case .cornerSmoothing: smoothing = value.double ?? 0
      case .effects: effects = pool.effects(member)
      case .characters: characters = value.text
      case .style: style = member
      case .characterStyleOverrides: overrides = member.listed().map { $0.value.int ?? 0 }
      case .styleOverrideTable: table = member
      case .styles: styles = Self.texts(value)
      case .boundVariables: variables = Self.variables(member)
      case .componentPropertyReferences: properties = Self.texts(value)
      case .sharedPluginData: told = member.object("feedproof").map(FigmaTextHints.init)
      default: if !placing.read(field, member) { autoLayout.read(field, value) }
      }
    }
    // A path includes its corners, and a group has none.
    if !isFrame, type != "RECTANGLE" { radii = [] }
    if !autoLayout.mode.isEmpty, autoLayout.mode != "NONE" { self.autoLayout = autoLayout }
    if placing != FigmaPlacement() { ownPlacing = placing }
    if type == "TEXT" {
      text = FigmaText(
        characters: characters ?? "", style: style.map { pool.style($0) } ?? RareValue(wrappedValue: nil),
        overrides: overrides, table: table)
    }
    pool.share(&self)
  }

  private static func texts(_ value: JSONValue) -> [(String, String)] {
    (value.object?.members.map { $0 } ?? []).map { ($0.key, $0.value.text ?? "") }
  }

  /// Returns bound variables. Aliases occur as single values, in arrays and in objects (`rectangleCornerRadii`), but
  /// never deeper.
  private static func variables(_ node: JSONNode) -> [(field: String, id: String)] {
    var found: [(field: String, id: String)] = []
    var pending = node.members.map { (field: $0.key ?? "", node: $0, depth: 0) }
    while let (field, node, depth) = pending.popLast() {
      if let id = node.text("id"), node.text("type") == "VARIABLE_ALIAS" {
        found.append((field, id))
      } else if depth < 4 {
        pending += node.listed().enumerated().map { ("\(field)[\($0.offset)]", $0.element, depth + 1) }
        pending += node.members.map { ("\(field).\($0.key ?? "")", $0, depth + 1) }
      }
    }
    return found.sorted { $0.field < $1.field }
  }
}

extension FigmaTextHints {
  fileprivate init(_ node: JSONNode) {
    lines = node.text("lines")?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    baseline = node.text("baseline").flatMap(Double.init)
  }
}

/// The fields of a layer to read, by the API's names. Each name is looked up once; sequential comparison would take
/// fifty comparisons for each of millions of members.
private enum FigmaField: String, CaseIterable {
  case id, name, type, absoluteBoundingBox, visible, opacity, rotation, blendMode, isMask, clipsContent, componentId
  case fills, strokes, strokeWeight, strokeAlign, strokeDashes, individualStrokeWeights, cornerRadius
  case rectangleCornerRadii, cornerSmoothing, effects, characters, style, characterStyleOverrides
  case styleOverrideTable, styles, boundVariables, componentPropertyReferences, sharedPluginData, layoutMode
  case itemSpacing, paddingTop, paddingRight, paddingBottom, paddingLeft, horizontalPadding, verticalPadding
  case primaryAxisAlignItems, counterAxisAlignItems, primaryAxisSizingMode, counterAxisSizingMode, layoutWrap
  case counterAxisSpacing, counterAxisAlignContent, itemReverseZIndex, strokesIncludedInLayout
  case layoutSizingHorizontal, layoutSizingVertical, layoutGrow, layoutAlign, layoutPositioning, minWidth, maxWidth
  case minHeight, maxHeight, constraints

  static let named = Dictionary(uniqueKeysWithValues: allCases.map { (JSONSlice($0.rawValue), $0) })
}

extension FigmaAutoLayout {
  fileprivate mutating func read(_ field: FigmaField, _ value: JSONValue) {
    switch field {
    case .layoutMode: mode = value.text ?? ""
    case .itemSpacing: gap = value.double ?? 0
    case .paddingTop: padding.top = value.double ?? 0
    case .paddingRight: padding.right = value.double ?? 0
    case .paddingBottom: padding.bottom = value.double ?? 0
    case .paddingLeft: padding.left = value.double ?? 0
    case .horizontalPadding: (padding.left, padding.right) = (value.double ?? 0, value.double ?? 0)
    case .verticalPadding: (padding.top, padding.bottom) = (value.double ?? 0, value.double ?? 0)
    case .primaryAxisAlignItems: primaryAlign = value.text ?? primaryAlign
    case .counterAxisAlignItems: counterAlign = value.text ?? counterAlign
    case .primaryAxisSizingMode: primarySizing = value.text ?? primarySizing
    case .counterAxisSizingMode: counterSizing = value.text ?? counterSizing
    case .layoutWrap: wraps = value.text == "WRAP"
    case .counterAxisSpacing: lineGap = value.double ?? 0
    case .counterAxisAlignContent: alignContent = value.text ?? alignContent
    case .itemReverseZIndex: reversesOrder = value.isTrue
    case .strokesIncludedInLayout: includesStrokes = value.isTrue
    default: break
    }
  }
}

extension FigmaPlacement {
  /// Returns false if the field isn't handled here.
  fileprivate mutating func read(_ field: FigmaField, _ member: JSONNode) -> Bool {
    let value = member.value
    switch field {
    case .layoutSizingHorizontal: horizontal = value.text
    case .layoutSizingVertical: vertical = value.text
    case .layoutGrow: grow = value.double ?? 0
    case .layoutAlign: align = value.text ?? align
    case .layoutPositioning: isAbsolute = value.text == "ABSOLUTE"
    case .minWidth: minWidth = value.double
    case .maxWidth: maxWidth = value.double
    case .minHeight: minHeight = value.double
    case .maxHeight: maxHeight = value.double
    case .constraints: constraints = FigmaConstraints(member)
    default: return false
    }
    return true
  }
}

extension Rect {
  /// Returns nil if the layer has no position.
  fileprivate init?(_ node: JSONNode) {
    guard let x = node.double("x"), let y = node.double("y") else { return nil }
    self.init(x: x, y: y, width: node.double("width") ?? 0, height: node.double("height") ?? 0)
  }
}

extension EdgeInsets {
  fileprivate init(_ node: JSONNode) {
    self.init(
      top: node.double("top") ?? 0, left: node.double("left") ?? 0, bottom: node.double("bottom") ?? 0,
      right: node.double("right") ?? 0)
  }
}
