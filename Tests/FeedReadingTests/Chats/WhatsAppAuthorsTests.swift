import FeedReading
import Testing

@Suite("Authors of WhatsApp's messages")
struct WhatsAppAuthorsTests {
  private static func entries(_ lines: [String], head: String = "13/04/2024, 10:00 - ") -> [ChatEntry] {
    WhatsAppHeadTests.entries(lines.map { "\(head)\($0)\n" }.joined())
  }

  @Test(
    "An event with a colon has no author",
    arguments: [
      "Ines created group \"Trip: Rome\"", "Ines changed the group name from \"Trip: Rome\" to \"Trip: Oslo\"",
      "Karl hat den Betreff von „A: B“ zu „C: D“ geändert", "Vous avez changé le sujet en « Trip : Rome »",
      "小林 创建了群组“Trip: Rome”", "健が「旅: ローマ」を作成しました", "Ines created group Trip: Rome",
      "Messages and calls are end-to-end encrypted: no one outside of this chat can read them.",
      "Missed voice call at 10:03", "You changed the group description to: new text",
      "Your security code with Karl changed. Learn more: https://example.org",
    ])
  func events(_ line: String) throws {
    let entries = Self.entries([line, "Ines: hi", "Karl: ok", "Ines: bye"])
    let event = try #require(entries.first)
    #expect(event.author == nil && event.text == line)
    guard case .service = event.kind else { return #expect(Bool(false), "\(event.kind)") }
    #expect(Set(entries.compactMap { $0.author?.name }) == ["Ines", "Karl"])
  }

  @Test(
    "Names of any form are names",
    arguments: [
      ("Ines van der Tann: only once", "Ines van der Tann"), ("~\u{202F}Bruno: hi", "~\u{202F}Bruno"),
      ("\u{202A}+49 151 000\u{202C}: hi", "+49 151 000"), ("Dr. Who: Karl: nested", "Dr. Who"),
      ("5\" Joe: hi", "5\" Joe"),
      ("O'Brien: it's \"me\": yes", "O'Brien"),
      ("Ana María de la Cruz López Pérez: hola", "Ana María de la Cruz López Pérez"),
    ])
  func names(_ line: String, _ name: String) {
    #expect(Self.entries(["Ines: hi", line]).last?.author?.name == name)
  }

  @Test("A colon without a blank ends a known name, and any name on an iPhone")
  func tight() {
    let android = Self.entries(["Alba: hi", "Alba:there", "Alba:https://example.org/x", "Meet at 10:30"])
    #expect(android.map { $0.author?.name } == ["Alba", "Alba", "Alba", nil])
    #expect(android[2].text == "https://example.org/x")
    let phone = Self.entries(["Alba: hi", "Bruno:Hi there"], head: "[2026/7/9 02:28:09] ")
    #expect(phone.map { $0.author?.name } == ["Alba", "Bruno"])
  }

  @Test("The name of an iPhone's group may contain a colon")
  func group() {
    let entries = Self.entries(
      [
        "Trip: Rome: \u{200E}Messages are encrypted.", "Trip: Rome: \u{200E}Ines joined",
        "Ines: see: \u{200E}image omitted",
      ],
      head: "[13/04/2024, 10:00:00] ")
    #expect(entries.map { $0.author?.name } == ["Trip: Rome", "Trip: Rome", "Ines"])
  }
}
