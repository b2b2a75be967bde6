import Foundation
import Support
import Testing

@Suite("Cards of own data, from the command line")
struct RecordCommandTests {
  private let folder: TemporaryFolder

  private static let types = """
    title: Kiosk
    types:
      paper:
        entries: $.papers[*]
        id: $.id
        title: $.name
        fields:
          price: {money: $.price, currency: EUR, fallback: free}
    """

  private static let template = """
    card: paper
    tokens: ../../Mockups/newsfeed/newsfeed.tokens.json
    root:
      inset: "{space.card}"
      name: card
      background: {fill: "{color.card}"}
      child:
        stack: vertical
        children:
          - {text: title, name: title, style: "{type.body}", color: "{color.text}"}
          - {text: price, name: price, style: "{type.name}", color: "{color.text}"}
    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      #"{"papers": [{"id": "a", "name": "Morning", "price": 2.5}, 7, {"id": "b", "name": "Evening", "price": "?"}]}"#,
      to: "kiosk/papers.json")
    try folder.write(Self.types, to: "kiosk/types.yml")
    try folder.write(Self.template, to: "kiosk/Cards/paper.yml")
    try folder.write(
      "feeds: papers.json\ntypes: types.yml\ncards: Cards\nscales: [1]\nlocale: en\n", to: "kiosk/feedproof.yml")
  }

  @Test("an entry that can't be read costs its own card; a value its fallback; both are reported with their place")
  func export() throws {
    let outcome = try Tool.run(["export", "kiosk", "--output", "out"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(
      outcome.error.contains("error[record.entry]: papers.json: papers[1]: the entry must be an object, not a number"))
    #expect(
      outcome.error.contains(
        "warning[record.value]: papers.json: papers[2].price: \"price\" must be an amount of money, not \"?\""))
    let manifest = try String(contentsOf: folder.url.appendingPathComponent("out/manifest/0.ndjson"), encoding: .utf8)
    #expect(manifest.contains("paper-a") && manifest.contains("paper-b"))
    let page = try String(contentsOf: folder.url.appendingPathComponent("out/index.html"), encoding: .utf8)
    #expect(page.contains("Kiosk"))
    // The search index of the page.
    let found = try String(contentsOf: folder.url.appendingPathComponent("out/site/search/0.js"), encoding: .utf8)
    #expect(found.contains("€2.50") && found.contains("free"))
  }

  @Test("every stage can be shown")
  func stages() throws {
    func shown(_ stage: String, _ arguments: String...) throws -> String {
      let outcome = try Tool.run(["show", "--stage", stage, "kiosk", "--post", "paper-a"] + arguments, in: folder.url)
      #expect(outcome.status == 0, "\(outcome.error)")
      return outcome.output
    }
    #expect(try shown("post", "--json").contains(#""amount" : "2.5""#))
    #expect(try shown("card", "--json").contains("€2.50"))
    #expect(try shown("layout").contains("card/price"))
    #expect(try shown("drawing").contains("glyphs"))
  }

  private func write(price: String) throws {
    let items = #"[{"id": "a", "name": "Morning", "price": \#(price)}, {"id": "b", "name": "Evening"}]"#
    try folder.write(#"{"papers": \#(items)}"#, to: "kiosk/papers.json")
  }

  @Test("a changed price is one card's difference, at its box")
  func compare() throws {
    try write(price: "2.5")
    #expect(try Tool.run(["compare", "kiosk", "--output", "out"], in: folder.url).status == 1)
    #expect(try Tool.run(["approve", "--project", "kiosk", "--output", "out", "--all"], in: folder.url).status == 0)
    #expect(try Tool.run(["compare", "kiosk", "--output", "out"], in: folder.url).status == 0)
    try write(price: "3")
    let outcome = try Tool.run(["compare", "kiosk", "--output", "out"], in: folder.url)
    #expect(outcome.status == 1)
    let said = outcome.output + outcome.error
    #expect(said.contains("paper-a") && said.contains("card/price") && !said.contains("paper-b/"), "\(said)")
  }

  @Test("template check knows what a project's templates can show, whether the project, its folder or a file is named")
  func check() throws {
    for input in ["kiosk", "kiosk/Cards", "kiosk/Cards/paper.yml"] {
      let sound = try Tool.run(["template", "check", input], in: folder.url)
      #expect(sound.status == 0 && sound.output.contains("paper.yml: ok (card paper"), "\(sound.error)")
    }
    try folder.write(Self.template.replacing("text: price", with: "text: prise"), to: "kiosk/Cards/paper.yml")
    for input in ["kiosk", "kiosk/Cards"] {
      let wrong = try Tool.run(["template", "check", input], in: folder.url)
      #expect(wrong.status == 2)
      #expect(wrong.error.contains("kiosk/Cards/paper.yml:11:16: the view model has no \"prise\""), "\(wrong.error)")
      #expect(wrong.error.contains("did you mean \"price\"?"))
    }
  }

  @Test("a misspelt path of types.yml is reported with an entry's place and the nearest name")
  func wrongPath() throws {
    try folder.write(Self.types.replacing("$.price", with: "$.prise"), to: "kiosk/types.yml")
    let outcome = try Tool.run(["export", "kiosk", "--output", "out"], in: folder.url)
    #expect(
      outcome.error.contains(
        "warning[record.path]: papers.json: papers[0]: no entry has $.prise, the path of \"price\""),
      "\(outcome.error)")
    #expect(outcome.error.contains("did you mean $.price?"))
    let check = try Tool.run(["template", "check", "kiosk"], in: folder.url)
    #expect(check.status == 0 && check.error.contains("no entry has $.prise"), "\(check.error)")
  }

  @Test("the examples of own data are exported without a word", arguments: ["shop", "weather"])
  func examples(name: String) throws {
    let output = folder.url.appendingPathComponent("out").path
    let outcome = try Tool.run(
      ["export", "Examples/\(name)", "--output", output, "--scale", "1", "--width", "375", "--strict"])
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(!outcome.error.contains("warning") && !outcome.error.contains("error"))
    #expect(try Tool.run(["template", "check", "Examples/\(name)"]).status == 0)
  }

  @Test("init proposes types and a template of any JSON, which are sound and draw at once", arguments: [0, 1, 2, 3])
  func proposal(number: Int) throws {
    let samples = [
      #"[{"id": 1, "name": "A", "photo": "a.jpg", "price": 2.5, "currency": "EUR", "tags": ["x", "y"], "new": true}]"#,
      #"{"meta": {"n": 2}, "data": {"rows": [{"sku": "a b", "size": {"w": 1, "h": 2}}, {"sku": "c", "odd key": "x: #1"}]}}"#,
      "{\"title\": \"A\", \"at\": \"2025-03-14\"}\n{\"title\": \"B\", \"steps\": [{\"of\": 1, \"why\": \"x\"}]}\n",
      #"{"cities": {"oslo": {"t": 1, "url": "https://a.example"}, "bergen": {"t": 2, "url": "https://b.example"}}}"#,
    ]
    try folder.write(samples[number], to: "my things.json")
    let made = try Tool.run(["init", "own", "--records", "my things.json"], in: folder.url)
    #expect(made.status == 0, "\(made.error)")
    let check = try Tool.run(["template", "check", "own"], in: folder.url)
    #expect(check.status == 0, "\(check.error)")
    let outcome = try Tool.run(["export", "own", "--scale", "1", "--theme", "light"], in: folder.url)
    #expect(outcome.status == 0 && !outcome.error.contains("error"), "\(outcome.error)")
    #expect(!outcome.error.contains("warning[record"), "\(outcome.error)")
  }

  @Test("fields of another language are reported by their values")
  func otherLanguage() throws {
    try folder.write(
      """
      [{"nr": "LP-1", "album": "Nachtzug", "preis": {"betrag": 24.9, "waehrung": "EUR"}, "vom": "2024-03-08", "seite": "https://a.example/1"},
       {"nr": "LP-2", "album": "Eine sehr lange Aufnahme von Streichquartetten", "preis": {"betrag": 18, "waehrung": "EUR"}, "vom": "2024-03-09", "seite": "https://a.example/2"}]
      """, to: "platten.json")
    #expect(try Tool.run(["init", "own", "--records", "platten.json"], in: folder.url).status == 0)
    let types = try String(contentsOf: folder.url.appendingPathComponent("own/types.yml"), encoding: .utf8)
    for line in [
      "id: $.nr", "title: $.album", "link: $.seite", "preis: {money: $.preis.betrag, currency: $.preis.waehrung}",
    ] {
      #expect(types.contains("  \(line)\n"), "\(types)")
    }
    #expect(!types.contains("waehrung:"))
    let outcome = try Tool.run(["export", "own", "--scale", "1", "--theme", "light", "--width", "320"], in: folder.url)
    #expect(outcome.status == 0 && !outcome.error.contains("warning"), "\(outcome.error)")
  }

  @Test("entries that a word of each distinguishes become types of their own, each with its template")
  func kinds() throws {
    let file = Checkout.url("Examples/shop/shop.json").path
    #expect(try Tool.run(["init", "own", "--records", file], in: folder.url).status == 0)
    let types = try String(contentsOf: folder.url.appendingPathComponent("own/types.yml"), encoding: .utf8)
    #expect(types.contains("  product:\n") && types.contains("    when: {\"$.kind\": product}\n"), "\(types)")
    #expect(types.contains("  review:\n") && !types.contains("kind: {text"))
    let check = try Tool.run(["template", "check", "own"], in: folder.url)
    #expect(check.status == 0 && check.output.contains("own/Cards/review.yml: ok (card review"), "\(check.error)")
    let outcome = try Tool.run(["export", "own", "--scale", "1", "--theme", "light"], in: folder.url)
    #expect(outcome.status == 0 && !outcome.error.contains("warning"), "\(outcome.error)")
  }

  @Test("anything that has no entries makes no project, and neither do records next to a feed")
  func noProposal() throws {
    try folder.write("[1, 2]", to: "numbers.json")
    let outcome = try Tool.run(["init", "own", "--records", "numbers.json"], in: folder.url)
    #expect(outcome.status == 2 && outcome.error.contains("init.no-records"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("own").path))
    let both = try Tool.run(["init", "own", "--records", "numbers.json", "--from", "numbers.json"], in: folder.url)
    #expect(both.status == 2)
  }

  @Test("icons of a project are next to Feedproof's; a name that both have is reported, and so is one that no one has")
  func icons() throws {
    let set = "viewBox: 24\nstroke: 2\nicons: {roll: M4 4H20V20Z}\n"
    try folder.write(set, to: "kiosk/icons/own.yml")
    try folder.write(
      "feeds: papers.json\ntypes: types.yml\ncards: Cards\nicons: icons\nscales: [1]\n", to: "kiosk/feedproof.yml")
    let icon = "\n      - {icon: roll, name: roll, tint: \"{color.text}\", width: 20, height: 20}"
    try folder.write(Self.template + icon, to: "kiosk/Cards/paper.yml")
    for input in ["kiosk", "kiosk/Cards/paper.yml"] {
      let sound = try Tool.run(["template", "check", input], in: folder.url)
      #expect(sound.status == 0, "\(sound.error)")
    }
    let exported = try Tool.run(["export", "kiosk", "--output", "out"], in: folder.url)
    #expect(exported.status == 0 && !exported.error.contains("icon"), "\(exported.error)")
    // A drawing is not an icon file. The error explains which parts belong in one, without printing the drawing.
    let asked = "feeds: papers.json\ntypes: types.yml\ncards: Cards\nicons: icons\nscales: [1]\n"
    try folder.write("<svg viewBox='0 0 24 24'><path d='M4 4H20'/></svg>", to: "kiosk/roll.svg")
    try folder.write(asked.replacing("icons: icons", with: "icons: roll.svg"), to: "kiosk/feedproof.yml")
    let drawing = try Tool.run(["template", "check", "kiosk"], in: folder.url)
    #expect(drawing.error.contains("error[design.no-icons]: ") && !drawing.error.contains("<svg"), "\(drawing.error)")
    try folder.write(asked, to: "kiosk/feedproof.yml")
    try folder.write(set.replacing("roll", with: "search"), to: "kiosk/icons/own.yml")
    let clash = try Tool.run(["template", "check", "kiosk"], in: folder.url)
    #expect(clash.status == 2)
    #expect(clash.error.contains("warning[template.icon-replaced]: kiosk/icons/own.yml:3:9: "), "\(clash.error)")
    #expect(clash.error.contains("there is no icon or path \"roll\""))
    try folder.write(set, to: "kiosk/icons/own.yml")
    try folder.write(set, to: "kiosk/icons/second.yml")
    let twice = try Tool.run(["template", "check", "kiosk"], in: folder.url)
    #expect(twice.error.contains("error[template.icon-twice]: kiosk/icons/second.yml:3:9: "), "\(twice.error)")
  }
}
