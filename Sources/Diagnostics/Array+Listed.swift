extension [String] {
  /// The elements as a list: `a, b and c`.
  package var inWords: String {
    dropLast().joined(separator: ", ") + (last.map { count > 1 ? " and \($0)" : $0 } ?? "")
  }

  /// The first eight elements, with an ellipsis if there are more.
  package var listed: String { listed(most: 8) }

  /// Returns the first elements: `a, b, …`.
  package func listed(most limit: Int) -> String {
    prefix(limit).joined(separator: ", ") + (count > limit ? ", …" : "")
  }

  /// Returns the first elements and the number of others: `a, b and 3 more`.
  package func counted(most limit: Int) -> String {
    prefix(limit).joined(separator: ", ") + (count > limit ? " and \(count - limit) more" : "")
  }
}
