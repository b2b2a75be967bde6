import CheckedSources
import Drawing

/// Colours (color module): an object with a colour space, or, leniently, a CSS hex text.
extension TokenResolver {
  private static let colorSpaces = [
    "srgb", "srgb-linear", "hsl", "hwb", "lab", "lch", "oklab", "oklch", "display-p3", "a98-rgb", "prophoto-rgb",
    "rec2020", "xyz-d65", "xyz-d50",
  ]

  mutating func color(_ node: SourceNode) -> Color? {
    if let text = node.string { return hexadecimal(text) ?? refuse(node, expected: "a colour like \"#528BCC\"") }
    guard
      let members = members(
        node, of: "color", required: ["colorSpace", "components"], optional: ["alpha", "hex"],
        hint: "write {\"colorSpace\": \"srgb\", \"components\": [0.32, 0.55, 0.8]} or \"#528BCC\""),
      let spaceNode = members["colorSpace"], let componentsNode = members["components"],
      let space = string(spaceNode, expected: "a colour space"), let alpha = alpha(members["alpha"])
    else { return nil }
    guard space == "srgb" else {
      return fallback(space: space, at: spaceNode, hex: members["hex"], alpha: alpha)
    }
    guard let components = components(componentsNode) else { return nil }
    let color = Color(red: components[0], green: components[1], blue: components[2], alpha: alpha)
    if let hex = members["hex"] { compare(color, with: hex) }
    return color
  }

  private mutating func compare(_ color: Color, with node: SourceNode) {
    guard let text = string(node, expected: "a hex colour") else { return }
    guard let hex = hexadecimal(text) else {
      let _: Color? = refuse(node, expected: "a hex colour like \"#528BCC\"")
      return
    }
    let digits = [(color.red, hex.red), (color.green, hex.green), (color.blue, hex.blue)]
    guard digits.contains(where: { abs($0 - $1) > 1 / 255 }) else { return }
    let shown = digits.map { "\($0.0)" }.joined(separator: ", ")
    report(.hexDiffers(hex: text, components: shown), at: node.place)
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

  /// The components may be taken from another colour as a whole.
  private mutating func components(_ node: SourceNode) -> [Double]? {
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
      guard (0...1).contains(number) else {
        report(.outOfRange(what: "an srgb component", range: "0…1", found: element.inWords), at: element.place)
        return nil
      }
      components.append(number)
    }
    return components
  }

  /// `hex` exists for tools that don't know the colour space.
  private mutating func fallback(space: String, at node: SourceNode, hex: SourceNode?, alpha: Double) -> Color? {
    guard Self.colorSpaces.contains(space), let hex, let text = string(hex, expected: "a hex colour"),
      var color = hexadecimal(text)
    else {
      report(.unsupportedColorSpace(space), at: node.place)
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
    let bytes = stride(from: 0, to: wide.count, by: 2).map { Double(wide[$0] * 16 + wide[$0 + 1]) / 255 }
    return Color(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count > 3 ? bytes[3] : 1)
  }
}
