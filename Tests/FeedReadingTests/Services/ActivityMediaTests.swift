import Testing

@testable import FeedReading

/// Files and polls in ActivityStreams 2.
@Suite struct ActivityMediaTests {
  @Test("files have a kind by type, and their description")
  func attachments() {
    let post = Feeds.activity(
      #"""
      "type": "Note", "content": "x", "attachment": [
       {"type": "Document", "mediaType": "image/jpeg", "url": "/media/a.jpg", "name": "A lake", "width": 900, "height": 600, "focalPoint": [0.1, -0.2]},
       {"type": "Document", "mediaType": "video/mp4", "url": [{"type": "Link", "href": "https://m.example/v.mp4", "mediaType": "video/mp4", "width": 640, "height": 360}], "name": "Waves"},
       {"type": "Audio", "url": "https://m.example/rain.ogg", "name": "Rain", "duration": "PT1M5S"},
       {"type": "Document", "mediaType": "application/pdf", "url": "https://m.example/plan.pdf"},
       {"type": "PropertyValue", "name": "Site", "value": "x"}, {"type": "Document"}, true]
      """#)
    #expect(post?.photos.first?.sources == [Photo.Source(url: "/media/a.jpg", width: 900, height: 600)])
    #expect(post?.photos.first?.description == "A lake")
    #expect(post?.photos.first?.focus == Photo.Focus(x: 0.1, y: -0.2))
    #expect(
      post?.items.map(\.content) == [
        .video(duration: nil, isLive: false), .audio(artist: nil, duration: 65),
        .document(size: nil, fileExtension: "pdf"),
      ])
    #expect(post?.items.first?.file?.width == 640)
    #expect(post?.items.first?.file?.description == "Waves")
  }

  @Test(
    "a file of an archive is where the archive has it, whatever was before it on the server",
    arguments: [
      ("/media_attachments/files/1/a.png", "media_attachments/files/1/a.png"),
      ("/bucket/media_attachments/files/1/a.png", "media_attachments/files/1/a.png"),
      ("/system/media_attachments/a.png", "media_attachments/a.png"),
      ("media_attachments/a.png", "media_attachments/a.png"), ("/media_attachments.png", "/media_attachments.png"),
      ("//cdn.example/media_attachments/a.png", "//cdn.example/media_attachments/a.png"),
      ("https://cdn.example/media_attachments/a.png", "https://cdn.example/media_attachments/a.png"),
      ("/pictures/a.png", "/pictures/a.png"),
    ])
  func archivedFile(address: String, url: String) {
    let post = Feeds.activity(#""type": "Note", "attachment": {"type": "Image", "url": "\#(address)"}"#)
    #expect(post?.photos.first?.sources.map(\.url) == [url])
  }

  @Test("a video of PeerTube has its file, poster, length, title and counters")
  func peerTube() {
    let post = Feeds.activities(
      #"""
      "type": "Video", "id": "https://t.example/videos/watch/1", "name": "Sea", "duration": "PT2M3S", "views": 17,
      "mediaType": "text/markdown", "content": "Waves & wind", "published": "2024-05-01T00:00:00Z",
      "attributedTo": [{"type": "Person", "id": "https://t.example/accounts/ann"}, {"type": "Group", "id": "https://t.example/video-channels/sea"}],
      "icon": [{"type": "Image", "url": "https://t.example/small.jpg", "width": 280, "height": 157}, {"type": "Image", "url": "https://t.example/big.jpg", "width": 850, "height": 480}],
      "url": [{"type": "Link", "mediaType": "text/html", "href": "https://t.example/w/1"},
       {"type": "Link", "mediaType": "application/x-mpegURL", "href": "https://t.example/1.m3u8", "tag": [{"type": "Link", "mediaType": "video/mp4", "href": "https://t.example/1-720.mp4", "width": 1280, "height": 720}]}],
      "tag": [{"type": "Hashtag", "name": "sea"}], "likes": {"type": "Collection", "totalItems": 4}, "comments": "https://t.example/1/comments"
      """#
    ).feed?.posts.first
    #expect(post?.author.shownName == "@ann@t.example")
    #expect(post?.permalink == "https://t.example/w/1")
    #expect(post?.text == "Waves & wind\n\n#sea")
    let video = post?.items.first
    #expect(video?.content == .video(duration: 123, isLive: false))
    #expect(video?.title == "Sea")
    #expect(video?.file?.url == "https://t.example/1-720.mp4")
    #expect(video?.preview?.pixelWidth == 850)
    #expect(post?.count(.views) == 17)
    #expect(post?.count(.likes) == 4)
    #expect(post?.count(.replies) == nil)
  }

  @Test("a question is a poll")
  func poll() {
    let post = Feeds.activity(
      #"""
      "type": "Question", "content": "Tea?", "closed": "2024-05-02T00:00:00Z", "votersCount": 4,
      "anyOf": [{"type": "Note", "name": "Yes", "replies": {"type": "Collection", "totalItems": 4}},
       {"type": "Note", "name": "Also", "replies": {"type": "Collection", "totalItems": 1}}]
      """#)
    #expect(post?.poll?.answers.map(\.text) == ["Yes", "Also"])
    #expect(post?.poll?.answers.map(\.rate) == [100, 25])
    #expect(post?.poll?.votes == 5)
    #expect(post?.poll?.isClosed == true)
  }
}
