/// What a post or a message said before it was edited, as an earlier export has it.
package struct EarlierVersion: Hashable, Sendable {
  /// When the newest entry of that export was written, in seconds since 1970; nil where none of it has a date.
  package var exported: Int?
  package var text: String
  package var attachments: [Attachment]

  package init(exported: Int?, text: String, attachments: [Attachment]) {
    (self.exported, self.text, self.attachments) = (exported, text, attachments)
  }

  /// Whether people read and see the same in both. Counts, and addresses of one file, may differ.
  package func says(_ text: String, _ attachments: [Attachment]) -> Bool {
    self.text == text && self.attachments.count == attachments.count
      && zip(self.attachments, attachments).allSatisfy { $0.isSame(as: $1) }
  }
}

extension [EarlierVersion] {
  /// Keeps versions in the order of their exports, each once, and none that says what is said now.
  package mutating func note(_ version: EarlierVersion, besides text: String, _ attachments: [Attachment]) {
    guard !version.says(text, attachments), !contains(where: { $0.says(version.text, version.attachments) }) else {
      return
    }
    insert(version, at: firstIndex { $0.exported ?? .min > version.exported ?? .min } ?? endIndex)
  }
}

extension Post {
  /// Takes in what an export that goes on less long has of the post.
  ///
  /// - Parameter exported: Of that export's newest entry.
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
  /// Without folders and queries, which services sign anew each time.
  fileprivate var fileNames: Set<Substring> {
    Set(sources.map { source in source.url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? "" })
  }
}
