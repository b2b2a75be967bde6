import DataFormats
import Diagnostics
import Support
import Testing

@testable import FeedReading

@Suite("Entries of a project's own data")
struct RecordTests {
  private func page(_ json: String, _ types: RecordType..., line: Int? = nil) -> FeedPage {
    var context = FeedContext()
    context.types = RecordTypes(title: "Shop", types: types)
    return FeedReader.page(from: FeedDocument(name: "shop.json", line: line, bytes: Array(json.utf8)), in: context)
  }

  private func type(
    _ fields: [RecordField] = [], entries: String? = "$.items[*]", name: String = "thing"
  ) throws -> RecordType {
    var type = RecordType(name: name, template: "\(name).yml")
    type.entries = try entries.map { try JSONQuery($0) }
    type.id = try JSONQuery("$.id")
    type.fields = fields
    return type
  }

  private func field(_ path: String, _ form: RecordField.Form, name: String = "value") throws -> RecordField {
    RecordField(name: name, path: try JSONQuery(path), form: form)
  }

  private func record(_ post: Post?) throws -> Record {
    guard case .record(let record)? = post?.kind else { throw WrongKind() }
    return record
  }

  private struct WrongKind: Error {}

  @Test("Groups in groups share one bound of an entry, which is reported once; the next entry has its own")
  func groupsInGroups() throws {
    let text = try field("$.id", .text, name: "t")
    let inner = try field("$.list[*]", .group([text]), name: "inner")
    let outer = try field("$.list[*]", .group([inner]), name: "outer")
    let list = (0..<200).map { "{\"id\": \"\($0)\"}" }.joined(separator: ",")
    let items = "{\"id\": 1, \"list\": [\(list)]}, {\"id\": 2, \"list\": [{\"id\": \"3\"}]}"
    let page = page("{\"items\": [\(items)]}", try type([outer]))
    // 200 groups of 200 groups make 40,000 values; an entry holds at most 10,000.
    #expect(page.diagnostics.diagnostics.map(\.code) == ["record.rows"])
    #expect(page.entries.count == 2)
    let small = RecordValue.group([.init("t", .text("2"))])
    let group = RecordValue.group([.init("inner", .list([small]))])
    #expect(try record(page.entries.last?.post).fields.map(\.value) == [.list([group])])
  }

