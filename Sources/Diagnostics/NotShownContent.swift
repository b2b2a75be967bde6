/// The name of a kind of content, with its service: "embed (Discord)", "embeds (Discord)".
package struct ContentName: Hashable, Codable, Sendable {
  package let singular: String
  package let plural: String
  /// The service's name, if the name doesn't contain it.
  package let service: String?

  package init(_ singular: String, _ plural: String, of service: String? = nil) {
    (self.singular, self.plural, self.service) = (singular, plural, service)
  }

  /// "1 embed (Discord)", "14 embeds (Discord)"
  package func counted(_ count: Int) -> String {
    PlainText.piece("\(count) \(count == 1 ? singular : plural)" + (service.map { " (\($0))" } ?? ""))
  }
}

/// Content of a source that no card shows, counted by name.
package struct NotShownContent: Hashable, Sendable {
  package private(set) var counts: [ContentName: Int] = [:]

  package init() {}

  package var isEmpty: Bool { counts.isEmpty }

  /// - Parameter count: Ignored if it is not positive.
  package mutating func add(_ name: ContentName, _ count: Int) {
    guard count > 0 else { return }
    let (sum, isTooMuch) = counts[name, default: 0].addingReportingOverflow(count)
    counts[name] = isTooMuch ? .max : sum
  }

  package mutating func add(_ other: NotShownContent) {
    for (name, count) in other.counts { add(name, count) }
  }

  /// "14 embeds (Discord), 3 stories"; sorted by name.
  package var inWords: String { sorted.map { $0.name.counted($0.count) }.joined(separator: ", ") }

  fileprivate var sorted: [Item] {
    counts.map { Item(name: $0.key, count: $0.value) }
      .sorted { ($0.name.plural, $0.name.service ?? "") < ($1.name.plural, $1.name.service ?? "") }
  }

  fileprivate struct Item: Codable {
    let name: ContentName
    let count: Int
  }
}

extension NotShownContent: Codable {
  package init(from decoder: any Decoder) throws {
    for item in try decoder.singleValueContainer().decode([Item].self) { add(item.name, item.count) }
  }

  /// A list, since the same name in the plural may belong to two services.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(sorted)
  }
}
