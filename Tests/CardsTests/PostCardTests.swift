import Basics
import Drawing
import FeedReading
import Foundation
import Testing

@testable import Cards

@Suite struct PostCardTests {
  @Test("a text is a card with a header, a body and counters")
  func text() throws {
    var post = post("\nПривет, #мир\n")
    post.counters = [.init(.likes, 1234), .init(.comments, 0), .init(.reposts, nil), .init(.views, 12_345)]
    post.author.avatar = photo(100, 100)
    let card = builder().card(for: post)
    #expect(card.id == "1_1")
    #expect(card.kind == .text)
    #expect(card.header.name == RichText("Анна Снегирёва"))
    #expect(card.header.date == "сегодня в 11:00")
    #expect(card.header.avatar?.candidates.first?.url == "media/100x100.jpg")
    #expect(card.header.avatar?.description == "Фото профиля: Анна Снегирёва")
    let body = try #require(card.body)
    #expect(body.text.string == "Привет, #мир")
    #expect(body.text.marks == ["hashtag:#мир"])
    #expect((body.collapsesAbove, body.collapsedLines) == (8, 6))
    #expect(body.showMore == "Показать полностью…")
    #expect(
      card.counters == [
        .init(kind: "likes", icon: "like", label: "1,2K", spoken: "1\u{a0}234 отметки «Нравится»"),
        .init(kind: "comments", icon: "comment", label: "0", spoken: "0 комментариев"),
        .init(kind: "reposts", icon: "repost"),
        .init(kind: "views", icon: "views", label: "12K", spoken: "12\u{a0}345 просмотров", group: .trailing),
      ])
    #expect(card.rows.isEmpty && card.reposts.isEmpty && card.photo == nil && card.carousel == nil)
  }

  @Test("a text of nothing but blanks has no body", arguments: ["", "\n\n", " \u{200B}\n", "\u{202E}"])
  func blank(text: String) {
    #expect(builder().card(for: post(text)).body == nil)
  }

  @Test("the date says of an ad and of a pinned post what they are")
  func notes() {
    var post = post("a")
    post.flags = [.ad, .pinned]
    #expect(builder().card(for: post).header.date == "сегодня в 11:00 · реклама · запись закреплена")
    #expect(builder().card(for: post).header.isPinned)
    post.date = nil
    post.flags = .ad
    #expect(builder(.en).card(for: post).header.date == "Ad")
  }

  @Test(
    "of who is gone without a name, a card says so in its own language",
    arguments: [
      (Author.State.banned, "Заблокированный аккаунт", "Banned"), (.deleted, "Удалённый аккаунт", "Deleted"),
    ])
  func gone(state: Author.State, russian: String, english: String) {
    var post = post("a")
    post.author = Author(id: "1", name: "", state: state)
    #expect(builder(.ru).card(for: post).header.name.string == russian)
    #expect(builder(.en).card(for: post).header.name.string == english)
    post.author.name = "Анна"
    #expect(builder(.en).card(for: post).header.name.string == "Анна")
  }

  @Test("a name has one line")
  func names() {
    var post = post("a")
    post.author = Author(id: "1", name: " Анна\n\u{202E} Снегирёва ")
    #expect(builder().card(for: post).header.name.string == "Анна Снегирёва")
  }

  @Test("the query is marked in the text and in reposts")
  func highlight() throws {
    let card = builder(highlight: "кот").card(for: post("Кот", reposts: [post("и кот")]))
    #expect(try #require(card.body).text.marks == ["match:Кот"])
    #expect(try #require(card.reposts.first?.body?.text).marks == ["match:кот"])
  }

  @Test("reposts are a chain, nearest first, each with what it carries")
  func reposts() {
    var inner = post("третий")
    inner.attachments = [.photo(photo(100, 200))]
    let middle = post("второй", attachments: [item("note", .note, title: "З")], reposts: [inner])
    let card = builder().card(for: post("первый", reposts: [middle, post("четвёртый")]))
    #expect(card.kind == .text)
    #expect(card.reposts.map { $0.body?.text.string } == ["второй", "третий", "четвёртый"])
    #expect(card.reposts.map { $0.photo?.ratio } == [nil, 2, nil])
    #expect(card.reposts.map(\.rows.count) == [1, 0, 0])
  }

  @Test("a system item is a row about people, without counters")
  func system() throws {
    let people = [
      Author(id: "5", name: "Ева", page: "https://a.org/id5"),
      Author(id: "-6", name: "Клуб", page: "https://a.org/club_six"),
      Author(id: "7", name: "Ева"), Author(id: "8", name: "ещё"),
    ]
    let card = builder().card(for: post(kind: .system(.friendsAdded, type: "friend"), people: people))
    #expect(card.kind == .system)
    #expect(card.counters.isEmpty)
    let row = try #require(card.rows.first)
    #expect((row.type, row.icon, row.title.string) == ("system", "friend", "Новые друзья"))
    #expect(row.subtitle?.string == "Ева, Клуб и ещё 2")
    #expect(row.subtitle?.targets == ["https://a.org/id5", "https://a.org/club_six"])
  }

  @Test("two people of one name lead to two pages")
  func sameNames() {
    let people = ["5", "7"].map { Author(id: $0, name: "Ева", page: WebAddress("https://a.org/\($0)")) }
    let row = builder(.en).card(for: post(kind: .system(.friendsAdded, type: "friend"), people: people)).rows.first
    #expect(row?.subtitle?.string == "Ева and Ева")
    #expect(row?.subtitle?.targets == ["https://a.org/5", "https://a.org/7"])
    #expect(row?.subtitle?.marks == ["mention:Ева", "mention:Ева"])
  }

  @Test("a system item of an unknown type is shown by its name, its photos are shown")
  func unknownSystem() {
    let card = builder(.en).card(
      for: post(
        kind: .system(.other("hologram"), type: "hologram"), attachments: [.photo(photo(2, 1)), .photo(photo(2, 1))]))
    #expect(card.rows.first?.title.string == "Feed item: hologram")
    #expect(card.rows.first?.icon == "unknown")
    #expect(card.kind == .system)
    #expect(card.carousel?.pages.count == 2)
  }

  @Test("photos put on a wall are a card like any other")
  func wallPhoto() {
    var post = post(kind: .photos(type: "wall_photo"), attachments: [.photo(photo(1, 1))])
    post.counters = [.init(.likes, nil)]
    let card = builder().card(for: post)
    #expect(card.kind == .photo)
    #expect(card.counters.map(\.kind) == ["likes"])
  }

  @Test("if one writes a word says so, until something is written")
  func composer() {
    #expect(builder(.en).composer() == Composer(placeholder: "Message"))
    #expect(builder().composer(draft: "да\nнет") == Composer(draft: "да\nнет"))
  }

  @Test("the screen's header asks to search, or tells what was searched")
  func screenHeader() {
    #expect(builder().screenHeader.search.string == "Поиск")
    #expect(builder(.en).screenHeader.search.string == "Search")
    #expect(builder(highlight: " кот\n", viewer: "me.jpg").screenHeader.search.string == "кот")
    #expect(builder(viewer: "me.jpg").screenHeader.avatar?.candidates.map(\.url) == ["me.jpg"])
  }
}

