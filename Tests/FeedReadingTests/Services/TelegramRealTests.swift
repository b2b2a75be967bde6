import Testing

@testable import FeedReading

@Suite struct TelegramRealTests {
  private static let files = ServiceFiles("telegram")

  @Test("a real export is read as another program reads it", arguments: files.names)
  func document(name: String) throws {
    let (reading, pairs) = try Self.files.compared(name)
    #expect(reading.diagnostics.isEmpty)
    for (post, entry) in pairs {
      var isService = false
      if case .system = post.kind { isService = true }
      #expect(isService == (entry.text("type") == "service"))
      #expect(post.author.shownName == entry.text("author"))
      #expect(post.date == entry.text("date_unixtime").flatMap { Int($0) })
      #expect(isService || post.text.unicodeScalars.count == entry.int("text_chars"))
      #expect(post.photos.count == entry.int("images"))
      #expect(post.counters.value(of: .likes) == entry.int("reactions"))
      #expect(entry.int("id").map { post.id.hasSuffix("-\($0)") } ?? true)
      #expect(post.hasValidFacets)
    }
  }
}