  /// Returns the value of the only field of the only entry, and the diagnostics.
  private func value(
    of json: String, as form: RecordField.Form, at path: String = "$.v", fallback: String? = nil
  ) throws -> (value: RecordValue?, issues: [Diagnostic]) {
    var field = try field(path, form)
    field.fallback = fallback
    let page = page(#"{"items": [{"id": 1, "v": \#(json)}]}"#, try type([field]))
    return (try record(page.entries.first?.post).fields[0].value, said(of: page))
  }

  private func said(of page: FeedPage) -> [Diagnostic] {
    page.diagnostics.diagnostics + (page.findings?.diagnostics ?? [])
  }

  @Test("an entry is a post with its id, date, page and title")
  func entry() throws {
    var thing = try type()
    thing.time = try JSONQuery("$.at")
    thing.link = try JSONQuery("$.links.self")
    thing.title = try JSONQuery("$.name")
    let page = page(
      #"{"items": [{"id": "a1", "at": "2025-03-14T09:00:00Z", "links": {"self": "https://a.example/1"}, "name": "A\nvase"}]}"#,
      thing)
    #expect(page.service == .records && page.title == "Shop" && page.diagnostics.isEmpty)
    let post = try #require(page.entries.first?.post)
    #expect(post.id == "thing-a1" && post.date == 1_741_942_800 && post.permalink == "https://a.example/1")
    #expect(try record(post).title == "A vase")
  }

  @Test("without a path entries are a list's elements, or the document, as each line of NDJSON is")
  func withoutPath() throws {
    let thing = try type(entries: nil)
    #expect(page(#"[{"id": 1}, {"id": 2}]"#, thing).entries.map(\.post.id) == ["thing-1", "thing-2"])
    #expect(page(#"{"id": 3}"#, thing, line: 7).entries.map(\.post.id) == ["thing-3"])
  }

  @Test(
    "the first type whose condition holds is an entry's own; one that none takes is reported, and nothing else is lost")
  func conditions() throws {
    var (sale, other, priced) = (try type(name: "sale"), try type(name: "other"), try type(name: "priced"))
    sale.conditions = [.init(path: try JSONQuery("$.tags[*]"), values: ["sale", "offer"])]
    other.conditions = [.init(path: try JSONQuery("$.kind"), values: ["true"])]
    priced.conditions = [.init(path: try JSONQuery("$.price"), values: [])]
    let page = page(
      #"""
      {"items": [{"id": 1, "kind": true}, {"id": 2, "kind": true, "tags": ["new", "sale"]}, {"id": 3, "price": 1},
      {"id": 4, "price": null}]}
      """#, sale, other, priced)
    #expect(page.entries.map(\.post.id) == ["other-1", "sale-2", "priced-3"])
    #expect(page.diagnostics.diagnostics.map(\.code) == ["record.no-type"])
    #expect(page.diagnostics.diagnostics.first?.place == .json("items[3]", in: "shop.json"))
  }

  @Test("anything that is not an entry costs its own card, and is reported with its place")
  func malformed() throws {
    let page = page(#"{"items": [{"id": 1}, 5, {"id": 2}]}"#, try type())
    #expect(page.entries.map(\.post.id) == ["thing-1", "thing-2"])
    #expect(page.diagnostics.diagnostics.map(\.place) == [.json("items[1]", in: "shop.json")])
    #expect(page.diagnostics.diagnostics.map(\.severity) == [.error])
  }

  @Test("a path that leads nowhere in the whole feed is reported once, with an entry's place and the nearest name")
  func wrongPath() throws {
    let fields = [try field("$.price.amont", .text), try field("$.rare", .text, name: "rare")]
    let page = page(
      #"{"items": [{"id": 1, "price": {"amount": 2}}, {"id": 2, "price": {"amount": 3}, "rare": "x"}]}"#,
      try type(fields))
    #expect(page.diagnostics.isEmpty)
    let found = try #require(page.findings?.diagnostics)
    #expect(found.map(\.code) == ["record.path"])
    #expect(found.first?.place == .json("items[0]", in: "shop.json"))
    #expect(found.first?.hint == "did you mean $.price.amount?")
  }

  @Test("missing values can come from another document")
  func findings() throws {
    let thing = try type([try field("$.v", .text)], entries: nil)
    var all = try #require(page(#"{"id": 1}"#, thing).findings)
    #expect(all.diagnostics.count == 1)
    all.add(try #require(page(#"{"id": 2, "v": "x"}"#, thing).findings))
    #expect(all.diagnostics.isEmpty)
  }

  @Test("no entries where they should be is an error that names what is there")
  func noEntries() throws {
    let page = page(#"{"itens": [{"id": 1}]}"#, try type())
    #expect(page.service == nil)
    #expect(page.diagnostics.diagnostics.first?.code == "record.entries")
    #expect(page.diagnostics.diagnostics.first?.hint == "did you mean $.itens[*]?")
  }

  @Test("a list that is empty is one, and no fault")
  func emptyList() throws {
    #expect(page("[]", try type(entries: nil)).diagnostics.isEmpty)
  }

  @Test(
    "numbers keep their digits, also those in quotes",
    arguments: [("12.50", "12.5"), (#""0.10""#, "0.1"), ("1e3", "1000")])
  func numbers(json: String, text: String) throws {
    guard case .number(let number, _)? = try value(of: json, as: .number(.init())).value else { throw WrongKind() }
    #expect(number.text == text)
  }

  @Test(
    "a value of another kind is reported with its place, and its fallback shown",
    arguments: [#""soon""#, "[1]", "true"])
  func otherKind(json: String) throws {
    let (value, issues) = try value(of: json, as: .number(.init()), fallback: "none")
    #expect(value == .text("none"))
    #expect(issues.map(\.place) == [.json("items[0].v", in: "shop.json")])
    #expect(issues.map(\.severity) == [.warning])
  }

  @Test("so is a title or an id that is not a text; the entry is shown all the same")
  func otherWords() throws {
    var type = try type()
    type.title = try JSONQuery("$.name")
    let page = page(#"{"items": [{"id": [1], "name": {"en": "a"}}, {"id": 2, "name": null}]}"#, type)
    #expect(said(of: page).map(\.place) == ["id", "name"].map { .json("items[0].\($0)", in: "shop.json") })
    #expect(try page.entries.map { try record($0.post).title } == [nil, nil])
  }

  @Test("null is nothing to report if there is a substitute")
  func fallback() throws {
    let (value, issues) = try value(of: "null", as: .text, fallback: "none")
    #expect(value == .text("none") && issues.isEmpty)
    let (inner, innerIssues) = try self.value(of: "null", as: .text, at: "$.v.inner", fallback: "none")
    #expect(inner == .text("none") && innerIssues.isEmpty)
  }

  @Test("a path that leads nowhere is reported although there is a substitute, unless it is optional")
  func misspeltWithFallback() throws {
    let (value, issues) = try value(of: "5", as: .text, at: "$.w", fallback: "none")
    #expect(value == .text("none") && issues.map(\.code) == ["record.path"])
    var optional = try field("$.w", .text)
    (optional.fallback, optional.isOptional) = ("none", true)
    #expect(said(of: page(#"{"items": [{"id": 1, "v": 5}]}"#, try type([optional]))).isEmpty)
  }

  @Test("wrong values of a field are reported together: the first, how many more, and the places of three")
  func wrongValues() throws {
    let items = (0..<7).map { #"{"id": \#($0), "v": "\#($0 == 2 ? "2" : "soon \($0)")"}"# }
    let page = page("{\"items\": [\(items.joined(separator: ","))]}", try type([try field("$.v", .number(.init()))]))
    let found = said(of: page)
    #expect(found.count == 1 && found.first?.count == 6)
    #expect(found.first?.place == .json("items[0].v", in: "shop.json"))
    #expect(
      found.first?.message
        == "\"value\" must be a number, not \"soon 0\"; 5 more like this: items[1].v, items[3].v, items[4].v, …")
  }

  @Test("of wrong values in another document the place says which")
  func wrongValuesOfDocuments() throws {
    let thing = try type([try field("$.v", .flag)], entries: nil)
    var context = FeedContext()
    context.types = RecordTypes(types: [thing])
    func findings(_ name: String) throws -> RecordFindings {
      let document = FeedDocument(name: name, line: nil, bytes: Array(#"{"id": 1, "v": "x"}"#.utf8))
      return try #require(FeedReader.page(from: document, in: context).findings)
    }
    var all = try findings("a.json")
    all.add(try findings("b.json"))
    let told = "\"value\" must be true or false, not \"x\"; 1 more like this: b.json: v"
    #expect(all.diagnostics.map(\.message) == [told])
  }

  @Test("a currency's path that leads nowhere is reported once, and no amount for the lack of it")
  func misspeltCurrency() throws {
    let path = RecordField.Form.money(.path(try JSONQuery("$.currenci")), decimals: nil, isMinor: false)
    let items = (0..<3).map { #"{"id": \#($0), "v": 5, "currency": "EUR"}"# }.joined(separator: ",")
    let found = said(of: page("{\"items\": [\(items)]}", try type([try field("$.v", path)])))
    #expect(found.map(\.code) == ["record.path"] && found.first?.hint == "did you mean $.currency?")
    #expect(found.first?.message == "no entry has $.currenci, the path of \"value.currency\"")
  }

  @Test("so is a path of an image's size; the entry that has such a name says what was meant")
  func misspeltSize() throws {
    var parts = RecordField.Picture()
    (parts.width, parts.height) = (try JSONQuery("@.sze.w"), try JSONQuery("@.size.h"))
    let pictures = #"[{"src": "a.jpg"}, {"src": "b.jpg", "size": {"w": 4, "h": 3}}]"#
    let (_, issues) = try value(of: pictures, as: .picture(parts), at: "$.v[*]")
    #expect(issues.map(\.message) == ["no entry has @.sze.w, the path of \"value.width\""])
    #expect(issues.first?.hint == "did you mean @.size.w?")
  }

  @Test("a list where an entry should be says how each of it is one")
  func listForEntry() throws {
    let page = page(#"{"items": [{"id": 1}]}"#, try type(entries: "$.items"))
    #expect(
      page.diagnostics.diagnostics.first?.hint
        == "to read each element of a list as an entry, write [*]: entries: \"$.items[*]\"")
  }

  @Test("money has a currency of its own or of the entry; cents become whole units")
  func money() throws {
    let own = RecordField.Form.money(.code("EUR"), decimals: nil, isMinor: true)
    #expect(
      try value(of: "1250", as: own).value
        == .money(try #require(DecimalNumber("12.5")), currency: "EUR", decimals: nil))
    let path = RecordField.Form.money(.path(try JSONQuery("$.v.c")), decimals: nil, isMinor: false)
    let yen = try value(of: #"{"a": 5, "c": "jpy"}"#, as: path, at: "$.v.a")
    #expect(yen.value == .money(try #require(DecimalNumber("5")), currency: "JPY", decimals: nil))
    let none = try value(of: #"{"a": 5, "c": "€"}"#, as: path, at: "$.v.a")
    #expect(none.value == nil && none.issues.map(\.code) == ["record.value"])
  }

  @Test(
    "dates are moments, or days and hours of their own place",
    arguments: [
      ("1741942800", .instant(1_741_942_800)), ("1741942800000", .instant(1_741_942_800)),
      (#""2025-03-14T09:00:00Z""#, .instant(1_741_942_800)),
      (#""2025-03-14""#, .local(.init(year: 2025, month: 3, day: 14))),
      (#""2025-03-14T07:30""#, .local(.init(year: 2025, month: 3, day: 14, time: .init(hour: 7, minute: 30)))),
    ] as [(String, RecordMoment)])
  func dates(json: String, moment: RecordMoment) throws {
    #expect(try value(of: json, as: .date(.day)).value == .date(moment, .day))
  }

  @Test(
    "durations are numbers of a unit, clocks, or as ISO 8601 writes them",
    arguments: [
      ("90", .minutes, 5400), ("1500", .milliseconds, 2), (#""1:02:03""#, .seconds, 3723), (#""3:05""#, .seconds, 185),
      (#""PT1H30M""#, .seconds, 5400), (#""P1DT2S""#, .seconds, 86_402), (#""1:75""#, .seconds, nil),
      ("-1", .seconds, nil), (#""P1Y""#, .seconds, nil), ("1e300", .hours, nil),
    ] as [(String, RecordField.DurationUnit, Int?)])
  func durations(json: String, unit: RecordField.DurationUnit, seconds: Int?) throws {
    #expect(try value(of: json, as: .duration(unit)).value == seconds.map(RecordValue.duration))
  }

  @Test("an image is an address, or an object with one and its size")
  func pictures() throws {
    #expect(try value(of: #""a.jpg""#, as: .picture(.init())).value == .picture(Photo(sources: [.init(url: "a.jpg")])))
    var parts = RecordField.Picture()
    (parts.address, parts.width) = (try JSONQuery("@.file"), try JSONQuery("@.w"))
    #expect(
      try value(of: #"{"file": "b.jpg", "w": 300, "height": 200, "alt": "B"}"#, as: .picture(parts)).value
        == .picture(Photo(sources: [.init(url: "b.jpg", width: 300, height: 200)], description: "B")))
  }

  @Test("a path with [*] makes a list; what of it is of another kind is skipped")
  func lists() throws {
    let (value, issues) = try value(of: #"["a", {}, "b", null]"#, as: .text, at: "$.v[*]")
    #expect(value == .list([.text("a"), .text("b")]))
    #expect(issues.map(\.place) == [.json("items[0].v[1]", in: "shop.json")])
  }

  @Test("a list of more rows than a card has room for is cut, and reported")
  func longList() throws {
    let many = "[\(Array(repeating: "1", count: EntryLimits.rows + 5).joined(separator: ","))]"
    let (value, issues) = try value(of: many, as: .text, at: "$.v[*]")
    guard case .list(let values)? = value else { throw WrongKind() }
    #expect(values.count == EntryLimits.rows && issues.map(\.code) == ["record.rows"])
  }

  @Test("groups have fields of their own, from the value around them or from the entry")
  func groups() throws {
    let inner = [try field("@.d", .text, name: "day"), try field("$.id", .text, name: "of")]
    let (value, _) = try value(of: #"[{"d": "Mon"}, {"d": "Tue"}]"#, as: .group(inner), at: "$.v[*]")
    #expect(
      value
        == .list(
          ["Mon", "Tue"].map { .group([.init("day", .text($0)), .init("of", .text("1"))]) }))
  }

  @Test("an unlisted choice is shown unchanged and reported")
  func choices() throws {
    let known = RecordField.Choice(value: "few", name: "few", label: "Only a few")
    #expect(try value(of: #""few""#, as: .choice([known])).value == .choice(known))
    let (other, issues) = try value(of: #""many""#, as: .choice([known]))
    #expect(other == .choice(.init(value: "many", name: "", label: "many")) && issues.count == 1)
    #expect(issues.first?.hint?.hasPrefix("it is shown unchanged") == true)
  }

  @Test("a share lies between 0 and 1", arguments: [("4", 0.8), ("9", 1), ("-2", 0)])
  func shares(json: String, share: Double) throws {
    #expect(try value(of: json, as: .share(from: 0, to: 5)).value == .share(share))
  }

  @Test("an address that leads nowhere a page may lead is reported, and no link")
  func links() throws {
    let (value, issues) = try value(of: #""javascript:x""#, as: .link(words: nil, literal: nil))
    #expect(value == nil && issues.count == 1)
  }
}

@Suite("Numbers in decimal digits")
struct DecimalNumberTests {
  @Test(
    "are rounded half to even at the digit that is asked for",
    arguments: [
      ("1.005", 2, "1.00"), ("1.015", 2, "1.02"), ("2.675", 2, "2.68"), ("0.5", 0, "0"), ("1.5", 0, "2"),
      ("999.995", 2, "1000.00"), ("12", 2, "12.00"), ("0.001", 2, "0.00"), ("1e3", 2, "1000.00"), ("5e-1", 1, "0.5"),
      ("0.0501", 1, "0.1"), ("123456789012.34", 1, "123456789012.3"),
    ])
  func rounding(text: String, places: Int, result: String) throws {
    let (whole, fraction) = try #require(DecimalNumber(text)).rounded(least: places, most: places)
    #expect(whole + (fraction.isEmpty ? "" : ".\(fraction)") == result)
  }

  @Test("nothing else is one", arguments: ["", "-", "1.", "abc", "1e99", "0x1", "1,5", "NaN", "1e", "--1"])
  func others(text: String) { #expect(DecimalNumber(text) == nil) }
}