@Suite struct SummaryTests {
  private func summary(_ post: Post) -> String? { builder().card(for: post).summary?.string }

  @Test("a post in one line is its text on one line, colors in place")
  func text() {
    let summary = builder().card(for: post("Два слова\n\nи #тег")).summary
    #expect(summary?.string == "Два слова и #тег")
    #expect(summary?.marks == ["hashtag:#тег"])
  }

  @Test("without a text the title is the repost's, an attachment's, \"photo\" or empty")
  func fallbacks() {
    #expect(summary(post(attachments: [item("note", .note, title: "З")], reposts: [post("репост")])) == "репост")
    #expect(summary(post(attachments: [.photo(photo(1, 1)), item("note", .note, title: "З")])) == "З")
    #expect(summary(post(attachments: [.photo(photo(1, 1))])) == "Фотография")
    #expect(summary(post()) == nil)
  }

  @Test("the thumbnail is the first image, whatever their number and wherever they are")
  func thumbnail() {
    func url(_ post: Post) -> String? { builder().card(for: post).thumbnail?.candidates.first?.url }
    let (one, two) = (Attachment.photo(photo(1, 1)), Attachment.photo(photo(2, 2)))
    #expect(url(post(attachments: [one])) == "media/1x1.jpg")
    #expect(url(post(attachments: [two, one])) == "media/2x2.jpg")
    #expect(url(post(reposts: [post("a"), post(attachments: [two, one])])) == "media/2x2.jpg")
    let video = AttachmentItem(type: "video", content: .video(duration: 1, isLive: false), preview: photo(3, 3))
    #expect(url(post(attachments: [.item(video)])) == "media/3x3.jpg")
    let link = AttachmentItem(
      type: "link", content: .link(url: "https://a.example"), title: "A", url: "https://a.example", preview: photo(4, 4)
    )
    for linking in [post(attachments: [.item(link)]), post(reposts: [post(attachments: [.item(link)])])] {
      #expect(url(linking) == "media/4x4.jpg")
    }
    #expect(url(post("text")) == nil)
  }
}
