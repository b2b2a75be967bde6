/// A script as readers get it: without the comments, types and indentation that are for people who edit it.
enum ShippedScript {
  /// Drops what stands on lines of its own alone: nothing inside a line is touched, so no string can be mistaken for a
  /// comment unless it spans lines, which the site's scripts don't do.
  static func text(_ source: String) -> String {
    var lines: [Substring] = []
    var isInComment = false
    for line in source.split(separator: "\n", omittingEmptySubsequences: true) {
      let code = line.drop { $0 == " " || $0 == "\t" }
      if isInComment {
        isInComment = !code.contains("*/")
      } else if code.hasPrefix("/*") {
        if let end = code.ranges(of: "*/").first {
          if end.upperBound != code.endIndex { lines.append(code) }
        } else {
          isInComment = true
        }
      } else if !code.isEmpty && !code.hasPrefix("//") {
        lines.append(code)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
