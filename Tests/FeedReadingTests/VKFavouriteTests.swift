import Basics
import Support
import Testing

@testable import FeedReading

/// Bookmarks in VK that are not posts.
@Suite("VK's bookmarks")
struct VKFavouriteTests {
  @Test("a page is a card with its title and photo, by its host")
  func link() throws {
    let post = try #require(
      Feeds.item(
        #"""
        {"type": "link", "seen": true, "added_date": 1700000000, "tags": [], "link": {"url": "https://tides.example/moon",
         "title": "The moon", "description": "", "photo": {"id": 1, "sizes": [{"type": "x", "url": "m.jpg", "width": 604, "height": 400}]}}}
        """#))
    #expect(post.kind == .post && post.text.isEmpty)
    #expect(post.author.shownName == "tides.example" && post.date == 1_700_000_000)
    guard case .item(let item)? = post.attachments.first else {
      Issue.record("nothing is carried")
      return
    }
    #expect(item.title == "The moon" && !item.isCompact && item.preview?.sources.map(\.url) == ["m.jpg"])
  }

  @Test("a video is whose it is, and has its id")
  func video() {
    let post = Feeds.item(
      #"{"type": "video", "added_date": 1, "video": {"id": 4, "owner_id": -5, "title": "Ebb", "date": 1700000000}}"#)
    #expect(post?.kind == .post && post?.id == "video-5_4" && post?.author.name == "Tea & Co")
    #expect(post?.date == 1_700_000_000)
    #expect(post?.attachments.map(\.type) == ["video"])
  }
}
