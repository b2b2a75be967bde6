import Support
import Testing

@testable import FeedReading

/// Nothing of a feed is dropped silently: every item of a page that is not an entry is reported.
@Suite struct EveryItemTests {
  /// No numbers, because they are counts in VK's lists.
  private static let strays = ["null", "true", "\"x\"", "[]", "{}"]

  @Test("of a page's items each is an entry or told, whatever stands among them", arguments: ServiceSample.all)
  func items(_ sample: ServiceSample) {
    var random = SplitMix64(seed: UInt64(sample.name.utf8.count))
    for _ in 0..<30 {
      var items = (0..<6).map { _ in Self.strays.randomElement(using: &random) ?? "null" }
      items.insert(sample.item(1), at: Int.random(in: 0...min(3, items.count), using: &random))
      let page = Self.page(sample, items)
      var named = Set(page.entries.map(\.path))
      for diagnostic in page.diagnostics.diagnostics {
        if case .jsonPath(let path)? = diagnostic.place?.position { named.insert(path) }
      }
      if page.service == nil { continue }
      for index in items.indices {
        let own = "\(sample.path)[\(index)]"
        #expect(named.contains { $0 == own || $0.hasPrefix(own + ".") }, "\(own) of \(items)")
      }
    }
  }

  private static func page(_ sample: ServiceSample, _ items: [String]) -> FeedPage {
    FeedReader.page(from: FeedDocument(name: "a.json", bytes: Array(sample.document(items).utf8)))
  }

  @Test("every format that is read is among those that this is asked of")
  func everyFormat() {
    let services = ServiceSample.all.compactMap { Self.page($0, [$0.item(1)]).service }
    #expect(Set(services) == Set(FeedFormat.all.map(\.service)))
  }

  @Test("of more rows than an entry is shown with, the first are kept and the others told")
  func rows() throws {
    let (limit, most) = (EntryLimits.rows, EntryLimits.answers)
    func list(_ count: Int, _ item: String) -> String {
      "[" + [String](repeating: item, count: count).joined(separator: ",") + "]"
    }
    func post(_ count: Int) throws -> (post: Post, told: [String]) {
      let poll =
        #"{"type":"poll","poll":{"id":1,"owner_id":1,"question":"?","answers":\#(list(count, #"{"text":"a"}"#))}}"#
      let text =
        #"{"response":{"items":[{"id":1,"owner_id":1,"date":1,"text":"x","attachments":[\#(poll)],"#
        + #""copy_history":[{"id":2,"owner_id":1,"date":1,"text":"y","attachments":\#(list(count, poll))}]}]}}"#
      let page = FeedReader.page(from: FeedDocument(name: "a.json", bytes: Array(text.utf8)))
      let told = page.diagnostics.diagnostics.filter { $0.code == "feed.attachment" }.map(\.message)
      return (try #require(page.entries.first?.post), told)
    }
    func answers(_ attachment: FeedReading.Attachment?) -> Int? {
      guard case .item(let item)? = attachment, case .poll(let poll) = item.content else { return nil }
      return poll.answers.count
    }
    #expect(try post(30).told.isEmpty)
    let (large, told) = try post(limit + 1)
    #expect(answers(large.attachments.first) == most)
    #expect(large.reposts.first?.attachments.count == limit)
    #expect(large.reposts.first.flatMap { answers($0.attachments.last) } == most)
    // Options of its own poll, a poll in the repost, and options of each of its other posts.
    #expect(
      told.count == 1
        && told[0].hasPrefix("\((limit + 1) * (limit + 1 - most) + 1) attachments or poll options are skipped"))
  }

  @Test("of an account's chats each is read or told")
  func chats() {
    let chat =
      #"{"type":"public_channel","name":"N","messages":[{"id":1,"type":"message","date":"2024-05-01T00:00:00","text":"x"}]}"#
    let page = FeedReader.page(
      from: FeedDocument(name: "a.json", bytes: Array(#"{"chats":{"list":[\#(chat),null,{"type":"x"}]}}"#.utf8)))
    #expect(page.entries.count == 1)
    #expect(
      page.diagnostics.diagnostics.map { $0.place?.description } == ["a.json: chats.list[1]", "a.json: chats.list[2]"])
  }

  @Test("attributes beyond the limit are removed before parsing")
  func attributes() {
    let limit = MarkupReader.attributeLimit
    func element(_ count: Int) -> String {
      "<a " + (1...count).map { "a\($0) = '>'" }.joined(separator: " ") + " href=https://x.example/ >x</a> <b>y</b>"
    }
    func left(_ markup: String) -> String? {
      var markup = markup
      return markup.withUTF8 { MarkupAttributes.bounded($0, to: limit) }.map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(left(element(limit - 1)) == nil)
    for count in [limit, limit * 2, limit * 4] {
      #expect(left(element(count))?.split(separator: "=").count == limit + 1)
    }
    #expect(left("<!-- <a " + String(repeating: "b ", count: limit * 2) + "-->") == nil)
    let text = MarkupText(html: element(limit * 4))
    #expect(text.outcome == .manyAttributes && text.text.string == "x y")
  }
}
