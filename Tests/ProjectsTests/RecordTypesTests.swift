import DataFormats
import Diagnostics
import FeedReading
import Foundation
import Projects
import Support
import Testing

@Suite("The types file")
struct RecordTypesTests {
  private func read(_ text: String) throws -> (types: RecordTypes?, issues: [Diagnostic]) {
    var reader = RecordTypesReader()
    let types = reader.read(try ProjectFile.source(text, called: "types.yml"))
    return (types, reader.diagnostics)
  }

  /// Returns the problems of a field's definition.
  private func issues(of field: String) throws -> [String] {
    try read("types:\n  thing:\n    fields:\n      a: \(field)").issues.map { $0.hint ?? $0.message }
  }

  @Test("a unit has a form for each way of counting, or one for all")
  func units() throws {
    #expect(try issues(of: "{number: $.n, unit: {one: \" review\", other: \" reviews\"}}").isEmpty)
    #expect(try issues(of: "{number: $.n, unit: {one: \" review\"}}") == ["unit needs \"other\""])
    #expect(try issues(of: "{number: $.n, unit: {ones: a, other: b}}") == ["did you mean \"one\"?"])
  }

  @Test("a type is called like no template of the tool's own")
  func takenNames() throws {
    let templates = try FileManager.default.contentsOfDirectory(atPath: Checkout.url("Templates/Cards").path)
      .filter { $0.hasSuffix(".yml") }.map { String($0.dropLast(4)) }
    #expect(!templates.isEmpty && RecordTypes.takenNames.isSuperset(of: templates))
    let issues = try read("types: {pinned-day: {entries: $.a, fields: {name: $.n}}}").issues
    #expect(issues.contains { $0.message.contains("pinned-day") })
  }

  @Test("every key is read")
  func everyKey() throws {
    let (types, issues) = try read(
      """
      title: Shop
      types:
        product:
          entries: $.items[*]
          when: {$.kind: [product, bundle]}
          id: $.sku
          title: $.name
          time: $.at
          link: $.url
          template: card.yml
          fields:
            about: $.text
            price: {money: $.price, currency: $.cur, minor: true, decimals: 0, fallback: ask}
            stock: {choice: $.stock, values: {in stock: In stock, gone: {label: Sold out, icon: lock}}}
            days: {group: "$.days[*]", optional: true, fields: {day: {date: "@.d", style: day}}}
      """)
    #expect(issues.isEmpty)
    let type = try #require(types?.types.first)
    #expect(types?.title == "Shop" && type.name == "product" && type.template == "card.yml")
    #expect(type.entries?.text == "$.items[*]" && type.link?.text == "$.url")
    #expect(type.conditions == [.init(path: try JSONQuery("$.kind"), values: ["product", "bundle"])])
    #expect(type.fields.map(\.name) == ["about", "price", "stock", "days"])
    #expect(
      type.fields[1].form == .money(.path(try JSONQuery("$.cur")), decimals: 0, isMinor: true)
        && type.fields[1].fallback == "ask")
    #expect(
      type.fields[2].form
        == .choice([
          .init(value: "in stock", name: "in-stock", label: "In stock"),
          .init(value: "gone", name: "gone", label: "Sold out", icon: "lock"),
        ]))
    #expect(type.fields[3].isList && type.fields[3].isOptional)
  }

  @Test(
    "anything that is wrong is reported with a hint",
    arguments: [
      ("{nmber: $.a}", "did you mean \"number\"?"), ("{number: $.a, decimal: 1}", "did you mean \"decimals\"?"),
      ("{money: $.a}", "a money field needs \"currency\""), ("{text: a}", "write $.a"),
      ("{text: $..a}", "use names, indexes and [*]: $.items[0].name, $.items[*], $['a name']"),
      ("{number: $.a, decimals: 9}", "\"decimals\" must be a whole number from 0 to 6, not 9"),
      ("{date: $.a, style: long}", "\"style\" must be one of relative, day, time, full, not \"long\""),
      ("{share: $.a, of: [1, 1]}", "\"of\" must be two numbers, for 0 and for 1, like [0, 5]"),
      ("{picture: $.a, width: \"@.w[*]\"}", "\"width\" must be a path to one value, without [*], not \"@.w[*]\""),
      ("{money: $.a, currency: EUT}", "did you mean EUR?"),
      (
        "{money: $.a, currency: eur}",
        "\"currency\" must be a code of three capital letters, like EUR, or a path to one, not \"eur\""
      ),
    ])
  func wrong(field: String, hint: String) throws {
    #expect(try issues(of: field) == [hint])
  }

  @Test("a key that nothing knows is reported at its place")
  func unknownKey() throws {
    let (types, issues) = try read("types:\n  thing:\n    titel: $.name\n    fields: {a: $.a}")
    #expect(types == nil)
    #expect(issues.map(\.place) == [.line(3, column: 5, in: "types.yml")])
    #expect(issues.first?.hint == "did you mean \"title\"?")
  }

  @Test(
    "names that are Feedproof's own, or no names, are refused",
    arguments: ["post", "event", "none", "A b", "-x", "a/b"])
  func names(name: String) throws {
    #expect(try read("types: {\"\(name)\": {fields: {a: $.a}}}").issues.map(\.code) == ["types.name"])
  }

  @Test("a field can't be called as the entry's own values are", arguments: ["title", "time", "link", "a.b", "1a"])
  func fieldNames(name: String) throws {
    #expect(try read("types: {thing: {fields: {\"\(name)\": $.a}}}").issues.map(\.code) == ["types.name"])
  }

  @Test("a project reads the file that it names, and what is wrong there is reported there")
  func ofProject() throws {
    let folder = try TemporaryFolder()
    try folder.write("types: {thing: {fields: {a: $.a}}}", to: "types.yml")
    let project = try ProjectFile.read("types: types.yml", in: folder.url, called: "shop/feedproof.yml")
    #expect(project.types?.types.map(\.name) == ["thing"])
    try folder.write("types: {thing: {feilds: {}}}", to: "types.yml")
    let error = #expect(throws: DiagnosticList.self) {
      try ProjectFile.read("types: types.yml", in: folder.url, called: "shop/feedproof.yml")
    }
    #expect(error?.diagnostics.first?.place?.file == "shop/types.yml")
  }
}
