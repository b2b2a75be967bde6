import Foundation
import Support

/// A generated feed: one third each of text posts, single photos and carousels, with the example's photos in rotation.
struct MixedFeed {
  /// A photo on disk and its pixels.
  struct Photo {
    var name: String
    var width: Int
    var height: Int
  }

  /// The content of a post apart from its text.
  enum Kind: String, CaseIterable, Encodable {
    case text, photo, carousel
  }

  /// The format of the feed's document. The content is the same.
  enum Form: String, CaseIterable, Encodable {
    case vk, mastodon
  }

  let photos: [Photo]
  var form = Form.vk
  /// The kinds of posts, in rotation.
  var kinds = Kind.allCases
  /// The number of last posts with a changed text.
  var changed = 0

  /// A response of newsfeed.get, or of a timeline, with `count` posts. The same count gives the same bytes.
  func json(posts count: Int) throws -> Data {
    var generator = SplitMix64(seed: 42)
    return try json(0..<count, of: count, &generator)
  }

  /// The same posts in responses with up to `size` posts each, passed on one by one.
  func pages(posts count: Int, of size: Int, _ take: (_ number: Int, _ page: Data) throws -> Void) throws {
    var generator = SplitMix64(seed: 42)
    for start in stride(from: 0, to: count, by: size) {
      try take(start / size, try json(start..<min(count, start + size), of: count, &generator))
    }
  }

  private func json(_ range: Range<Int>, of count: Int, _ generator: inout SplitMix64) throws -> Data {
    let items = range.map { index in
      var item = item(index, &generator)
      if index >= count - changed { item["text"] = "Исправлено: \(item["text"] ?? "")" }
      return item
    }
    if form == .mastodon {
      return try JSONSerialization.data(withJSONObject: items.map(Self.status), options: [.sortedKeys])
    }
    let profiles = (1...20).map { id in
      ["id": id, "first_name": "Автор", "last_name": "№ \(id)"] as [String: Any]
    }
    var response: [String: Any] = ["items": items, "profiles": profiles, "groups": []]
    if range.upperBound < count { response["next_from"] = "\(range.upperBound)/x" }
    let answer = ["response": response]
    return try JSONSerialization.data(withJSONObject: answer, options: [.sortedKeys])
  }

  private func item(_ index: Int, _ generator: inout SplitMix64) -> [String: Any] {
    let kind = kinds[index % kinds.count]
    let pages = 3 + Int(generator.next() % 5)
    let photoCount = kind == .text ? 0 : kind == .photo ? 1 : pages
    let sentences = kind == .text ? 4 + Int(generator.next() % 12) : Int(generator.next() % 4)
    let attachments = (0..<photoCount).map { _ in
      let photo = photos[Int(generator.next() % UInt64(max(1, photos.count)))]
      let size =
        ["url": "https://cdn.example/\(photo.name)", "width": photo.width, "height": photo.height, "type": "w"]
        as [String: Any]
      return ["type": "photo", "photo": ["id": 1, "sizes": [size]] as [String: Any]] as [String: Any]
    }
    return [
      "type": "post", "source_id": 1 + index % 20, "post_id": index + 1, "date": 1_542_000_000 + index * 60,
      "text": text(sentences, &generator), "attachments": attachments,
      "likes": ["count": Int(generator.next() % 100_000)], "comments": ["count": Int(generator.next() % 1000)],
      "reposts": ["count": Int(generator.next() % 100)], "views": ["count": Int(generator.next() % 1_000_000)],
    ]
  }

  private static let sentences = [
    "Сегодня мы поднялись на перевал ещё до рассвета и успели увидеть, как туман уходит из долины.",
    "Кофе остыл, зато разговор получился.", "Подробности: https://example.org/trips/2018, #горы #осень.",
    "The night train leaves at nine, and nobody is ready.", "Спасибо всем, кто пришёл!",
    "В субботу повторим, если не будет дождя; запись у [club1|организаторов].",
  ]

  private func text(_ count: Int, _ generator: inout SplitMix64) -> String {
    (0..<count).map { _ in Self.sentences[Int(generator.next() % UInt64(Self.sentences.count))] }.joined(separator: " ")
  }
}
