import Foundation
import Testing

@testable import FeedReading

/// Real responses of Mastodon's API from 2017 to 2023, and of Pleroma's.
@Suite struct MastodonFilesTests {
  private static let files = ServiceFiles("mastodon")

  @Test("every status is read as another program reads it", arguments: files.names)
  func statuses(name: String) throws {
    let (reading, pairs) = try Self.files.compared(name)
    #expect(!reading.diagnostics.contains { $0.severity > .note })
    for (post, entry) in pairs { Self.compare(post, entry) }
  }

  private static func compare(_ post: Post, _ entry: ServiceFiles.Expected) {
    let user = entry.text("acct").map { String($0.prefix { $0 != "@" }) }
    #expect(post.author.shownName == (entry.text("author").flatMap { $0.isEmpty ? nil : $0 } ?? user))
    #expect(post.author.handle == entry.text("acct"))
    #expect(post.date == entry.date("created_at"))
    #expect(post.text.isEmpty != entry.flag("has_text"))
    #expect(post.contentWarning == entry.text("spoiler_text"))
    #expect(post.flags.contains(.sensitive) == entry.flag("sensitive"))
    #expect(post.flags.contains(.edited) == entry.flag("edited"))
    #expect(post.photos.count == entry.int("images"))
    #expect(post.photos.allSatisfy { !$0.sources.isEmpty })
    #expect(post.count(.replies) == entry.int("replies"))
    #expect(post.count(.boosts) == entry.int("reblogs"))
    #expect(post.count(.favourites) == entry.int("favourites"))
    #expect(post.poll?.answers.count == entry.int("poll_options"))
    #expect(post.card?.title == entry.text("card"))
    #expect((post.quote != nil) == entry.flag("quote"))
    let (boosted, inner) = (entry.entry("reblog_of"), post.reposts.first)
    #expect(inner?.author.shownName == boosted?.text("author"))
    #expect(inner?.author.handle == boosted?.text("acct"))
    #expect(inner.map { !$0.text.isEmpty } == boosted?.flag("has_text"))
    #expect(inner?.photos.count == boosted?.int("images"))
  }

  /// The other program keeps hidden parts of links, spaces at line ends, and one line end between paragraphs. This test
  /// first reproduces its count by that rule, then compares its characters with ours, except for hidden ones.
  @Test("texts have the characters that another program counts", arguments: files.names)
  func characters(name: String) throws {
    let root = try JSONSerialization.jsonObject(with: try Self.files.bytes(name))
    let statuses = try #require(root as? [[String: Any]] ?? (root as? [String: Any]).map { [$0] })
    for (status, entry) in zip(statuses, try Self.files.expected(name)) {
      let html = status["content"] as? String ?? ""
      // Programs differ on nested paragraphs.
      if html.contains("<p><p>") { continue }
      let plain = Self.stripped(html)
      #expect(plain.unicodeScalars.count == entry.int("content_plain_chars"))
      let whole = html.replacing("class=\"invisible\"", with: "").replacing("class=\"ellipsis\"", with: "")
      #expect(Self.letters(MarkupText(html: whole).text.string) == Self.letters(plain))
    }
  }

  private static func stripped(_ html: String) -> String {
    let lines = html.replacingOccurrences(of: "<br ?/?>|</p>\\s*<p>", with: "\n", options: .regularExpression)
    return DecodedText.decode(lines.replacingOccurrences(of: "<[^>]*>", with: "", options: .regularExpression)).trimmed
  }

  private static func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }

  @Test("facets cover whole words of the texts, and lead somewhere", arguments: files.names)
  func facets(name: String) throws {
    for post in try #require(try Self.files.reading(name).feed).posts {
      #expect(post.facets.allSatisfy { ($0.url?.text ?? $0.picture)?.hasPrefix("http") == true })
      for mark in post.marks {
        let word = mark.drop { $0 != ":" }.dropFirst()
        #expect(!word.isEmpty && word.first?.isWhitespace == false && word.last?.isWhitespace == false)
        if mark.hasPrefix("emoji:") { #expect(word.hasPrefix(":") && word.hasSuffix(":")) }
        if mark.hasPrefix("hashtag:") { #expect(word.hasPrefix("#")) }
      }
    }
  }
}
