import Foundation
import JSONTree

/// A JSON Feed (jsonfeed.org, version 1.1): pages are linked by `next_url`.
package struct JSONFeed: FeedService {
  package let top: HTTPAddress
  package var kind: ServiceKind { .jsonFeed }
  package var accept: String { "application/feed+json, application/json;q=0.9, */*;q=0.5" }
  package var mayLeaveHost: Bool { true }

  package init(top: HTTPAddress) {
    self.top = top
  }

  package func judge(_ answer: HTTPAnswer) -> HTTPClient.Verdict? {
    switch answer.status {
    case 200:
      if answer.body.allSatisfy({ $0 <= 0x20 }) { return .stop(.emptyBody) }
      if ServiceWords.isWebPage(answer.body) {
        let link = PageLinks(answer).target(types: ["application/feed+json", "application/json"])
        // A page of the feed's own names it; any other may be one that hotels answer with.
        if let link { return .stop(.notAFeed(what: "a web page", link: link.text)) }
        return .again(.webPage(title: ServiceWords.title(of: answer.body)), wait: nil)
      }
      if let verdict = answer.jsonVerdict { return verdict }
      return answer.json.map(Self.recognises) == true ? nil : .stop(.notAFeed(what: "JSON", link: nil))
    case 404: return .stop(.notFound("such feed"))
    default: return nil
    }
  }

  package static func recognises(_ root: JSONNode) -> Bool {
    root.text("version")?.contains("jsonfeed.org") == true
      || root.child("items")?.value.array != nil && root.child("title") != nil
  }

  package func page(_ answer: HTTPAnswer, root: JSONNode) throws(FetchIssue) -> ServicePage {
    let items = (root.child("items")?.listed() ?? []).compactMap { item -> FeedItem? in
      guard let id = item.text("id", "url") else { return nil }
      let date = ServiceDate.seconds(item.text("date_published") ?? item.text("date_modified"))
      return FeedItem(
        id: id, version: item.version("date_modified", "title", "content_text", "content_html", "summary"), date: date)
    }
    var page = ServicePage(items: items)
    if !items.isEmpty, let next = root.text("next_url").flatMap({ answer.address.resolving($0) }),
      next != answer.address, next != top
    {
      page.next = next
    }
    return page
  }
}

/// What a web page links as other forms of itself: `<link rel="alternate" type="…" href="…">`.
package struct PageLinks: Sendable {
  private var links: [(type: String, target: HTTPAddress)] = []

  package init(_ answer: HTTPAnswer) {
    let text = String(decoding: answer.body.prefix(1 << 20), as: UTF8.self)
    var rest = text[...]
    while let open = rest.range(of: "<link", options: .caseInsensitive),
      let close = rest[open.upperBound...].firstIndex(of: ">")
    {
      let attributes = Self.attributes(rest[open.upperBound..<close])
      rest = rest[close...]
      guard let relation = attributes["rel"]?.lowercased(), relation.split(separator: " ").contains("alternate"),
        let type = attributes["type"]?.lowercased(),
        let target = attributes["href"].flatMap({ answer.address.resolving($0.replacing("&amp;", with: "&")) })
      else { continue }
      links.append((type, target))
    }
  }

  /// The first link of the first of the types that there is one of.
  package func target(types: [String]) -> HTTPAddress? {
    types.lazy.compactMap { type in links.first { $0.type == type }?.target }.first
  }

  private static func attributes(_ text: Substring) -> [String: String] {
    var found: [String: String] = [:]
    var rest = text.drop { $0.isWhitespace || $0 == "/" }
    while !rest.isEmpty {
      let name = rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != "/" }
      rest = rest.dropFirst(name.count).drop { $0.isWhitespace }
      guard !name.isEmpty else { break }
      var value = ""[...]
      if rest.first == "=" {
        rest = rest.dropFirst().drop { $0.isWhitespace }
        if let quote = rest.first, quote == "\"" || quote == "'" {
          value = rest.dropFirst().prefix { $0 != quote }
          rest = rest.dropFirst(value.count + 2)
        } else {
          value = rest.prefix { !$0.isWhitespace }
          rest = rest.dropFirst(value.count)
        }
      }
      found[name.lowercased()] = String(value)
      rest = rest.drop { $0.isWhitespace || $0 == "/" }
    }
    return found
  }
}
