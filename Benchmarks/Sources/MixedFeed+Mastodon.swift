import Foundation

extension MixedFeed {
  /// A post of the feed as a status of Mastodon's API: the same text as HTML, the same photos and counters, and all
  /// other fields of a status.
  static func status(of item: [String: Any]) -> [String: Any] {
    let (id, author) = (item["post_id"] as? Int ?? 0, item["source_id"] as? Int ?? 0)
    let date = Date(timeIntervalSince1970: Double(item["date"] as? Int ?? 0))
    let photos = (item["attachments"] as? [[String: Any]] ?? []).enumerated().map { media($1, number: id * 10 + $0) }
    func count(_ key: String) -> Int { (item[key] as? [String: Any])?["count"] as? Int ?? 0 }
    return [
      "id": "\(112_000_000_000_000_000 + id)", "created_at": ISO8601DateFormatter().string(from: date),
      "in_reply_to_id": NSNull(), "in_reply_to_account_id": NSNull(), "sensitive": false, "spoiler_text": "",
      "visibility": "public", "language": "ru", "uri": "https://social.example/users/author\(author)/statuses/\(id)",
      "url": "https://social.example/@author\(author)/\(id)", "replies_count": count("comments"),
      "reblogs_count": count("reposts"), "favourites_count": count("likes"), "edited_at": NSNull(),
      "content": html(item["text"] as? String ?? ""), "reblog": NSNull(),
      "application": ["name": "Web", "website": NSNull()],
      "account": account(author), "media_attachments": photos, "mentions": [Any](), "emojis": [Any](), "card": NSNull(),
      "poll": NSNull(), "tags": [["name": "горы", "url": "https://social.example/tags/горы"]],
    ]
  }

  private static func html(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    var html = text.replacingOccurrences(
      of: "https://example.org/trips/2018",
      with: "<a href=\"https://example.org/trips/2018\" target=\"_blank\" rel=\"nofollow noopener noreferrer\">"
        + "<span class=\"invisible\">https://</span><span class=\"\">example.org/trips/2018</span>"
        + "<span class=\"invisible\"></span></a>")
    for tag in ["горы", "осень"] {
      html = html.replacingOccurrences(
        of: "#\(tag)",
        with:
          "<a href=\"https://social.example/tags/\(tag)\" class=\"mention hashtag\" rel=\"tag\">#<span>\(tag)</span></a>"
      )
    }
    html = html.replacingOccurrences(
      of: "[club1|организаторов]",
      with: "<span class=\"h-card\"><a href=\"https://social.example/@club\" class=\"u-url mention\">"
        + "@<span>организаторов</span></a></span>")
    return "<p>\(html)</p>"
  }

  private static func account(_ number: Int) -> [String: Any] {
    let page = "https://social.example/@author\(number)"
    return [
      "id": "\(number)", "username": "author\(number)", "acct": "author\(number)", "display_name": "Автор № \(number)",
      "locked": false, "bot": false, "discoverable": true, "group": false, "created_at": "2018-01-01T00:00:00.000Z",
      "note": "<p>Горы, кофе и поезда.</p>", "url": page, "avatar": "", "avatar_static": "", "header": "",
      "header_static": "", "followers_count": 120, "following_count": 80, "statuses_count": 900,
      "last_status_at": "2018-11-18", "emojis": [Any](),
      "fields": [
        ["name": "Сайт", "value": "<a href=\"\(page)\">\(page)</a>", "verified_at": NSNull()] as [String: Any]
      ],
    ]
  }

  private static func media(_ attachment: [String: Any], number: Int) -> [String: Any] {
    let size = ((attachment["photo"] as? [String: Any])?["sizes"] as? [[String: Any]])?.first ?? [:]
    let (width, height) = (size["width"] as? Int ?? 1, size["height"] as? Int ?? 1)
    let original: [String: Any] = [
      "width": width, "height": height, "size": "\(width)x\(height)", "aspect": Double(width) / Double(height),
    ]
    return [
      "id": "\(number)", "type": "image", "url": size["url"] ?? "", "preview_url": size["url"] ?? "",
      "remote_url": NSNull(),
      "text_url": NSNull(), "meta": ["original": original, "focus": ["x": 0, "y": 0]], "description": NSNull(),
      "blurhash": "UBF~gc00~q?b%MIUj[t7%MRjM{t7%MRjWBay",
    ]
  }
}
