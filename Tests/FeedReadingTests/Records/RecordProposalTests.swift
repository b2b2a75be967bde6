import DataFormats
import Testing

@testable import FeedReading

@Suite("Types proposed by init")
struct RecordProposalTests {
  private func proposal(_ json: String) throws -> RecordProposal {
    try #require(RecordProposal.all(of: [FeedDocument(name: "a.json", bytes: Array(json.utf8))], name: "a.json").first)
  }

  private func field(_ name: String, of json: String) throws -> RecordField {
    let proposal = try proposal(json)
    return try #require(proposal.type.fields.first { $0.name == name }, "\(proposal.type.fields.map(\.name))")
  }

  /// Returns entries with one value each.
  private func entries(_ values: [String]) -> String {
    "[\(values.enumerated().map { #"{"id": \#($0), \#($1)}"# }.joined(separator: ","))]"
  }

  @Test("a word in place of one amount of many leaves it an amount; the word is in, and is remarked on")
  func wordForAmount() throws {
    let values = (0..<9).map { #""price": {"amount": \#($0).5, "currency": "EUR"}"# }
    let json = entries(values + [#""price": {"amount": "ask us", "currency": "EUR"}"#])
    let price = try field("price", of: json)
    #expect(price.form == .money(.path(try JSONQuery("$.price.currency")), decimals: nil, isMinor: false))
    #expect(price.fallback == "ask us")
    #expect(try proposal(json).remarks["price"] == "1 of 10 are no amount: \"ask us\"")
  }

  @Test("as many words as numbers are texts, and what is of several kinds is named")
  func mixed() throws {
    let json = entries([#""size": 5, "at": {"x": 1}"#, #""size": "large", "at": 7"#])
    #expect(try field("size", of: json).form == .text)
    #expect(try proposal(json).leftOut == ["$.at"])
  }

  @Test(
    "cents are known by their names, wherever the currency is",
    arguments: ["price_cents", "cents", "amount_minor", "unit_amount", "oldCents"])
  func cents(name: String) throws {
    let json = entries((1...3).map { #""\#(name)": \#($0 * 1999), "pay": {"currency": "EUR", "by": "card \#($0)"}"# })
    let fields = try proposal(json).type.fields
    let currency = try JSONQuery("$.pay.currency")
    #expect(fields.contains { $0.form == .money(.path(currency), decimals: nil, isMinor: true) }, "\(fields)")
  }

  @Test("whole amounts without such a name are remarked on")
  func maybeCents() throws {
    let json = entries((1...3).map { #""price": \#($0 * 1999), "currency": "EUR""# })
    #expect(try proposal(json).remarks["price"] == "add \"minor: true\" where these are cents")
  }

  @Test("seconds since 1970 are a date where the name says so")
  func timestamp() throws {
    let json = entries((1...3).map { #""restock_ts": \#(1_741_900_000 + $0), "views": \#(1_741_900_000 + $0)"# })
    #expect(try field("restock-ts", of: json).form == .date(nil))
    #expect(try field("views", of: json).form == .number(.init()))
  }

  @Test("an entry's own headline is its title, not its author's name")
  func ownTitle() throws {
    let json = entries((1...3).map { #""author": {"name": "A\#($0)"}, "headline": "How to \#($0)""# })
    #expect(try proposal(json).type.title?.text == "$.headline")
  }

  @Test("an image's size may are in an object next to its address")
  func nestedSize() throws {
    let json = entries([
      #""images": [{"src": "a.jpg"}]"#, #""images": [{"src": "b.jpg", "size": {"w": 4, "h": 3}}]"#,
    ])
    var parts = RecordField.Picture()
    (parts.width, parts.height) = (try JSONQuery("@.size.w"), try JSONQuery("@.size.h"))
    #expect(try field("images", of: json).form == .picture(parts))
    #expect(try field("picture", of: json).form == .picture(parts))
  }
}
