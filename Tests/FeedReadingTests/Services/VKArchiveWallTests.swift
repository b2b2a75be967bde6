import Support
import Testing

@testable import FeedReading

/// The wall in VK's archive, which consists of pages in windows-1251.
@Suite("The wall of VK's archive")
struct VKArchiveWallTests {
  private static func document(_ title: String, _ items: String, name: String = "Archive/wall/wall0.html")
    -> FeedDocument
  {
    let html = """
      <!DOCTYPE html><html><head><meta charset="windows-1251"><title>\(title)</title></head><body><div class="wrap">
      <div class="wrap_page"><div class="wrap_page_title">\(title)</div><div class="wrap_page_content">\(items)</div></div></div></body></html>
      """
    let bytes = html.unicodeScalars.map { scalar in
      switch scalar.value {
      case 0x410...0x44F: UInt8(scalar.value - 0x410 + 0xC0)
      default: UInt8(truncatingIfNeeded: scalar.value)
      }
    }
    return FeedDocument(name: name, bytes: bytes)
  }

  private static func item(_ main: String, _ after: String = "") -> String {
    #"<div class="item"><div class="item__main">\#(main)</div>\#(after)</div>"#
  }

  private static let headed = item(
    #"<div class="post__header"><a href="https://vk.com/anna.berg">Анна Берг</a></div><div class="post__date">18 мая 2024 в 9:00</div><div class="post__text">Весна &amp;<br>лето [id5|Anna]</div>"#
  )

  private static let linked = item(
    #"""
    <div>Лето &lt;3<div class="kludges"><div class="attachment"><div class="attachment__description">Фотография</div><a class="attachment__link" href="https://sun1.example/x.jpg">https://sun1.example/x.jpg</a></div>
    <div class="attachment"><div class="attachment__description">Видеозапись</div><a class="attachment__link" href="https://vk.com/video1_2">https://vk.com/video1_2</a></div></div></div>
    <a class="post__link" href="https://vk.com/wall1_7">https://vk.com/wall1_7</a>
    """#, #"<div class="item__tertiary"><span>Вы 1 июля 2020 в 10:00:00</span></div>"#)

  @Test("a page of the wall is a feed of its posts with authors, dates, texts and attachments")
  func posts() throws {
    let page = FeedReader.page(from: Self.document("Стена", Self.headed + Self.linked))
    #expect(page.service == .vk && page.diagnostics.diagnostics.map(\.code) == ["feed.photo-size"])
    let posts = page.entries.map(\.post)
    try #require(posts.count == 2)
    #expect(posts[0].text == "Весна &\nлето Anna" && posts[0].date == 1_716_022_800)
    #expect(posts[0].author.name == "Анна Берг" && posts[0].author.page == "https://vk.com/anna.berg")
    #expect(posts[1].id == "wall1_7" && posts[1].permalink == "https://vk.com/wall1_7")
    #expect(posts[1].text == "Лето <3" && posts[1].date == 1_593_597_600)
    #expect(posts[1].author.name == "Вы" && posts[1].author.page == "https://vk.com/id1")
    #expect(posts[1].photos.map(\.sources.first?.url) == ["https://sun1.example/x.jpg"])
    #expect(posts[1].items.map(\.title) == ["Видеозапись"])
    #expect(posts[1].items.map(\.url) == ["https://vk.com/video1_2"])
  }

  @Test("authors with short names are different people, and one with a number keeps it")
  func authors() {
    func head(_ path: String, _ name: String) -> String {
      Self.item(
        #"<div class="post__header"><a href="https://vk.com/\#(path)">\#(name)</a></div><div class="post__date">1 мая 2024 в 9:00</div><div class="post__text">\#(name) \#(path)</div>"#
      )
    }
    let page = FeedReader.page(
      from: Self.document("Wall", head("ann", "A") + head("bo", "B") + head("ann", "A") + head("club5", "C")))
    #expect(page.entries.map(\.post.author.name) == ["A", "B", "A", "C"])
    #expect(
      page.entries.map(\.post.author.page) == [
        "https://vk.com/ann", "https://vk.com/bo", "https://vk.com/ann", "https://vk.com/club5",
      ])
  }

  @Test(
    "other pages of the archive are no feed",
    arguments: [("Комментарии", "Archive/comments/comments0.html"), ("Стена", "Archive/wall/index-wall.html")])
  func others(title: String, name: String) {
    let page = FeedReader.page(from: Self.document(title, Self.headed, name: name))
    #expect(page.service == nil && page.entries.isEmpty)
  }

  @Test("a page whose name was changed is recognized by its title")
  func renamed() {
    #expect(FeedReader.page(from: Self.document("Стена", Self.headed, name: "a.html")).entries.count == 1)
  }
}
