import Foundation
import Support
import Testing

@Suite("Conversations on the command line")
struct ChatExportTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("locale: en\nwidths: 320\nscales: 1\ntimeZone: UTC\n", to: "feedproof.yml")
  }

  /// Returns messages at ten o'clock on days of June 2024, as exported by Telegram Desktop.
  private static func chat(_ name: String, _ messages: [(day: Int, author: String)]) -> String {
    let written = messages.enumerated().map { index, message in
      """
      {"id": \(index + 1), "type": "message", "date": "2024-06-0\(message.day)T10:00:00",
       "date_unixtime": "\(1_717_236_000 + (message.day - 1) * 86_400)", "from": "\(message.author)",
       "from_id": "user-\(message.author)", "text": "words \(index + 1)"}
      """
    }
    return #"{"name": "\#(name)", "type": "private_group", "id": 7, "messages": [\#(written.joined(separator: ","))]}"#
  }

  private static let threeDays = [(day: 1, author: "Anna"), (day: 2, author: "Boris"), (day: 3, author: "Anna")]

  private func export(_ options: String...) throws -> Tool.Outcome {
    try Tool.run(["export", "."] + options, in: folder.url)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent("output/\(path)"), encoding: .utf8)
  }

  /// Returns the ids of the page's entries, in display order.
  private func entries(in output: String = "") throws -> [String] {
    try text("\(output)site/stories/0.js").matches(of: #/"i":"([^"]+)"/#).map { String($0.1) }
  }

  /// Returns for each bubble whether it is in the right half of a screen of 320 points.
  private func isOnTheRight() throws -> [Bool] {
    let file = try text("site/boxes/320/0.js")
    let paths = try #require(file.firstMatch(of: #/\[\[("[^\]]*")\]/#)).1.split(separator: ",")
    let bubble = try #require(paths.firstIndex(of: "\"message/bubble\""))
    return file.matches(of: #/\[([0-9]+),([0-9.]+),[0-9.]+,([0-9.]+),/#).filter { $0.1 == "\(bubble)" }.map {
      (Double($0.2) ?? 0) + (Double($0.3) ?? 0) / 2 > 160
    }
  }

  @Test("an export of several chats makes a page for each, and one that lists them")
  func several() throws {
    let chats = [Self.chat("Plans & Co", Self.threeDays), Self.chat("Plans & Co", [(1, "Zoya")])]
    try folder.write(#"{"chats": {"list": [\#(chats.joined(separator: ","))]}}"#, to: "result.json")
    let outcome = try export()
    #expect(outcome.status == 0, "\(outcome.error)")
    let list = try text("index.html")
    let links = list.matches(of: #/href="(chats\/[^"]+\/index.html)"/#).map { String($0.1) }
    #expect(links.count == 2 && Set(links).count == 2 && list.contains("Plans &amp; Co"), "\(list)")
    let counts = try links.map { link in
      try entries(in: String(link.dropLast("index.html".count))).count { $0.hasPrefix("message-") }
    }
    #expect(counts == [3, 1])
  }

  @Test("the line of each chat counts its own warnings, and the last line those of all")
  func warnings() throws {
    let chats = (1...3).map { chat in
      Self.chat("Chat \(chat)", [(1, "Anna")])
        .replacingOccurrences(
          of: #""text":"#, with: #""photo": "photos/\#(chat).jpg", "width": 90, "height": 60, "text":"#)
    }
    try folder.write(#"{"chats": {"list": [\#(chats.joined(separator: ","))]}}"#, to: "result.json")
    let outcome = try export("--json")
    let warnings = outcome.output.matches(of: #/"warnings":([0-9]+)/#).map { String($0.1) }
    #expect(warnings == ["1", "1", "1", "3"], "\(outcome.error)")
  }

  @Test("one of several chats is exported like an export of its own")
  func chosen() throws {
    let chats = [Self.chat("Plans", Self.threeDays), Self.chat("Other", [(1, "Zoya")])]
    try folder.write(#"{"chats": {"list": [\#(chats.joined(separator: ","))]}}"#, to: "result.json")
    #expect(try export("--chat", "other").status == 0)
    #expect(try entries() == ["day-2024-06-01", "message-1"])
    let wrong = try export("--chat", "Othr")
    #expect(wrong.status != 0 && wrong.error.contains(#"did you mean "Other"?"#), "\(wrong.error)")
  }

  @Test("messages of whose side it is are on the right; where no one is known, all are on the left")
  func sides() throws {
    try folder.write(Self.chat("Group", Self.threeDays), to: "result.json")
    #expect(try export().status == 0)
    #expect(try isOnTheRight() == [false, false, false])
    #expect(try export("--me", "Anna").status == 0)
    #expect(try isOnTheRight() == [true, false, true])
  }

  @Test(
    "anything that was written before a moment, or from one on, is skipped",
    arguments: [
      (["--since", "2024-06-02"], ["message-2", "message-3"]), (["--until", "2024-06-02"], ["message-1"]),
      (["--since", "2024-06-02", "--until", "2024-06-03"], ["message-2"]),
    ])
  func span(options: [String], expected: [String]) throws {
    try folder.write(Self.chat("Group", Self.threeDays), to: "result.json")
    #expect(try Tool.run(["export", "."] + options, in: folder.url).status == 0)
    #expect(try entries().filter { $0.hasPrefix("message-") } == expected)
  }

  @Test("the unread mark is above the first unread message, if the project sets it")
  func unread() throws {
    try folder.write(Self.chat("Group", Self.threeDays), to: "result.json")
    try folder.write("locale: en\nwidths: 320\nscales: 1\nunread: \"2\"\n", to: "feedproof.yml")
    #expect(try export().status == 0)
    #expect(
      try entries() == [
        "day-2024-06-01", "message-1", "day-2024-06-02", "unread", "message-2", "day-2024-06-03", "message-3",
      ])
    #expect(try export("--unread", "3").status == 0)
    #expect(try entries().suffix(2) == ["unread", "message-3"])
  }

  @Test("a message that arrives redraws the one before it at most")
  func arrival() throws {
    let before = (0..<6).map { (day: 1, author: $0 < 4 ? "Anna" : "Boris") }
    try folder.write(Self.chat("Group", before), to: "result.json")
    #expect(try export().status == 0)
    // The new message continues the run of the previous one and takes over its tail.
    try folder.write(Self.chat("Group", before + [(1, "Boris")]), to: "result.json")
    // First the day and six messages, then the new message and the previous one of its run.
    #expect(try export().error.contains("drawing 2 cards; 6 are unchanged"))
  }

  @Test(
    "a feed next to a chat has a page of its own, in the same folder in every run; anything that is given no longer stays"
  )
  func besideFeed() throws {
    try folder.write(Self.chat("Plans", [(1, "Anna")]), to: "plans/result.json")
    try folder.write(
      #"{"response": {"items": [{"id": 1, "from_id": 2, "date": 1717236000, "text": "a"}], "profiles": [{"id": 2, "first_name": "Vera", "last_name": "K"}]}}"#,
      to: "wall.json")
    #expect(try export().status == 0)
    let links = { try text("index.html").matches(of: #/href="([^"]+)\/index.html"/#).map { String($0.1) } }
    #expect(try links() == ["feeds/vera-k", "chats/plans"])
    #expect(try text("index.html").contains("<bdi>VK</bdi> · 1 post"))
    #expect(try text("feeds/vera-k/index.html").contains(#"href="../../index.html""#))
    #expect(try entries(in: "chats/plans/") == ["day-2024-06-01", "message-1"])
    // Another chat of the same name comes first, and the feed is removed.
    try folder.write(
      Self.chat("Plans", [(2, "Zoya"), (3, "Zoya")]).replacing(#""id": 7"#, with: #""id": 8"#), to: "a/result.json")
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("wall.json"))
    let outcome = try export()
    #expect(outcome.status == 0 && outcome.error.contains("removed.feed"), "\(outcome.error)")
    #expect(try links() == ["chats/plans-1", "chats/plans", "feeds/vera-k"])
    #expect(try entries(in: "chats/plans/") == ["day-2024-06-01", "message-1"])
  }

  @Test("show prints messages of an input that contains only chats, by the same names as the export")
  func shown() throws {
    try folder.write(Self.chat("Plans", Self.threeDays), to: "result.json")
    let messages = try Tool.run(["show", "result.json"], in: folder.url)
    #expect(messages.status == 0)
    #expect(messages.output.hasPrefix("Plans · Telegram · 3\n1 · Anna · 2024-06-01T10:00:00Z\n  words 1\n"))
    // A stage that is named is printed.
    #expect(try Tool.run(["show", "result.json", "--stage", "post"], in: folder.url).output.contains("likes"))
    try folder.write("[01/06/2024, 10:00:00] Anna: hello\n[13/06/2024, 10:00:00] Boris: hi\n", to: "a/_chat.txt")
    let text = try Tool.run(["show", "a"], in: folder.url)
    #expect(text.status == 0 && text.output.contains("1 · Anna · 2024-06-01T10:00:00\n  hello"))
    #expect(!text.error.contains("JSON"))
    let several = try Tool.run(["show", "a", "result.json", "--chat", "Plans"], in: folder.url)
    #expect(several.output.hasPrefix("Plans · Telegram · 3\n") && !several.output.contains("hello"))
  }

  @Test("show prints the posts of an input with a feed and chats, and names the chats")
  func shownBesideFeed() throws {
    try folder.write(Self.chat("Plans", Self.threeDays), to: "result.json")
    try folder.write(
      #"{"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": [{"id": "1", "content_text": "a post"}]}"#,
      to: "feed.json")
    let both = try Tool.run(["show", "result.json", "feed.json"], in: folder.url)
    #expect(both.status == 0 && both.output.contains("a post") && !both.output.contains("words 1"))
    #expect(both.error.contains("note[chat.beside]") && both.error.contains("Plans"))
  }
}
