import Testing

@testable import FeedReading

@Suite struct BlueskyRealTests {
  private static let files = ServiceFiles("bluesky")

  @Test("a real document is read as another program reads it", arguments: files.names)
  func document(name: String) throws {
    let (reading, pairs) = try Self.files.compared(name)
    #expect(reading.diagnostics.isEmpty)
    for (outer, entry) in pairs {
      let post = outer.reposts.first ?? outer
      let reposter = entry.text("reposted_by")
      #expect(outer.author.handle == reposter || reposter == nil && outer.reposts.isEmpty)
      let (name, handle) = (try #require(entry.text("author")), try #require(entry.text("handle")))
      let isInvisible = name.unicodeScalars.allSatisfy(\.isBlank)
      #expect(post.author.shownName == (isInvisible ? handle : name))
      #expect(post.author.handle == handle)
      #expect(post.text.unicodeScalars.count == entry.int("text_chars"))
      #expect(post.date == entry.date("created_at") || entry.text("created_at") == "")
      // Images next to a quote belong to the post as well. The other program counts them only in some forms.
      #expect(post.photos.count == entry.int("images"))
      #expect(post.photos.allSatisfy { $0.aspect != nil })
      #expect(post.count(.replies) == entry.int("replies") && post.count(.reposts) == entry.int("reposts"))
      #expect(post.count(.likes) == entry.int("likes") && post.count(.quotes) == entry.int("quotes"))
      #expect((post.reply != nil) == entry.flag("is_reply"))
      #expect((post.quote != nil) == (entry.text("embed")?.contains("record") == true))
      let key = try #require(entry.text("uri")?.split(separator: "/").last)
      #expect(post.permalink?.text == "https://bsky.app/profile/\(handle)/post/\(key)")
      #expect(post.hasValidFacets)
    }
  }
}
