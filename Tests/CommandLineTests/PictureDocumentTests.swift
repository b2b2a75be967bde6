import Foundation
import Support
import Testing

@Suite("feedproof image as PDF")
struct PictureDocumentTests {
  private static let settings = "widths: 320\nscales: 1\nlocale: en\n"

  private func document(_ posts: [String], _ options: [String] = []) throws -> (text: PDFText, data: Data) {
    let project = try ProofProject(posts: posts, settings: Self.settings)
    let outcome = try Tool.run(["picture", ".", "-o", "feed.pdf", "--quiet"] + options, in: project.folder.url)
    try #require(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    let data = try project.data("feed.pdf")
    return (PDFText(data), data)
  }

  @Test("texts are texts, in fonts that are in the file, a subset each")
  func text() throws {
    let (text, _) = try document(["Hello there", "Привет всем", "Çà et là"])
    let whole = text.pages.joined()
    for words in ["Hello there", "Привет всем", "Çà et là"] { #expect(whole.contains(words), "\(whole)") }
    #expect(!text.embeddedFonts.isEmpty)
    #expect(text.embeddedFonts.allSatisfy { $0.dropFirst(6).hasPrefix("+Inter-") })
  }

  @Test("anything that is written from right to left stands as it is read, anything that is drawn as an image is found")
  func directions() throws {
    let (text, _) = try document(["שלום עולם", "مرحبا", "Nice 🎉"])
    let whole = text.pages.joined()
    #expect(whole.contains("שלום"), "\(whole)")
    #expect(whole.contains("مرحبا"), "\(whole)")
    #expect(whole.contains("🎉"))
  }

  @Test("the same feed gives the same bytes, and no clock is asked")
  func deterministic() throws {
    let first = try document(["Hello", "World 🎉"]).data
    #expect(try document(["Hello", "World 🎉"]).data == first)
    #expect(first.range(of: Data("(D:20181118184000Z)".utf8)) != nil)
  }

  @Test("a document contains the full text; one post's title is its author and first words")
  func whole() throws {
    let lines = (10..<60).map { "line\($0)" }
    let (text, data) = try document([lines.joined(separator: "\\n"), "Hello there"])
    #expect(text.pages.joined().contains("line59"))
    #expect(Self.has(data, title: " · 2 posts"))
    let post = try document(["Hello there", "Another"], ["--post", "1"]).data
    #expect(Self.has(post, title: " · Hello there") && !Self.has(post, title: "posts"))
  }

  /// Returns whether a document's title ends with a text. Titles that are not ASCII are hexadecimal UTF-16.
  private static func has(_ document: Data, title: String) -> Bool {
    let digits = title.utf16.map { unit in
      let text = String(unit, radix: 16)
      return String(repeating: "0", count: 4 - text.count) + text
    }.joined()
    return document.range(of: Data("\(digits)>".utf8)) != nil
      || document.range(of: Data("\(digits.uppercased())>".utf8)) != nil
  }

  @Test("the document is reported in the order of reading: a card's author is a heading, a photo has its words")
  func meaning() throws {
    let (text, data) = try document(["See https://example.org/a", "Nice 🎉"])
    #expect(text.elements["Art"] == 2 && text.elements["H1"] == 2 && (text.elements["Link"] ?? 0) >= 1)
    #expect(data.range(of: Data("/Lang (en)".utf8)) != nil && data.range(of: Data("<pdfuaid:part>1<".utf8)) != nil)
    #expect(data.range(of: Data("/Marked true".utf8)) != nil)
  }

  @Test("links lead where the words do")
  func links() throws {
    let (text, _) = try document(["See https://example.org/päth?q=(1)"])
    #expect(text.links.contains { $0.hasPrefix("https://example.org/p%C3%A4th?q=") }, "\(text.links)")
  }

  @Test("pages break between cards; a longer card is cut between lines, each told once")
  func pages() throws {
    let lines = (10..<80).map { "line\($0)" }
    let (text, _) = try document(
      ["First", lines.joined(separator: "\\n"), "Last"], ["--pages", "400", "--state", "expanded"])
    #expect(text.pages.count > 3)
    let whole = text.pages.joined()
    for word in ["First", "Last"] + lines { #expect(whole.ranges(of: word).count == 1, "\(word)") }
    #expect(text.pages[0].contains("First") && !text.pages[0].contains("line10"))
  }

  @Test("photos are in it as the files they are, and each once")
  func photos() throws {
    let folder = try TemporaryFolder()
    let photo = try Data(contentsOf: Checkout.url("Examples/newsfeed/media/bread_604.jpg"))
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("media"), withIntermediateDirectories: true)
    try photo.write(to: folder.url.appendingPathComponent("media/bread.jpg"))
    let items = (1...3).map {
      #"{"type":"post","source_id":1,"post_id":\#($0),"date":1542566400,"text":"","attachments":[{"type":"photo","photo":{"id":1,"sizes":[{"url":"media/bread.jpg","width":604,"height":400}]}}]}"#
    }
    try folder.write(WrittenFeed.document(items), to: "feed.json")
    let outcome = try Tool.run(
      ["picture", "feed.json", "-o", "feed.pdf", "--quiet", "--width", "375", "--scale", "2", "--theme", "light"],
      in: folder.url)
    #expect(outcome.status == 0, "\(outcome.error)")
    let data = try Data(contentsOf: folder.url.appendingPathComponent("feed.pdf"))
    #expect(data.range(of: photo) != nil && PDFText(data).hasJPEG)
    #expect(data.count < 2 * photo.count + 100_000)
  }
}
