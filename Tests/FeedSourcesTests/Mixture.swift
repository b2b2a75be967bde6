import Diagnostics
import FeedReading
import FeedSources
import Foundation
import Projects
import Support

/// Feeds and chats of several services, mixed in a folder, and what is found there.
struct Mixture {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  struct ReadContext {
    var feeds: [FoundFeed] = []
    var diagnostics: [Diagnostic] = []
    /// The error that ended reading.
    var failure: (any Error)?

    /// The number of posts or messages of each feed, by name.
    var counts: [String: Int] {
      Dictionary(
        feeds.map { ($0.name, $0.source.facts.chat?.messageCount ?? $0.source.facts.count) },
        uniquingKeysWith: { $0 + $1 * 1000 })
    }

    /// All diagnostics, for finding file names in them.
    var said: String {
      diagnostics.map(\.description).joined(separator: "\n")
    }

    /// Returns the number of each entry, without prefixes from its location.
    func entries() throws -> [String: Int] {
      var entries: [String: Int] = [:]
      for feed in feeds {
        let posts = feed.source.posts()
        while let post = try posts.next() {
          if case .separator = post.kind { continue }
          let author = post.author.name
          entries["\(feed.isChat) \(post.date ?? 0) \(author) \(post.text) \(post.attachments.count)", default: 0] += 1
        }
      }
      return entries
    }
  }

  /// - Parameter inputs: Paths in the folder; none for the folder itself.
  func read(_ inputs: String...) -> ReadContext {
    let given = inputs.isEmpty ? [folder.url] : inputs.map { folder.url.appendingPathComponent($0) }
    let project = Project(
      folder: folder.url, feeds: given, output: folder.url.appendingPathComponent("output"))
    var found = ReadContext()
    do {
      found.feeds = try FoundFeed.all(in: FeedFiles.find(of: project)) { found.diagnostics.append($0) }
    } catch {
      found.failure = error
    }
    return found
  }
}

/// Documents as services write them.
enum Sample {
  static func mastodon(_ ids: ClosedRange<Int>) -> String {
    let statuses = ids.map {
      #"{"id": "\#($0)", "created_at": "2024-01-01T10:00:\#(10 + $0)Z", "content": "<p>toot \#($0)</p>", "account": {"id": "1", "acct": "anna", "display_name": "Anna"}, "media_attachments": []}"#
    }
    return "[\(statuses.joined(separator: ","))]"
  }

  static func x(_ ids: ClosedRange<Int>) -> String {
    let tweets = ids.map {
      #"{"tweet": {"id_str": "\#($0)", "created_at": "Wed Nov 18 10:00:\#(10 + $0) +0000 2020", "full_text": "tweet \#($0)", "entities": {}}}"#
    }
    return "window.YTD.tweets.part0 = [\(tweets.joined(separator: ","))]"
  }

  static let xAccount =
    #"window.YTD.account.part0 = [{"account": {"username": "anna", "accountId": "9", "accountDisplayName": "Anna"}}]"#

  static func vk(_ ids: ClosedRange<Int>) -> String { ArchiveFolder.page(ids) }

  static func jsonFeed(_ home: String, _ ids: ClosedRange<Int>) -> String {
    let items = ids.map { #"{"id": "\#($0)", "content_text": "\#(home) \#($0)"}"# }
    return
      #"{"version": "https://jsonfeed.org/version/1.1", "title": "\#(home)", "home_page_url": "https://\#(home).example", "items": [\#(items.joined(separator: ","))]}"#
  }

  /// - Parameters:
  ///   - messages: Messages by id, one minute apart.
  ///   - id: nil for an export that doesn't state it.
  static func telegram(
    _ name: String?, id: Int?, type: String? = "private_group", _ messages: [(id: Int, text: String)]
  ) -> String {
    let written = messages.map {
      #"{"id": \#($0.id), "type": "message", "date": "2024-06-01T10:00:00", "date_unixtime": "\#(1_717_236_000 + $0.id * 60)", "from": "Anna", "from_id": "user1", "text": "\#($0.text)"}"#
    }
    let about = [name.map { #""name": "\#($0)","# }, type.map { #""type": "\#($0)","# }, id.map { #""id": \#($0),"# }]
    return "{\(about.compactMap { $0 }.joined()) \"messages\": [\(written.joined(separator: ","))]}"
  }

  static func telegram(_ name: String, id: Int, type: String = "private_group", _ ids: ClosedRange<Int>) -> String {
    telegram(name, id: id, type: type, ids.map { ($0, "\(name) \($0)") })
  }

  static func account(_ chats: String...) -> String {
    #"{"chats": {"list": [\#(chats.joined(separator: ","))]}}"#
  }

  static func discord(_ name: String, id: Int, _ messages: [(id: Int, text: String)]) -> String {
    let written = messages.map {
      #"{"id": "\#($0.id)", "type": "Default", "timestamp": "2024-06-01T10:\#($0.id < 10 ? "0" : "")\#($0.id):00+00:00", "content": "\#($0.text)", "author": {"id": "1", "name": "Boris"}}"#
    }
    return
      #"{"guild": {"id": "1"}, "channel": {"id": "\#(id)", "name": "\#(name)"}, "messages": [\#(written.joined(separator: ","))]}"#
  }

  /// - Parameter minutes: Minutes of one hour, with a message each.
  static func whatsApp(_ minutes: ClosedRange<Int>, _ name: String = "Zoya") -> String {
    minutes.map { "[01/06/2024, 10:\($0 < 10 ? "0" : "")\($0):00] \($0 % 2 == 0 ? name : "Anna"): words \($0)\n" }
      .joined()
  }
}
