import Basics
import Cards
import Drawing
import Foundation
import Support
import Testing

@testable import FeedReading

/// Values that only some skins show.
@Suite struct SkinFieldTests {
  private func builder(_ change: (inout PostCardRules) -> Void) -> CardBuilder {
    var rules = newsfeedRules
    change(&rules)
    return CardBuilder(
      rules: rules, strings: Language.en.strings, clock: CardClock(now: noon, timeZone: .gmt))
  }

  private func link(_ text: String, to url: String, at start: Int = 0) -> Facet {
    Facet(range: start..<start + text.utf8.count, kind: .link, url: WebAddress(url))
  }

  @Test(
    "a link that shows its address omits the scheme",
    arguments: [
      ("https://ferry.example/timetable", "https://ferry.example/timetable", "ferry.example/timetable"),
      ("http://www.ferry.example/", "http://www.ferry.example/", "ferry.example/"),
      ("the timetable", "https://ferry.example/timetable", "the timetable"),
      ("https://", "https://ferry.example/", "https://"),
    ])
  func schemes(label: String, url: String, shown: String) throws {
    var post = post("")
    post.text = "See \(label) now, ok"
    post.facets = [
      link(label, to: url, at: 4), Facet(range: (10 + label.utf8.count)..<(12 + label.utf8.count), kind: .hashtag),
    ]
    let text = try #require(builder { $0.hidesSchemes = true }.card(for: post).body?.text)
    #expect(text.string == "See \(shown) now, ok")
    #expect(text.marks == ["link:\(shown)", "hashtag:ok"])
    let whole = try #require(builder { _ in }.card(for: post).body?.text)
    #expect(whole.string == "See \(label) now, ok")
  }

  @Test("a reply omits the names that it begins with")
  func answeredNames() throws {
    var post = post("")
    post.text = "@ada @bob yes, @ada"
    post.facets = [0..<4, 5..<9, 15..<19].map { Facet(range: $0, kind: .mention) }
    post.reply = ReplyTarget(id: "1", name: "Ada")
    let builder = builder { $0.hidesAnsweredNames = true }
    #expect(builder.card(for: post).body?.text.string == "yes, @ada")
    #expect(builder.card(for: post).body?.text.marks == ["mention:@ada"])
    post.reply = nil
    #expect(builder.card(for: post).body?.text.string == "@ada @bob yes, @ada")
  }

  @Test("the day is above the first post of a day, if the design separates days")
  func days() {
    let builder = builder { $0.separatesDays = true }
    var earlier = post("a")
    earlier.date = noon - 86_400
    #expect(builder.card(for: post("b"), after: earlier).day == "November\u{A0}12")
    #expect(builder.card(for: post("b"), after: post("a")).day == nil)
    #expect(builder.card(for: post("b")).day == "November\u{A0}12")
    #expect(self.builder { _ in }.card(for: post("b"), after: earlier).day == nil)
  }

  @Test("the stamp has the signature and the time")
  func stamp() {
    var post = post("a")
    post.signer = Author(id: "2", name: "Petra")
    post.flags.insert(.edited)
    let card = builder { _ in }.card(for: post)
    #expect(card.header.stamp == "Petra, edited 11:00 AM")
    let value = card.value(in: .expanded, cutting: [])
    #expect(value.isPresent(at: ["rows"]) && !value.isPresent(at: ["unsignedRows"]))
  }

  @Test(
    "an event of a channel has a line",
    arguments: [
      (SystemKind.channelCreated, "", "Channel created"), (.messagePinned, "", "A message was pinned"),
      (.messagePinned, "Closed today", "Анна Снегирёва pinned “Closed today”"),
      (.channelTitleChanged, "Bread", "Анна Снегирёва changed the channel's name: Bread"),
    ])
  func notice(kind: SystemKind, text: String, line: String) {
    let card = builder { _ in }.card(for: post(text, kind: .system(kind, type: "")))
    let plain = card.notice?.string.unicodeScalars.filter { !(0x2066...0x2069).contains($0.value) }
    #expect(plain.map { String(String.UnicodeScalarView($0)) } == line)
  }

  @Test("counters have columns by what readers do, and a 0 can be omitted")
  func columns() throws {
    var post = post("a")
    post.counters = [.init(.replies, 0), .init(.boosts, 3), .init(.quotes, 2), .init(.favourites, nil)]
    let value = builder { _ in }.card(for: post).value(in: .expanded, cutting: [])
    func column(_ name: String) -> [CardValue] {
      guard case .list(let items) = value.value(at: ["counters", name]) else { return [] }
      return items
    }
    #expect(column("answers").map { $0.isPresent(at: ["label"]) } == [true])
    #expect(column("answers").map { $0.isPresent(at: ["positive"]) } == [false])
    #expect(column("shares").map { $0.isPresent(at: ["positive"]) } == [true])
    #expect(column("likes").map { $0.isPresent(at: ["positive"]) } == [false])
    #expect(column("views").isEmpty && column("bookmarks").isEmpty)
  }

  @Test("a closed poll says how many voted, and that the results are final")
  func result() throws {
    let poll = AttachmentItem.Poll(
      answers: [.init(text: "a", votes: 1), .init(text: "b", votes: 2)], votes: 3, isClosed: true)
    let card = builder { _ in }.card(for: post("q", attachments: [item("poll", .poll(poll))]))
    #expect(card.polls.first?.standing == "3 votes · closed")
    #expect(card.polls.first?.result == "3 votes · Final results")
  }

  @Test("dates that are written out have their year, also within the current one")
  func years() throws {
    let clock = CardClock(now: noon, timeZone: .gmt, writesOut: true)
    let strings = Language.en.strings
    #expect(strings.age(noon - 3600, by: clock) == "Nov\u{A0}12, 2018")
    #expect(strings.day(clock.day(of: noon), by: clock) == "November\u{A0}12, 2018")
    #expect(strings.dayWording(by: clock).ofYear == "{month}\u{A0}{day}, {year}")
    let relative = CardClock(now: noon, timeZone: .gmt)
    #expect(strings.day(relative.day(of: noon), by: relative) == "November\u{A0}12")
  }
}
