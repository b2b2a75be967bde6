import Testing

@testable import FeedReading

@Suite struct PhotoTests {
  @Test("sizes[] keep their pixels and stand from small to large")
  func sizes() {
    let photo = Feeds.photo(
      """
      {"text": "by the sea", "sizes": [{"type": "x", "url": "x", "width": 604, "height": 403},
       {"type": "w", "url": "w", "width": 2000, "height": 1333}, {"type": "s", "src": "s", "width": 75, "height": 50}]}
      """)
    #expect(photo?.sources.map(\.url) == ["s", "x", "w"])
    #expect(photo?.sources.last == .init(url: "w", width: 2000, height: 1333))
    #expect(photo?.aspect == 2000.0 / 1333)
    #expect(photo?.description == "by the sea")
  }

  @Test("sizes without pixels are kept, 0 is unknown")
  func unknownPixels() {
    let photo = Feeds.photo(
      #"{"sizes": [{"type": "w", "url": "w", "width": 0, "height": 0}, {"type": "m", "url": "m"}]}"#)
    #expect(photo?.sources == [.init(url: "m"), .init(url: "w")])
    #expect(photo?.aspect == nil)
  }

  @Test("a panorama's crops to 3:2 do not count, though one is the largest size")
  func crops() {
    let photo = Feeds.photo(
      """
      {"sizes": [{"type": "m", "url": "m", "width": 130, "height": 33}, {"type": "o", "url": "o", "width": 130, "height": 87},
       {"type": "x", "url": "x", "width": 604, "height": 151}, {"type": "r", "url": "r", "width": 510, "height": 340}]}
      """)
    #expect(photo?.aspect == 4)
    #expect(photo?.sources.map(\.url) == ["m", "x"])
  }

  @Test("sizes o to r that are not cropped count like the others")
  func uncropped() {
    let photo = Feeds.photo(
      """
      {"sizes": [{"type": "m", "url": "m", "width": 87, "height": 130}, {"type": "x", "url": "x", "width": 403, "height": 604},
       {"type": "r", "url": "r", "width": 510, "height": 765}]}
      """)
    #expect(photo?.sources.map(\.url) == ["m", "x", "r"])
  }

  @Test("photo_N is as large as the original allows, with neither side longer than N")
  func numbered() {
    let photo = Feeds.photo(
      #"{"photo_604": "c", "photo_75": "a", "photo_130": "b", "photo_2560": "e", "photo_1280": "d", "width": 2400, "height": 3200}"#
    )
    #expect(
      photo?.sources == [
        .init(url: "a", width: 56, height: 75), .init(url: "b", width: 98, height: 130),
        .init(url: "c", width: 453, height: 604), .init(url: "d", width: 768, height: 1024),
        .init(url: "e", width: 1536, height: 2048),
      ])
    #expect(photo?.width == 2400)
  }

  @Test("a photo is never scaled up")
  func small() {
    let photo = Feeds.photo(#"{"photo_130": "b", "photo_604": "c", "width": 292, "height": 190}"#)
    #expect(photo?.sources.last == .init(url: "c", width: 292, height: 190))
  }

  @Test("without the original's pixels the number stands for the width")
  func withoutOriginal() {
    #expect(Feeds.photo(#"{"photo_604": "c"}"#)?.sources == [.init(url: "c", width: 604)])
  }

  @Test("3.x names its sizes by words")
  func words() {
    let photo = Feeds.photo(
      #"{"src": "b", "src_big": "c", "src_small": "a", "src_xbig": "d", "src_xxbig": "e", "src_xxxbig": "f", "width": 1000, "height": 500}"#
    )
    #expect(photo?.sources.map(\.url) == ["a", "b", "c", "d", "e", "f"])
    #expect(photo?.sources[2] == .init(url: "c", width: 604, height: 302))
    #expect(photo?.sources.last == .init(url: "f", width: 1000, height: 500))
  }

  @Test("the original of 5.199 is one of the sizes")
  func original() {
    let photo = Feeds.photo(
      #"{"sizes": [{"type": "x", "url": "x", "width": 604, "height": 403}], "orig_photo": {"url": "o", "width": 3000, "height": 2000, "type": "base"}}"#
    )
    #expect(photo?.sources.map(\.url) == ["x", "o"])
  }

  @Test(
    "a photo without a usable size stays a photo and is reported",
    arguments: [
      "{}", #"{"sizes": []}"#, #"{"sizes": false}"#, #"{"sizes": [{"type": "x", "width": 1, "height": 1}, null, 5]}"#,
      #"{"sizes": [{"url": ""}]}"#, #"{"photo_604": ""}"#,
    ])
  func unusable(photo: String) {
    let reading = Feeds.reading(
      ofItem: #"{"id": 1, "from_id": 7, "attachments": [{"type": "photo", "photo": \#(photo)}]}"#)
    #expect(reading.feed?.posts.first?.attachments == [.photo(Photo(sources: []))])
    #expect(reading.places(of: "feed.photo-size") == ["page1.json: response.items[0].attachments[0].photo"])
  }

  @Test("impossible pixels are unknown", arguments: ["-1", "9223372036854775807", "1e300", "\"wide\""])
  func impossible(pixels: String) {
    let photo = Feeds.photo(#"{"photo_604": "a", "width": \#(pixels), "height": 3}"#)
    #expect(photo?.sources == [.init(url: "a", width: 604)])
  }
}
