import Cards
import Drawing
import FeedIngest
import Testing

@Suite struct SummaryTests {
  private func summary(_ post: Post) -> String? { builder().card(for: post).summary?.string }

  @Test("a post in one line is its text on one line, colours in place")
  func text() {
    let summary = builder().card(for: post("Два слова\n\nи #тег")).summary
    #expect(summary?.string == "Два слова  и #тег")
    #expect(summary?.marks == ["hashtag:#тег"])
  }

  @Test("without a text it is the repost's, else an attachment's title, else that there is a photo, else nothing")
  func fallbacks() {
    #expect(summary(post(attachments: [item("note", .note, title: "З")], reposts: [post("репост")])) == "репост")
    #expect(summary(post(attachments: [.photo(photo(1, 1)), item("note", .note, title: "З")])) == "З")
    #expect(summary(post(attachments: [.photo(photo(1, 1))])) == "Фотография")
    #expect(summary(post()) == nil)
  }

  @Test("the thumbnail is the first picture, whatever their number and wherever they are")
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
