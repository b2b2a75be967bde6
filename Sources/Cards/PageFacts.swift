import Drawing
import FeedIngest

/// What a post said before it was edited, as its page shows it.
package struct EarlierCard: Encodable, Hashable, Sendable {
  /// Until when its export goes, in words; nil where nobody knows.
  package let label: String?
  package let text: String
  package let photos: [ImageReference]
  /// What else it carried, in words.
  package let others: [String]
}

/// A file that a post names.
package struct NamedFile: Encodable, Hashable, Sendable {
  package let isPhoto: Bool
  /// What it is, in a word.
  package let kind: String
  /// Empty where the export does not say it.
  package let name: String
  /// Each is enough: a photo's sizes. None where the export says that it was made without the file.
  package let addresses: [String]
}

extension Strings {
  /// What earlier exports have of a post, the latest of them first.
  package func earlier(of post: Post, by clock: CardClock) -> [EarlierCard] {
    post.earlier.reversed().map { version in
      EarlierCard(
        label: version.exported.map { site.exportUpTo.filled([.day: shortDay(clock.day(of: $0))]) },
        text: version.text, photos: version.attachments.compactMap(\.photo).map { CardBuilder.image($0) },
        others: version.attachments.compactMap { attachment in
          guard case .item(let item) = attachment else { return nil }
          let (word, title) = (attachments.word(for: item.content.kind), CleanText.line(item.title))
          return title.isEmpty ? word : "\(word): \(title)"
        })
    }
  }

  /// The files that a post, and what it passes on, is told by its export to have: photos wherever they are, all else as far
  /// as it is meant to lie in the export.
  package func files(of post: Post) -> [NamedFile] {
    ([post] + post.reposts + [post.quote?.post].compactMap { $0 }).flatMap { post in
      post.attachments.compactMap { file($0, of: post) }
    }
  }

  private func file(_ attachment: Attachment, of post: Post) -> NamedFile? {
    let kind = attachment.kind
    guard kind.isFile else { return nil }
    var (addresses, name) = ([String](), "")
    switch attachment {
    case .photo(let photo): addresses = photo.sources.map(\.url)
    case .item(let item):
      name = CleanText.line(item.title)
      if let url = item.file?.url {
        guard !url.contains("://") else { return nil }
        addresses = [url]
      } else {
        // Feeds show films that nobody has in a file; of a conversation, and where an export says so, one is missing.
        if case .message = post.kind {} else if !item.isLeftOut { return nil }
      }
    }
    if let address = addresses.first, !address.hasPrefix("data:") {
      name = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(String.init) ?? name
    }
    return NamedFile(
      isPhoto: attachment.photo != nil, kind: attachments.word(for: kind), name: name, addresses: addresses)
  }
}
