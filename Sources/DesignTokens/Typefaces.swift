/// The typefaces that texts can be set in: those of a font lock.
package struct Typefaces: Hashable, Sendable {
  package struct Family: Hashable, Sendable {
    package var name: String
    /// CSS weights of its upright faces, in ascending order.
    package var weights: [Int]
  }

  /// In the order in which they were first named.
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

  /// Upper and lower case don't matter, as in CSS.
  func family(_ name: String) -> Family? {
    families.first { $0.name == name } ?? families.first { $0.name.lowercased() == name.lowercased() }
  }
}
