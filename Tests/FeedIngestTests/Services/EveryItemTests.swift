import Support
import Testing

@testable import FeedIngest

/// Nothing of a feed is lost in silence: what is no entry of a page is named.
@Suite struct EveryItemTests {
  /// A document of each service around its items, where the first of them stands in it, and an item.
  private static let services: [(document: @Sendable (String) -> String, path: String, item: String)] = [
    ({ "[\($0)]" }, "", #"{"id":"1","created_at":"2024-05-01T00:00:00Z","content":"x","account":{"acct":"a"}}"#),
    (
      { #"{"statuses":[\#($0)]}"# }, "statuses", #"{"id":"1","created_at":"2024","content":"x","account":{"acct":"a"}}"#
    ),
    (
      { #"{"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","orderedItems":[\#($0)]}"# },
      "orderedItems", #"{"type":"Note","id":"https://a.example/1","content":"x"}"#
    ),
    (
      { #"{"version":"https://jsonfeed.org/version/1.1","items":[\#($0)]}"# }, "items",
      #"{"id":"1","content_text":"x"}"#
    ),
    ({ #"{"events":[\#($0)]}"# }, "events", #"{"title":"x"}"#),
    (
      { #"{"type":"public_channel","messages":[\#($0)]}"# }, "messages",
      #"{"id":1,"type":"message","date":"2024-05-01T00:00:00","text":"x"}"#
    ),
    (
      { #"{"feed":[\#($0)]}"# }, "feed",
      #"{"post":{"uri":"at://did:plc:a/app.bsky.feed.post/1","record":{"text":"x"}}}"#
    ),
    ({ "[\($0)]" }, "", #"{"id_str":"1","full_text":"x"}"#),
    ({ #"{"data":[\#($0)],"meta":{"result_count":1}}"# }, "data", #"{"id":"1","text":"x"}"#),
    (
      { #"{"response":{"count":9,"items":[\#($0)]}}"# }, "response.items", #"{"id":1,"owner_id":1,"text":"x","date":1}"#
    ),
  ]

  /// Numbers stand for counts in VK's lists.
  private static let strays = ["null", "true", "\"x\"", "[]", "{}"]

  @Test("of a page's items each is an entry or told, whatever stands among them", arguments: services.indices)
  func items(_ service: Int) {
    let (document, path, item) = Self.services[service]
    var random = SplitMix64(seed: UInt64(service))
    for _ in 0..<30 {
      var items = (0..<6).map { _ in Self.strays.randomElement(using: &random) ?? "null" }
      items.insert(item, at: Int.random(in: 0...min(3, items.count), using: &random))
      let page = FeedReader.page(
        from: FeedDocument(name: "a.json", bytes: Array(document(items.joined(separator: ",")).utf8)))
      var named = Set(page.entries.map(\.path))
      for diagnostic in page.diagnostics.diagnostics {
        if case .jsonPath(let path)? = diagnostic.place?.position { named.insert(path) }
      }
      if page.service == nil { continue }
      for index in items.indices {
        let own = "\(path)[\(index)]"
        #expect(named.contains { $0 == own || $0.hasPrefix(own + ".") }, "\(own) of \(items)")
      }
    }
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

  @Test("an element has as many attributes as anybody writes; what it has beyond goes before it is parsed")
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
    #expect(text.outcome == .manyAttributes && text.text == FacetedText("x y"))
  }
}
