import Basics
import Cards
import FeedReading
import Support
import Testing

@Suite struct RowTests {
  private func row(_ attachment: FeedReading.Attachment, _ language: Language = .ru) throws -> [String?] {
    let row = try #require(builder(language).card(for: post(attachments: [attachment])).rows.first)
    return [row.icon, row.title.string, row.subtitle?.string]
  }

  private struct Case {
    let attachment: FeedReading.Attachment
    let row: [String?]

    init(_ attachment: FeedReading.Attachment, _ row: [String?]) {
      self.attachment = attachment
      self.row = row
    }
  }

  /// Returns a link in the form of a service that shows links as rows.
  private static func compactLink(title: String, caption: String) -> FeedReading.Attachment {
    var link = AttachmentItem(type: "link", content: .link(url: "https://a.org"), title: title, caption: caption)
    link.isCompact = true
    return .item(link)
  }

  private static let cases: [Case] = [
    Case(item("video", .video(duration: 185, isLive: false), title: "Море"), ["video", "Море", "Видео · 3:05"]),
    Case(item("video", .video(duration: nil, isLive: true), title: "Эфир"), ["video", "Эфир", "Видео · прямой эфир"]),
    Case(item("video", .video(duration: 0, isLive: false)), ["video", "Видео", "0:00"]),
    Case(item("link", .link(url: "https://www.lenta.ru/a"), title: "Новость"), ["link", "Новость", "lenta.ru"]),
    Case(compactLink(title: "Н", caption: "A.org"), ["link", "Н", "A.org"]),
    Case(item("link", .link(url: "https://a.org")), ["link", "Ссылка", "a.org"]),
    Case(item("link", .link(url: nil), title: "Н"), ["link", "Н", "Ссылка"]),
    Case(
      item("doc", .document(size: 1_992_294, fileExtension: "gif"), title: "a.gif"),
      ["document", "a.gif", "GIF · 1,9 МБ"]
    ),
    Case(item("doc", .document(size: nil, fileExtension: nil), title: "a"), ["document", "a", "Документ"]),
    Case(
      item("poll", .poll(AttachmentItem.Poll(votes: 6)), title: "Кто?"),
      ["poll", "Кто?", "Опрос · 6 голосов"]
    ),
    Case(
      item("poll", .poll(AttachmentItem.Poll(votes: 21, isAnonymous: true)), title: "Кто?"),
      ["poll", "Кто?", "Анонимный опрос · 21 голос"]
    ),
    Case(item("audio", .audio(artist: "Хор", duration: 62), title: "Песня"), ["audio", "Песня", "Хор · 1:02"]),
    Case(item("podcast", .podcast(duration: 3723), title: "Выпуск"), ["podcast", "Выпуск", "Подкаст · 1:02:03"]),
    Case(item("article", .article, title: "Как"), ["article", "Как", "Статья"]),
    Case(item("market", .market(price: "500 ₽"), title: "Чашка"), ["market", "Чашка", "Товар · 500 ₽"]),
    Case(item("sticker", .sticker), ["sticker", "Стикер", nil]),
    Case(item("graffiti", .graffiti), ["graffiti", "Граффити", nil]),
    Case(item("album", .album(count: 22), title: "Лето"), ["album", "Лето", "Альбом · 22 фотографии"]),
    Case(item("note", .note, title: "З"), ["note", "З", "Заметка"]),
    Case(item("page", .page, title: "С"), ["page", "С", "Страница"]),
    Case(item("hologram", .unknown), ["unknown", "Вложение", nil]),
    Case(item("hologram", .unknown, title: "Г"), ["unknown", "Г", "Вложение"]),
  ]

  @Test("an attachment is a row of icon, title and what there is to say", arguments: cases.indices)
  func wording(index: Int) throws {
    let expected = Self.cases[index]
    #expect(try row(expected.attachment) == expected.row)
  }

