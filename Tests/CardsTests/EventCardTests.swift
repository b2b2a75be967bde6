import Cards
import FeedReading
import Support
import Testing

@Suite struct EventCardTests {
  private func card(_ event: Event, text: String = "", _ language: Language = .ru, highlight: String? = nil)
    -> EventCard?
  {
    guard case .event(let card) = builder(language, highlight: highlight).feedCard(for: post(text, kind: .event(event)))
    else { return nil }
    return card
  }

  private func moment(_ date: (Int, Int, Int), _ time: (Int, Int)? = nil) -> EventDates.Moment {
    EventDates.Moment(
      year: date.0, month: date.1, day: date.2, time: time.map { EventDates.Time(hour: $0.0, minute: $0.1) })
  }

  private static let dates: [((Int, Int, Int), (Int, Int, Int)?, String, String)] = [
    ((2018, 11, 24), nil, "24 ноя", "Nov 24"),
    ((2018, 11, 24), (2018, 11, 24), "24 ноя", "Nov 24"),
    ((2018, 11, 24), (2018, 11, 26), "24–26 ноя", "Nov 24–26"),
    ((2018, 11, 28), (2018, 12, 2), "28 ноя – 2 дек", "Nov 28 – Dec 2"),
    ((2019, 2, 23), nil, "23 фев 2019", "Feb 23, 2019"),
    ((2019, 2, 23), (2019, 2, 24), "23–24 фев 2019", "Feb 23–24, 2019"),
    ((2019, 2, 23), (2019, 3, 1), "23 фев – 1 мар 2019", "Feb 23 – Mar 1, 2019"),
    ((2018, 12, 28), (2019, 1, 8), "28 дек 2018 – 8 янв 2019", "Dec 28, 2018 – Jan 8, 2019"),
  ]

  @Test("days are shown without the reader's own year, months once", arguments: dates)
  func days(start: (Int, Int, Int), end: (Int, Int, Int)?, russian: String, english: String) {
    let event = Event(title: "T", dates: EventDates(start: moment(start), end: end.map { moment($0) }))
    // A line never breaks between day and month.
    func shown(_ language: Language) -> String? {
      card(event, language)?.dates?.days.split(separator: "\u{A0}").joined(separator: " ")
    }
    #expect(shown(.ru) == russian)
    #expect(shown(.en) == english)
  }

  @Test("hours are shown for an event of one day")
  func hours() {
    func time(_ start: EventDates.Moment, _ end: EventDates.Moment?, _ language: Language = .ru) -> String? {
      card(Event(title: "T", dates: EventDates(start: start, end: end)), language)?.dates?.time
    }
    let evening = moment((2018, 11, 24), (19, 5))
    #expect(time(evening, nil) == "19:05")
    #expect(time(evening, nil, .en) == "7:05 PM")
    #expect(time(evening, moment((2018, 11, 24), (22, 0))) == "19:05–22:00")
    #expect(time(evening, moment((2018, 11, 24), (22, 0)), .en) == "7:05 PM – 10:00 PM")
    #expect(time(evening, moment((2018, 11, 24))) == "19:05")
    #expect(time(evening, moment((2018, 11, 25), (2, 0))) == nil)
    #expect(time(moment((2018, 11, 24)), nil) == nil)
  }

  @Test("badges are words of the language, and absent where the event has none")
  func badges() {
    let both = Event(title: "T", isRecommended: true, hasGiftCertificate: true)
    #expect(card(both)?.recommended == "Рекомендуем")
    #expect(card(both)?.giftCertificate == "Подарочный сертификат")
    #expect(card(both, .en)?.giftCertificate == "Gift certificate")
    #expect(card(Event(title: "T"))?.recommended == nil)
  }

  @Test("a description's links are found, and a query's words marked in title and description")
  func texts() {
    let event = Event(title: "Jazz night")
    #expect(card(event, text: "see https://a.example")?.description?.marks == ["link:https://a.example"])
    let marked = card(event, text: "more jazz", highlight: "jazz")
    #expect(marked?.title.marks == ["match:Jazz"])
    #expect(marked?.description?.marks == ["match:jazz"])
    #expect(card(event)?.description == nil)
  }

  @Test("a card has the values of its schema and no others")
  func values() {
    guard case .record(let schema) = EventCard.schema.form else { return }
    let full = EventCard(
      id: "1", title: RichText("T"), dates: .init(days: "d", time: "t"), description: RichText("D"), recommended: "r",
      giftCertificate: "g")
    guard case .record(let fields) = full.value(in: .expanded) else { return }
    #expect(Set(fields.names) == Set(schema.keys).subtracting(["cover"]))
    #expect(EventCard(id: "1", title: RichText("T")).value(in: .expanded) == .record(["title": .text(RichText("T"))]))
  }

  @Test("the footer counts events", arguments: [(1, "1 событие", "1 event"), (12, "12 событий", "12 events")])
  func footer(count: Int, russian: String, english: String) {
    #expect(builder(.ru).footer(count: count, areEvents: true).count == russian)
    #expect(builder(.en).footer(count: count, areEvents: true).count == english)
  }
}
