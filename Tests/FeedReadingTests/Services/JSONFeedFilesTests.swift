import Testing

@testable import FeedReading

/// Real feeds of blogs, of both versions.
@Suite struct JSONFeedFilesTests {
  private static let files = ServiceFiles("jsonfeed")

  @Test("every item is read as another program reads it", arguments: files.names)
  func items(name: String) throws {
    let (reading, pairs) = try Self.files.compared(name)
    #expect(reading.diagnostics.isEmpty)
    for (post, entry) in pairs { Self.compare(post, entry) }
  }

  private static func compare(_ post: Post, _ entry: ServiceFiles.Expected) {
    // If a feed has no authors, its title is the author. The other program leaves the author empty.
    let names = entry.texts("author")
    #expect(
      names.isEmpty ? post.author.shownName?.isEmpty == false : post.author.shownName == names.joined(separator: ", "))
    #expect(post.date == entry.date("date_published"))
    #expect(post.permalink?.text == entry.text("url"))
    #expect(post.card?.url?.text == entry.text("external_url"))
    // The title is part of the text. The other program counts only the content.
    let title = DecodedText.line(entry.text("title") ?? "")
    #expect(post.text.hasPrefix(title))
    #expect(
      post.text.dropFirst(title.count).trimmed.isEmpty != (entry.flag("has_text") || (entry.int("tags") ?? 0) > 0))
    #expect(post.facets.filter { $0.kind == .hashtag && $0.url == nil }.count == entry.int("tags"))
    let types = entry.texts("attachments").map { $0.hasPrefix("audio/") ? "audio" : "file" }
    #expect(post.items.filter { $0.type != "link" }.map(\.type) == types)
    // An item's image that also occurs in its text is shown once.
    let images = (entry.int("image_fields") ?? 0) + (entry.int("inline_img_tags") ?? 0)
    #expect((max(0, images - 1)...images).contains(post.photos.count))
    #expect(Set(post.photos.map { $0.sources.map(\.url) }).count == post.photos.count)
  }
}
