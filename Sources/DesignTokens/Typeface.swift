/// A family, and one of its weights where it matters.
package struct Typeface: Hashable, Sendable {
  package var family: String
  /// CSS weight, 100…900.
  package var weight: Int?

  package init(_ family: String, weight: Int? = nil) {
    (self.family, self.weight) = (family, weight)
  }

  /// `Inter 700`, or `Inter` for all weights of the family.
  package init?(written text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    guard let last = words.last else { return nil }
    if words.count > 1, last.count == 3, let weight = Int(last), 100...900 ~= weight {
      self.init(words.dropLast().joined(separator: " "), weight: weight)
    } else {
      self.init(words.joined(separator: " "))
    }
  }
}
