import DataFormats
import Drawing

/// The composite types (format module, chapter 9). Every sub-value may be a reference.
extension TokenResolver {
  private mutating func subColor(_ node: SourceNode) -> Color? {
    if case .color(let color)? = value(node, as: .color) { color } else { nil }
  }

  private mutating func subDimension(_ node: SourceNode) -> Double? {
    if case .dimension(let points)? = value(node, as: .dimension) { points } else { nil }
  }

  mutating func strokeStyle(_ node: SourceNode) -> TokenValue.StrokeStyle? {
    let keywords = TokenValue.StrokeStyle.Keyword.allCases.map(\.rawValue)
    if let name = node.string {
      if let keyword = TokenValue.StrokeStyle.Keyword(rawValue: name) { return .keyword(keyword) }
      return refuse(node, expected: "a stroke style", hint: "one of \(keywords.joined(separator: ", "))")
    }
    guard let members = members(node, of: "strokeStyle", required: ["dashArray", "lineCap"]),
      let dashesNode = members["dashArray"], let capNode = members["lineCap"]
    else { return nil }
    guard let elements = dashesNode.elements, !elements.isEmpty else {
      return refuse(dashesNode, expected: "a list of dimensions")
    }
    var dashes: [Double] = []
    for element in elements {
      guard let dash = subDimension(element) else { return nil }
      dashes.append(dash)
    }
    guard let name = string(capNode, expected: "\"round\", \"butt\" or \"square\"") else { return nil }
    guard let cap = TokenValue.StrokeStyle.LineCap(rawValue: name) else {
      return refuse(capNode, expected: "\"round\", \"butt\" or \"square\"")
    }
    return .dashes(dashes, cap)
  }

  mutating func border(_ node: SourceNode) -> TokenValue.Border? {
    guard let members = members(node, of: "border", required: ["color", "width", "style"]),
      let color = members["color"].flatMap({ subColor($0) }),
      let width = members["width"].flatMap({ subDimension($0) }),
      let style = members["style"], case .strokeStyle(let stroke)? = value(style, as: .strokeStyle)
    else { return nil }
    return .init(color: color, width: width, style: stroke)
  }

  mutating func transition(_ node: SourceNode) -> TokenValue.Transition? {
    guard let members = members(node, of: "transition", required: ["duration", "delay", "timingFunction"]),
      let durationNode = members["duration"], case .duration(let duration)? = value(durationNode, as: .duration),
      let delayNode = members["delay"], case .duration(let delay)? = value(delayNode, as: .duration),
      let timingNode = members["timingFunction"],
      case .cubicBezier(let timing)? = value(timingNode, as: .cubicBezier)
    else { return nil }
    return .init(duration: duration, delay: delay, timing: timing)
  }

  mutating func shadow(_ node: SourceNode) -> [TokenValue.ShadowLayer]? {
    guard let elements = node.elements else { return shadowLayer(node).map { [$0] } }
    guard !elements.isEmpty else { return refuse(node, expected: "a shadow or a list of shadows") }
    var layers: [TokenValue.ShadowLayer] = []
    for element in elements {
      // Lists are never flattened: a reference must lead to a single shadow.
      guard case .shadow(let layer)? = value(element, as: .shadow) else { return nil }
      guard layer.count == 1 else { return refuse(element, expected: "a single shadow") }
      layers += layer
    }
    return layers
  }

  private mutating func shadowLayer(_ node: SourceNode) -> TokenValue.ShadowLayer? {
    let required = ["color", "offsetX", "offsetY", "blur", "spread"]
    guard let members = members(node, of: "shadow", required: required, optional: ["inset"]),
      let color = members["color"].flatMap({ subColor($0) }),
      let x = members["offsetX"].flatMap({ subDimension($0) }),
      let y = members["offsetY"].flatMap({ subDimension($0) }),
      let blurNode = members["blur"], let blur = subDimension(blurNode),
      let spread = members["spread"].flatMap({ subDimension($0) })
    else { return nil }
    guard blur >= 0 else {
      report(.outOfRange(what: "blur", range: "0…", found: "\(blur)"), at: blurNode.place)
      return nil
    }
    var isInset = false
    if let inset = members["inset"] {
      guard case .flag(let flag) = inset.content else { return refuse(inset, expected: "true or false") }
      isInset = flag
    }
    return .init(shadow: Shadow(offset: Point(x: x, y: y), blur: blur, spread: spread, color: color), isInset: isInset)
  }

