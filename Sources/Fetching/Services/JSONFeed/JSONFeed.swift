import DataFormats

/// A JSON Feed (jsonfeed.org, version 1.1): pages are linked by `next_url`.
struct JSONFeed: FeedService {
  let top: HTTPAddress
  var kind: ServiceKind { .jsonFeed }
  var accept: String { "application/feed+json, application/json;q=0.9, */*;q=0.5" }
  var mayLeaveHost: Bool { true }

  func judge(_ answer: HTTPResponse) -> HTTPClient.FollowUp? {
    switch answer.status {
    case 200:
      if answer.body.allSatisfy({ $0 <= 0x20 }) { return .stop(.emptyBody) }
      if ErrorMessages.isWebPage(answer.body) {
        let page = WebPage(answer.body)
        let link = page.target(types: ["application/feed+json", "application/json"], from: answer.address)
        // A page of the feed's own site links to it; any other may be the login page of a public Wi-Fi.
        if let link { return .stop(.notAFeed(what: "a web page", link: link.text)) }
        return .askAgain(.webPage(title: page.title), wait: nil)
      }
      if let followUp = answer.jsonFollowUp { return followUp }
      return answer.json.map(Self.recognises) == true ? nil : .stop(.notAFeed(what: "JSON", link: nil))
    case 404: return .stop(.notFound("such feed"))
    default: return nil
    }
  }

  static func recognises(_ root: JSONNode) -> Bool {
    root.text("version")?.contains("jsonfeed.org") == true
      || root.child("items")?.value.array != nil && root.child("title") != nil
  }

  func page(_ answer: HTTPResponse, root: JSONNode) throws(FetchIssue) -> ServicePage {
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

extension FetchService {
  static let jsonFeed = FetchService(
    kind: .jsonFeed, documents: .jsonFeed, feed: { JSONFeed(top: $0) },
    names: ["jsonfeed": { HTTPAddress($0).map { .api(.jsonFeed, $0) } }],
    document: { document, _ in
      guard JSONFeed.recognises(document.root) else { return nil }
      return SourceResolver.ResolvedSource(feed: JSONFeed(top: document.address), answer: document.answer)
    },
    accept: "application/feed+json", linked: "application/feed+json")
}

extension ServiceKind {
  static let jsonFeed = ServiceKind("jsonfeed", name: "JSON Feed")
}
