import Foundation
import Support
import Testing

@Suite("feedproof picture as PDF")
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
    #expect(text.embeddedFonts.allSatisfy { $0.dropFirst(6).hasPrefix("+") && $0.contains("Inter") })
  }

  @Test("what is written from right to left stands as it is read, what is drawn as a picture is found")
  func directions() throws {
    let (text, _) = try document(["שלום עולם", "مرحبا", "Nice 🎉"])
    let whole = text.pages.joined()
    // From left to right, as the letters stand; readers turn it round.
    #expect(whole.contains(String("שלום".reversed())), "\(whole)")
    #expect(whole.contains(String("مرحبا".reversed())), "\(whole)")
    #expect(whole.contains("🎉"))
  }

  @Test("the same feed gives the same bytes, and no clock is asked")
  func deterministic() throws {
    let first = try document(["Hello", "World 🎉"]).data
    #expect(try document(["Hello", "World 🎉"]).data == first)
    #expect(first.range(of: Data("(20181118184000Z)".utf8)) != nil)
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
