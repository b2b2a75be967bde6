import Drawing
import FeedReading

/// An earlier version of an edited post, as its page shows it.
package struct EarlierVersionCard: Encodable, Hashable, Sendable {
  /// The date that its export ends with, as text; nil if unknown.
  package let label: String?
  package let text: String
  package let photos: [ImageReference]
  /// Its other attachments, as text.
  package let others: [String]
}

/// A file that a post refers to.
package struct ReferencedFile: Encodable, Hashable, Sendable {
  package let isPhoto: Bool
  /// The kind of file, as a word.
  package let kind: String
  /// Empty if the export doesn't give it.
  package let name: String
  /// Alternative addresses (a photo's sizes); any one is enough. Empty if the export was made without the file.
  package let addresses: [String]
}

extension Strings {
  /// Returns a post's versions from earlier exports, latest first.
  package func earlier(of post: Post, by clock: CardClock) -> [EarlierVersionCard] {
    post.earlier.reversed().map { version in
      EarlierVersionCard(
        label: version.exported.map { site.exportUpTo.filled([.day: shortDay(clock.day(of: $0))]) },
        text: version.text, photos: version.attachments.compactMap(\.photo).map { CardBuilder.image($0) },
        others: version.attachments.compactMap { attachment in
          guard case .item(let item) = attachment else { return nil }
          let (word, title) = (attachments.word(for: item.content.kind), CleanText.line(item.title))
          return title.isEmpty ? word : "\(word): \(title)"
        })
    }
  }

  /// Returns the files that the export should contain for a post and its reposts: all photos, and other attachments if
  /// they belong in the export.
  package func files(of post: Post) -> [ReferencedFile] {
    ([post] + post.reposts + [post.quote?.post].compactMap { $0 }).flatMap { post in
      post.attachments.compactMap { file($0, of: post) }
    }
  }

  private func file(_ attachment: Attachment, of post: Post) -> ReferencedFile? {
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
        // Feeds show videos that have no file; in a conversation, or if the export says so, a file is missing.
        if case .message = post.kind {} else if !item.isLeftOut { return nil }
      }
    }
    if let address = addresses.first, !address.hasPrefix("data:") {
      name = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(String.init) ?? name
    }
    return ReferencedFile(
      isPhoto: attachment.photo != nil, kind: attachments.word(for: kind), name: name, addresses: addresses)
  }
}
