/// The keys of template elements.
package enum ElementKeys {
  /// The keys that determine the kind of element. `inset` and `background` only do so in their rule form.
  package static let rules = [
    "stack", "inset", "background", "overlay", "ratio", "relative", "center", "corner", "lastLine", "absolute",
    "wrapper",
    "spacer", "text", "image", "icon", "shape", "repeat", "oneOf", "use",
  ]

  static let style = [
    "width", "height", "minWidth", "minHeight", "maxWidth", "maxHeight", "grow", "shrink", "basis", "alignSelf",
    "spacingBefore", "spacingAfter", "position", "direction",
  ]

  static let ofRepeat = ["repeat", "skip", "limit", "child"] + conditions

  static let ofChoice = ["oneOf"] + conditions

  static let conditions = ["if", "unless"]

  package static let common = ["name", "inset", "background", "clip", "opacity", "blur"] + conditions + style

  package static let decoration = ["fill", "radius", "outline", "shadow", "border"]

  /// The keys that a rule adds to the common ones.
  package static func of(rule: String) -> [String] {
    switch rule {
    case "stack":
      ["children", "spacing", "justifyContent", "alignItems", "wrap", "alignContent", "lineSpacing"]
    case "absolute", "wrapper": ["children"]
    case "text": ["style", "color", "align", "maxLines", "truncation", "wholeWidth", "link", "match", "code", "quote"]
    case "image": ["placeholder", "fit", "missing"]
    case "icon": ["tint"]
    case "spacer", "shape": []
    default: ["child"]
    }
  }
}
