/// A pattern for names: `*` matches any text, including none and slashes; `?` matches one character. Nothing else is
/// special, so that a name with brackets matches itself.
///
/// Characters are compared by canonical equivalence: the file system's representation of accents doesn't matter.
package struct GlobPattern: Hashable, Sendable {
  private let pattern: [Character]

  package init(_ text: String) {
    pattern = Array(text)
  }

  package func matches(_ text: String) -> Bool {
    let text = Array(text)
    var (p, t) = (0, 0)
    var star: (pattern: Int, text: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == "*" {
        star = (p, t)
        p += 1
      } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
        (p, t) = (p + 1, t + 1)
      } else if let last = star {
        // Let the last star match one more character.
        star = (last.pattern, last.text + 1)
        (p, t) = (last.pattern + 1, last.text + 1)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }
}
