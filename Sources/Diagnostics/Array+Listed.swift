extension [String] {
  /// `a, b and c`
  package var inWords: String {
    dropLast().joined(separator: ", ") + (last.map { count > 1 ? " and \($0)" : $0 } ?? "")
  }

  /// The first eight, with an ellipsis if there are more.
  package var listed: String { listed(most: 8) }

  /// `a, b, …`
  package func listed(most limit: Int) -> String {
    prefix(limit).joined(separator: ", ") + (count > limit ? ", …" : "")
  }

  /// `a, b and 3 more`
  package func counted(most limit: Int) -> String {
    prefix(limit).joined(separator: ", ") + (count > limit ? " and \(count - limit) more" : "")
  }
}
