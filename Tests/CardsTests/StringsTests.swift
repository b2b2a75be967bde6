import FeedIngest
import Testing

@testable import Cards

@Suite struct StringsTests {
  @Test("a language has all twelve months", arguments: Language.all)
  func complete(language: Language) {
    let strings = language.strings
    #expect(Set(strings.dates.months).count == 12)
    #expect(Set(strings.chat.months).count == 12)
  }

  @Test("a wording has the slots that are filled", arguments: Language.all)
  func slots(language: Language) {
    let strings = language.strings
    for phrase in [strings.dates.today, strings.dates.yesterday, strings.dates.tomorrow] {
      #expect(phrase.slots == [.time])
    }
    #expect(strings.dates.sameYear.slots == [.day, .month, .time])
    #expect(strings.dates.otherYear.slots == [.day, .month, .year])
    #expect(strings.events.day.slots == [.day, .month])
    #expect(strings.events.dayAndYear.slots == [.day, .month, .year])
    #expect(strings.events.daysOfMonth.slots == [.from, .to, .month])
    #expect(strings.events.daysOfMonthAndYear.slots == [.from, .to, .month, .year])
    for phrase in [strings.events.days, strings.events.hours] { #expect(phrase.slots == [.from, .to]) }
    #expect(strings.system.andMore.slots == [.names, .n])
    #expect(strings.system.and.slots == [.names, .name])
    let counted =
      [strings.post.count, strings.events.count, strings.attachments.votes, strings.attachments.photos]
      + Post.Counter.Kind.allCases.map(strings.accessibility.counter)
    for forms in counted {
      for category in PluralForms.Category.allCases { #expect(forms[category].slots == [.n]) }
    }
  }

  @Test("braces around anything but a slot are text")
  func braces() {
    #expect(Phrase("a {b} {n} {").filled([.n: "7"]) == "a {b} 7 {")
    #expect(Phrase("{n}{n}").filled([.n: "7"]) == "77")
    #expect(Phrase("{day}").filled([:]) == "")
  }

  @Test(
    "names are listed, from four on the first two",
    arguments: [
      ([], ""), (["А"], "А"), (["А", "Б"], "А и Б"), (["А", "Б", "В"], "А, Б и В"),
      (["А", "Б", "В", "Г"], "А, Б и ещё 2"), (["А", "Б", "В", "Г", "Д"], "А, Б и ещё 3"),
    ])
  func names(names: [String], shown: String) {
    #expect(Language.ru.strings.listed(names) == shown)
  }

  @Test("English says more")
  func englishNames() {
    #expect(Language.en.strings.listed(["A", "B", "C", "D", "E"]) == "A, B and 3 more")
  }
}

extension Phrase {
  fileprivate var slots: Set<Slot> {
    Set(segments.compactMap { if case .slot(let slot) = $0 { slot } else { nil } })
  }
}
