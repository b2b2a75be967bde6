/// A post's or message's content before an edit, from an earlier export.
package struct EarlierVersion: Hashable, Sendable {
  /// The time of that export's newest entry, in seconds since 1970; nil if none of it has a date.
  package var exported: Int?
  package var text: String
  package var attachments: [Attachment]

  package init(exported: Int?, text: String, attachments: [Attachment]) {
    (self.exported, self.text, self.attachments) = (exported, text, attachments)
  }

  /// Whether both have the same visible content. Counts, and addresses of the same file, may differ.
  package func says(_ text: String, _ attachments: [Attachment]) -> Bool {
    self.text == text && self.attachments.count == attachments.count
      && zip(self.attachments, attachments).allSatisfy { $0.isSame(as: $1) }
  }
}

extension [EarlierVersion] {
  /// Keeps versions in the order of their exports, without duplicates and without one equal to the current content.
  package mutating func note(_ version: EarlierVersion, besides text: String, _ attachments: [Attachment]) {
    guard !version.says(text, attachments), !contains(where: { $0.says(version.text, version.attachments) }) else {
      return
    }
    insert(version, at: firstIndex { $0.exported ?? .min > version.exported ?? .min } ?? endIndex)
  }
}

extension Post {
  /// Adds the version of an export that ends earlier.
  ///
  /// - Parameter exported: The time of that export's newest entry.
  package mutating func note(_ version: Post, exported: Int?) {
    let all = version.earlier + [.init(exported: exported, text: version.text, attachments: version.attachments)]
    for version in all { earlier.note(version, besides: text, attachments) }
  }
}

extension Attachment {
  fileprivate func isSame(as other: Attachment) -> Bool {
    switch (self, other) {
    case (.photo(let photo), .photo(let other)):
      let (names, others) = (photo.fileNames, other.fileNames)
      return names == others || !names.isDisjoint(with: others)
    case (.item(let item), .item(let other)):
      return item.content.kind == other.content.kind && item.title == other.title
    case (.photo, .item), (.item, .photo): return false
    }
  }
}

extension Photo {
  /// Without folders and queries, which services sign on each request.
  fileprivate var fileNames: Set<Substring> {
    Set(sources.map { source in source.url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? "" })
  }
}
