import CardTemplates
import Cards
import DataFormats
import Foundation
import Support
import Testing

@Suite("Words of languages") struct StringsFileTests {
  private static func text(_ language: Language) throws -> String {
    try String(contentsOf: Checkout.url("Templates/Strings/\(language).yml"), encoding: .utf8)
  }

  private static func tree(_ language: Language) throws -> SourceNode {
    try YAMLSource.read(text(language), file: "\(language).yml")
  }

  /// Returns the strings by key. The plural forms of a string share one key.
  private static func wordings(_ node: SourceNode, _ path: String = "") -> [String: SourceNode] {
    guard let members = node.members, !members.allSatisfy({ PluralForms.Category(rawValue: $0.key) != nil }) else {
      return [path: node]
    }
    return members.reduce(into: [:]) { all, member in
      all.merge(wordings(member.value, path.isEmpty ? member.key : "\(path).\(member.key)")) { $1 }
    }
  }

  private static func slots(_ text: String?) -> Set<String> {
    Set(Phrase.Slot.allCases.map(\.rawValue).filter { text?.contains("{\($0)}") ?? false })
  }

  /// Keys that some languages don't need.
  private static let optional: Set = [
    "dates.halves.before", "dates.halves.after", "dates.twoDigitHours", "numbers.minimumGrouping",
  ]

  @Test("the folder has a file of each language, and of no other")
  func files() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Checkout.url("Templates/Strings").path)
    #expect(names.sorted() == Language.all.map { "\($0).yml" })
  }

  @Test("a language has the wordings of English, with the same slots", arguments: Language.all)
  func sameKeys(language: Language) throws {
    let (own, english) = (Self.wordings(try Self.tree(language)), Self.wordings(try Self.tree(.en)))
    #expect(Set(own.keys).symmetricDifference(english.keys).subtracting(Self.optional).isEmpty)
    for (key, wording) in own {
      guard let other = english[key] else { continue }
      #expect((wording.elements?.count) == (other.elements?.count), "\(key)")
      // The order and number of placeholders in dates differ between languages.
      if key.hasPrefix("dates.") || key.hasPrefix("events.") { continue }
      #expect(Self.slots(wording.string) == Self.slots(other.string), "\(key)")
    }
  }

  @Test("a counted noun has a form for each category of its language", arguments: Language.all)
  func forms(language: Language) throws {
    let categories = language.strings.plural.categories.map(\.rawValue)
    for (key, wording) in Self.wordings(try Self.tree(language)) {
      if let members = wording.members { #expect(members.map(\.key) == categories, "\(key)") }
    }
  }

  @Test("each event of a channel or a conversation has words")
  func events() throws {
    // An enum with associated values has no list of its cases, so read them from its source.
    let source = try String(contentsOf: Checkout.url("Sources/FeedReading/Domain/SystemKind.swift"), encoding: .utf8)
    let cases = source.matches(of: /(?m)^  case ([a-zA-Z, ]+)/).flatMap { match in
      match.1.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(cases.count > 40)
    #expect(Set(cases) == Set(Language.en.strings.system.kinds.keys))
  }

  private func read(_ own: String) throws -> (Strings?, [String]) {
    let (strings, diagnostics) = StringsFile.read(
      TemplateFile(name: "en.yml", contents: try Self.text(.en)), own: TemplateFile(name: "own.yml", contents: own))
    return (strings, diagnostics.map(\.description))
  }

  @Test("a project's words are laid over the language's")
  func ownWords() throws {
    let own = """
      post: {showMore: Read on, count: {one: "{n} offer", other: "{n} offers"}}
      numbers: {groupSeparator: "'"}
      """
    let strings = try #require(try read(own).0)
    #expect(strings.post.showMore == "Read on" && strings.post.show == "Show")
    #expect(strings.counted(1234, strings.post.count) == "1'234 offers")
  }

  @Test(
    "anything that can't be a word of the project's is reported with its place",
    arguments: [
      ("post: {showmore: Read on}", "own.yml:1:8", "showMore"), ("posts: {}", "own.yml:1:1", "did you mean \"post\"?"),
      ("post: {showMore: [a]}", "own.yml:1:18", "expected a text"), ("post: Read on", "own.yml:1:7", "a mapping"),
      ("post: {from: \"from {nam}e {time}\"}", "own.yml:1:14", "has no value for {nam}"),
      ("post: {count: {one: \"{n} P\", other: \"{m} P\"}}", "own.yml:1:37", "has no value for {m}"),
      ("post: {from: \"von {zeit}\"}", "own.yml:1:14", "{zeit}"),
      ("post: {count: {one: \"{n}\", others: \"{n}\"}}", "own.yml:1:28", "other"),
      ("dates: {months: January}", "own.yml:1:17", "expected a list"), ("a: [", "own.yml", "YAML"),
      ("plural: two", "plural", "two"),
    ])
  func faults(own: String, place: String, words: String) throws {
    let (strings, diagnostics) = try read(own)
    #expect(strings == nil)
    let told = try #require(diagnostics.first)
    #expect(told.contains(place) && told.contains(words), "\(told)")
  }
}
