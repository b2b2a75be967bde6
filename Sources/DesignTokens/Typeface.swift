/// A family, with one of its weights if relevant.
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

/// The available typefaces: those of a font lock.
package struct Typefaces: Hashable, Sendable {
  package struct Family: Hashable, Sendable {
    package var name: String
    /// CSS weights of its upright fonts, in ascending order.
    package var weights: [Int]
  }

  /// In order of first appearance.
  package private(set) var families: [Family] = []

  package init(_ faces: some Sequence<(family: String, weight: Int)>) {
    for face in faces {
      let index = families.firstIndex { $0.name == face.family }
      guard let index else {
        families.append(Family(name: face.family, weights: [face.weight]))
        continue
      }
      if !families[index].weights.contains(face.weight) { families[index].weights.append(face.weight) }
      families[index].weights.sort()
    }
  }

  /// Case-insensitive, as in CSS.
  func family(_ name: String) -> Family? {
    families.first { $0.name == name } ?? families.first { $0.name.lowercased() == name.lowercased() }
  }
}