  mutating func gradient(_ node: SourceNode) -> [LinearGradient.Stop]? {
    guard let elements = node.elements, !elements.isEmpty else {
      let hint = node.string.map { "of one color: [{\"color\": \"\($0)\", \"position\": 0}]" }
      return refuse(node, expected: "a list of gradient stops", hint: hint)
    }
    var stops: [LinearGradient.Stop] = []
    for element in elements {
      guard let stop = gradientStop(element) else { return nil }
      stops.append(stop)
    }
    return stops.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }.map(\.element)
  }

  /// A stop object, or a gradient token with one stop.
  private mutating func gradientStop(_ node: SourceNode) -> LinearGradient.Stop? {
    guard node.members != nil, node["$ref"] == nil else {
      guard case .gradient(let stops)? = value(node, as: .gradient) else { return nil }
      return stops.count == 1 ? stops[0] : refuse(node, expected: "a single gradient stop")
    }
    guard let members = members(node, of: "gradient stop", required: ["color", "position"]),
      let color = members["color"].flatMap({ subColor($0) }),
      let position = members["position"].flatMap({ number($0) })
    else { return nil }
    // Positions outside are clamped, as the format requires.
    return .init(offset: min(max(position, 0), 1), color: color)
  }

  mutating func typography(_ node: SourceNode) -> TokenValue.Typography? {
    let required = ["fontFamily", "fontSize", "fontWeight", "lineHeight"]
    guard let members = members(node, of: "typography", required: required, optional: ["letterSpacing"]),
      let familyNode = members["fontFamily"], case .fontFamily(let families)? = value(familyNode, as: .fontFamily),
      let sizeNode = members["fontSize"], let size = subDimension(sizeNode),
      let weightNode = members["fontWeight"], case .fontWeight(let weight)? = value(weightNode, as: .fontWeight),
      let lineHeightNode = members["lineHeight"], let lineHeight = number(lineHeightNode)
    else { return nil }
    var letterSpacing = 0.0
    if let spacingNode = members["letterSpacing"] {
      guard let spacing = subDimension(spacingNode) else { return nil }
      letterSpacing = spacing
    }
    for (what, number, node) in [("a font size", size, sizeNode), ("a line height", lineHeight, lineHeightNode)]
    where number <= 0 {
      report(.outOfRange(what: what, range: "0…", found: "\(number)"), at: node.place)
      return nil
    }
    return .init(
      families: families, size: size, weight: weight, letterSpacing: letterSpacing, lineHeight: lineHeight)
  }
}

/// Colors (color module): an object with a color space, or, leniently, a CSS hex string.
extension TokenResolver {
  private static let colorSpaces = [
    "srgb", "srgb-linear", "hsl", "hwb", "lab", "lch", "oklab", "oklch", "display-p3", "a98-rgb", "prophoto-rgb",
    "rec2020", "xyz-d65", "xyz-d50",
  ]

  mutating func color(_ node: SourceNode) -> Color? {
    if let text = node.string { return hexadecimal(text) ?? refuse(node, expected: "a color like \"#528BCC\"") }
    guard
      let members = members(
        node, of: "color", required: ["colorSpace", "components"], optional: ["alpha", "hex"],
        hint: "write {\"colorSpace\": \"srgb\", \"components\": [0.32, 0.55, 0.8]} or \"#528BCC\""),
      let spaceNode = members["colorSpace"], let componentsNode = members["components"],
      let space = string(spaceNode, expected: "a color space"), let alpha = alpha(members["alpha"])
    else { return nil }
    guard space == "srgb" else {
      return fallback(
        space: space, at: spaceNode, components: componentsNode, hex: members["hex"], alpha: alpha,
        hasAlpha: members["alpha"] != nil)
    }
    guard let components = components(componentsNode) else { return nil }
    let color = Color(red: components[0], green: components[1], blue: components[2], alpha: alpha)
    if let hex = members["hex"] { return agreeing(color, with: hex, hasAlpha: members["alpha"] != nil) }
    return color
  }

