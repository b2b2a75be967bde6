extension Int {
  /// Returns the number with its noun: `1 card`, `3 cards`.
  package func counted(_ word: String) -> String { "\(self) \(word)\(self == 1 ? "" : "s")" }
}