  @Test("in English too")
  func english() throws {
    #expect(
      try row(item("doc", .document(size: 1_992_294, fileExtension: "gif"), title: "a.gif"), .en)[2] == "GIF · 1.9 MB")
    #expect(try row(item("poll", .poll(AttachmentItem.Poll(votes: 1)), title: "Who?"), .en)[2] == "Poll · 1 vote")
    #expect(try row(item("album", .album(count: 2), title: "Summer"), .en)[2] == "Album · 2 photos")
  }

  @Test("numbers that can't be are not shown, or shown as none")
  func oddNumbers() throws {
    #expect(try row(item("video", .video(duration: -1, isLive: false), title: "В"))[2] == "Видео")
    #expect(try row(item("doc", .document(size: -1, fileExtension: "pdf"), title: "Д"))[2] == "PDF")
    #expect(try row(item("album", .album(count: -3), title: "А"))[2] == "Альбом · 0 фотографий")
  }

  @Test("titles are one line")
  func oneLine() throws {
    #expect(try row(item("note", .note, title: "a\n\n b\u{202E}"))[1] == "a b")
  }

  @Test("a row leads to an address or nowhere")
  func targets() {
    func target(_ attachment: FeedReading.Attachment) -> LinkTarget? {
      builder().card(for: post(attachments: [attachment])).rows.first?.target
    }
    #expect(target(item("link", .link(url: "https://a.org/x"))) == "https://a.org/x")
    #expect(target(item("link", .link(url: nil))) == nil)
    #expect(
      target(item("video", .video(duration: 1, isLive: false), url: "https://vk.com/video1_2"))
        == "https://vk.com/video1_2")
    #expect(target(item("note", .note)) == nil)
  }

  @Test("place, signer and paywall are rows after the attachments")
  func others() {
    var post = post("a", attachments: [item("note", .note, title: "З")])
    post.place = GeoPlace(title: "Москва", latitude: 55.755826, longitude: -37.6)
    post.signer = Author(id: "5", name: "Ева", page: "https://a.org/id5")
    post.paywall = ""
    let rows = builder().card(for: post).rows
    #expect(rows.map(\.icon) == ["note", "geo", "signer", "lock"])
    #expect(rows.map(\.title.string) == ["З", "Москва", "Ева", "Запись доступна подписчикам"])
    #expect(rows.map { $0.subtitle?.string } == ["Заметка", "55.75583, −37.6", "Автор записи", nil])
    #expect(rows.map(\.target) == [nil, nil, "https://a.org/id5", nil])
    // Skins can show the place otherwise.
    let card = builder().card(for: post).value(in: .expanded, cutting: [])
    guard case .list(let values) = card.value(at: ["rows"]) else {
      Issue.record("the card has no rows")
      return
    }
    #expect(values.map { $0.isPresent(at: ["isPlace"]) } == [false, true, false, false])
  }

  @Test(
    "a place says what is known of it",
    arguments: [
      (GeoPlace(title: "Дом"), "Дом", nil), (GeoPlace(), "Место", nil),
      (GeoPlace(latitude: 0.00001, longitude: 180), "0.00001, 180", "Место"),
      (GeoPlace(latitude: .nan, longitude: 5), "Место", nil), (GeoPlace(latitude: 91, longitude: 5), "Место", nil),
    ] as [(GeoPlace, String, String?)])
  func place(place: GeoPlace, title: String, subtitle: String?) {
    var post = post("a")
    post.place = place
    let row = builder().card(for: post).rows.first
    #expect(row?.title.string == title)
    #expect(row?.subtitle?.string == subtitle)
  }

  @Test("every icon that a row asks for is in the list of names")
  func icons() {
    for kind in [SystemKind.friendsAdded, .stories, .call, .messagePinned, .other("item")] {
      let icon = builder().card(for: post(kind: .system(kind, type: "item"))).rows.first?.icon
      #expect(RowIcon.allCases.map(\.rawValue).contains(icon ?? ""), "\(kind)")
    }
  }
}

@Suite("Polls")
struct PollTests {
  private func poll(
    _ answers: [AttachmentItem.Poll.Answer], votes: Int? = nil, isAnonymous: Bool = false, isClosed: Bool = false,
    _ language: Language = .ru
  ) throws -> PostCard.Poll {
    let content = AttachmentItem.Poll(answers: answers, votes: votes, isAnonymous: isAnonymous, isClosed: isClosed)
    let card = builder(language).card(for: post(attachments: [item("poll", .poll(content), title: "Что печём?")]))
    #expect(card.rows.isEmpty && card.summary?.string == "Что печём?")
    return try #require(card.polls.first)
  }

  @Test("a poll has a question, a note, and answers with share, percentage and spoken text")
  func full() throws {
    let shown = try poll(
      [.init(text: "Рыба", votes: 203, rate: 14.64), .init(text: "Вишня", votes: 702, rate: 50.61, isChosen: true)],
      votes: 1387, isAnonymous: true, isClosed: true)
    #expect(shown.question?.string == "Что печём?")
    #expect(shown.note == "Анонимный опрос · 1\u{A0}387 голосов · завершён")
    #expect(shown.options.map(\.percent) == ["15\u{A0}%", "51\u{A0}%"])
    #expect(zip(shown.options, [0.1464, 0.5061]).allSatisfy { abs(($0.share ?? 0) - $1) < 1e-12 })
    #expect(shown.options.map(\.votes) == ["203", "702"])
    #expect(shown.options.map(\.isLeader) == [false, true])
    #expect(
      shown.options.map(\.spoken) == [
        "Рыба: 15\u{A0}%, 203 голоса", "Вишня: 51\u{A0}%, 702 голоса, ваш выбор",
      ])
  }

  @Test("votes near the largest number are counted without an overflow")
  func huge() throws {
    let shown = try poll([.init(text: "A", votes: .max), .init(text: "B", votes: .max)], .en)
    #expect(shown.options.map(\.share) == [1, 1])
  }

  // 2 of 3 and 1 of 3 votes; 2 of 4 voters with multiple choice.
  @Test("where the feed gives no shares they are counted", arguments: [(nil, ["67%", "33%"]), (4, ["50%", "25%"])])
  func counted(votes: Int?, percents: [String]) throws {
    let shown = try poll([.init(text: "A", votes: 2), .init(text: "B", votes: 1)], votes: votes, .en)
    #expect(shown.options.map(\.percent) == percents)
  }

  @Test("without a vote no one leads, and with votes that no one tells there is no bar")
  func nothing() throws {
    let none = try poll([.init(text: "A", votes: 0), .init(text: "B", votes: 0)], votes: 0, .en)
    #expect(none.options.map(\.share) == [0, 0] && none.options.allSatisfy { !$0.isLeader })
    #expect(none.note == "Poll · 0 votes")
    let hidden = try poll([.init(text: "A"), .init(text: "B")], .en)
    #expect(hidden.options.map(\.share) == [nil, nil] && hidden.options.map(\.spoken) == ["A", "B"])
    #expect(hidden.note == "Poll")
  }

  @Test("of equals all lead")
  func equals() throws {
    let shown = try poll([.init(text: "A", votes: 2), .init(text: "B", votes: 2), .init(text: "C", votes: 1)], .en)
    #expect(shown.options.map(\.isLeader) == [true, true, false])
  }
}
