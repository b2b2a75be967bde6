/// A pattern over names: `*` stands for anything, also for nothing and for slashes; `?` for one character. There are no
/// others: what people type for a name with brackets is that name.
///
/// Characters are compared as people see them: how a file system writes an accent does not matter.
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
        // The last star takes one character more.
        star = (last.pattern, last.text + 1)
        (p, t) = (last.pattern + 1, last.text + 1)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }
}