  /// Returns the color, or nil after reporting that its `hex` is a different color.
  ///
  /// - Parameter hasAlpha: Whether the token has an `alpha` member.
  private mutating func agreeing(_ color: Color, with node: SourceNode, hasAlpha: Bool) -> Color? {
    guard let text = string(node, expected: "a hex color") else { return nil }
    guard let hex = hexadecimal(text) else { return refuse(node, expected: "a hex color like \"#528BCC\"") }
    let channels = [(color.red, hex.red), (color.green, hex.green), (color.blue, hex.blue)]
    guard ColorRounding.agree(channels.map(\.0), channels.map(\.1)) else {
      let numbers = channels.map { "\($0.0)" }.joined(separator: ", ")
      var opaque = color
      opaque.alpha = 1
      report(.hexDiffers(hex: text, components: "\(numbers) (\(opaque.hex))"), at: node.place)
      return nil
    }
    return agreeing(color.alpha, hasAlpha: hasAlpha, with: text, hex, at: node) ? color : nil
  }

  /// Reports a hex text whose alpha digits differ from `alpha`.
  private mutating func agreeing(
    _ alpha: Double, hasAlpha: Bool, with text: String, _ hex: Color, at node: SourceNode
  ) -> Bool {
    guard [4, 8].contains(text.count { $0 != "#" }), !ColorRounding.agree([alpha], [hex.alpha]) else { return true }
    let written = hasAlpha ? "\(alpha)" : "missing, which counts as 1"
    report(.hexAlphaDiffers(hex: text, hexAlpha: hex.alpha, alpha: written), at: node.place)
    return false
  }

  private mutating func alpha(_ node: SourceNode?) -> Double? {
    guard let node else { return 1 }
    guard let alpha = number(node) else { return nil }
    guard (0...1).contains(alpha) else {
      report(.outOfRange(what: "alpha", range: "0…1", found: node.inWords), at: node.place)
      return nil
    }
    return alpha
  }

  /// Returns three numbers, which may be an alias to another color's components as a whole.
  ///
  /// - Parameter range: The numbers allowed; nil for a color space whose numbers have other ranges.
  private mutating func components(_ node: SourceNode, range: ClosedRange<Double>? = 0...1) -> [Double]? {
    let elements = part(node, token: { _ in nil }) { resolver, node in
      node.elements ?? resolver.refuse(node, expected: "a list of 3 numbers")
    }
    guard let elements else { return nil }
    guard elements.count == 3 else { return refuse(node, expected: "a list of 3 numbers") }
    var components: [Double] = []
    for element in elements {
      // "none" is a missing component, which counts as 0 outside interpolation (CSS Color 4).
      if element.string == "none" {
        components.append(0)
        continue
      }
      guard let number = number(element) else { return nil }
      guard range?.contains(number) ?? number.isFinite else {
        report(.outOfRange(what: "an srgb component", range: "0…1", found: element.inWords), at: element.place)
        return nil
      }
      components.append(number)
    }
    return components
  }

  /// The sRGB color that `hex` spells for tools that don't know the color space.
  private mutating func fallback(
    space: String, at node: SourceNode, components: SourceNode, hex: SourceNode?, alpha: Double, hasAlpha: Bool
  ) -> Color? {
    guard Self.colorSpaces.contains(space), let hex, let text = string(hex, expected: "a hex color"),
      var color = hexadecimal(text)
    else {
      report(.unsupportedColorSpace(space), at: node.place)
      return nil
    }
    guard let numbers = self.components(components, range: nil) else { return nil }
    guard agreeing(alpha, hasAlpha: hasAlpha, with: text, color, at: hex) else { return nil }
    if let converted = ColorSpaceConversion.sRGB(numbers, in: space),
      !zip(converted, [color.red, color.green, color.blue]).allSatisfy({ ColorRounding.agree(converted: $0, $1) })
    {
      let shown = numbers.map { "\($0)" }.joined(separator: ", ")
      let spelled = Color(red: converted[0], green: converted[1], blue: converted[2], alpha: 1).hex
      report(.hexDiffers(hex: text, components: "\(space) \(shown) (\(spelled))"), at: hex.place)
      return nil
    }
    color.alpha = alpha
    return color
  }

  /// `RGB`, `RGBA`, `RRGGBB` or `RRGGBBAA`, with or without `#`.
  private func hexadecimal(_ text: String) -> Color? {
    let digits = text.drop { $0 == "#" }
    let values = digits.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard values.count == digits.count, [3, 4, 6, 8].contains(values.count) else { return nil }
    let wide = values.count > 4 ? values : values.flatMap { [$0, $0] }
    let bytes = stride(from: 0, to: wide.count, by: 2).map { index -> Double in
      let byte: Int = wide[index] * 16 + wide[index + 1]
      return Double(byte) / 255
    }
    return Color(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count > 3 ? bytes[3] : 1)
  }
}
