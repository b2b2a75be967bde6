import Diagnostics
import Foundation
import Support

@testable import FeedReading

/// Reads feeds that tests write as text.
enum Feeds {
  static func read(_ texts: String...) -> ReadFeed {
    FeedReader.read(texts.enumerated().map { FeedDocument(name: "page\($0 + 1).json", bytes: Array($1.utf8)) })
  }

  static func read(bytes: [UInt8]) -> ReadFeed {
    FeedReader.read([FeedDocument(name: "feed.json", bytes: bytes)])
  }

  static func page(_ text: String) -> FeedPage {
    FeedReader.page(from: FeedDocument(name: "page1.json", bytes: Array(text.utf8)))
  }

  static func posts(_ text: String) -> [Post] {
    read(text).feed?.posts ?? []
  }

  /// Returns the only post of a response with this item, which includes profiles and groups.
  static func item(_ item: String) -> Post? {
    reading(ofItem: item).feed?.posts.first
  }

  static func reading(ofItem item: String) -> ReadFeed {
    read(
      """
      {"response": {"items": [\(item)], "profiles": [{"id": 7, "first_name": "Анна", "last_name": "Грин"},
       {"id": 8, "first_name": "Boris", "last_name": "Лось", "deactivated": "banned"}],
       "groups": [{"id": 5, "name": "Tea &amp; Co", "screen_name": "teaco", "photo_50": "https://a.example/50.jpg"}]}}
      """)
  }

  /// Returns the row of a post's only attachment.
  static func row(_ attachment: String) -> AttachmentItem? {
    guard case .item(let row) = item(#"{"id": 1, "owner_id": 7, "attachments": [\#(attachment)]}"#)?.attachments.first
    else { return nil }
    return row
  }

  static func photo(_ photo: String) -> Photo? {
    item(#"{"id": 1, "owner_id": 7, "attachments": [{"type": "photo", "photo": \#(photo)}]}"#)?
      .attachments.first?.photo
  }
}

// MARK: ActivityStreams 2

extension Feeds {
  static func activityDocument(_ members: String) -> String {
    #"{"@context": "https://www.w3.org/ns/activitystreams", \#(members)}"#
  }

  static func activities(_ members: String) -> ReadFeed { read(activityDocument(members)) }

  /// Returns the post of an object with these members, written by Ann.
  static func activity(_ members: String) -> Post? {
    posts(
      activityDocument(
        #""id": "https://a.example/users/ann/statuses/1", "attributedTo": "https://a.example/users/ann", "# + members)
    ).first
  }
}

extension ReadFeed {
  var codes: [String] { diagnostics.map(\.code) }

  /// Returns the places of the diagnostics with a code, as printed.
  func places(of code: String) -> [String] {
    diagnostics.filter { $0.code == code }.map { $0.place?.description ?? "" }
  }
}
