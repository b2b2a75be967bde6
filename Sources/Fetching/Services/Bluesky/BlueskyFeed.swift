import JSONTree

/// Feeds of Bluesky (docs.bsky.app, app.bsky.feed.*). Pages are followed by a cursor; a short page is not the last one.
package struct BlueskyFeed: FeedService {
  package let top: HTTPAddress
  package var kind: ServiceKind { .bluesky }

  package init(top: HTTPAddress) {
    self.top = top
  }

  /// A feed generator puts posts into an order of its own.
  package var isChronological: Bool { !(top.names.last ?? "").hasSuffix("getFeed") }

  package func judge(_ answer: HTTPAnswer) -> HTTPClient.Verdict? {
    switch answer.status {
    case 200: return answer.jsonVerdict
    case 401:
      let what = "--login and an app password"
      return .stop(.tokenNeeded(service: "Bluesky", what: what, said: ServiceWords.said(answer)))
    case 400:
      let said = ServiceWords.said(answer)
      let name = answer.json?.text("error")
      if name == "ExpiredToken" {
        return .expired(.refused(status: 400, said: said ?? name, hint: "run again to sign in anew"))
      }
      if name == "InvalidRequest", said?.contains("not found") == true || said?.contains("not be found") == true {
        return .stop(.notFound("such account, feed or list"))
      }
      return .stop(.refused(status: 400, said: said ?? name, hint: nil))
    default: return nil
    }
  }

  package func page(_ answer: HTTPAnswer, root: JSONNode) throws(FetchIssue) -> ServicePage {
    guard root.child("feed") != nil else { throw .notAFeed(what: "another answer of Bluesky", link: nil) }
    let items = root.list("feed").compactMap(Self.item)
    var page = ServicePage(items: items)
    if !items.isEmpty, let cursor = root.text("cursor") { page.next = answer.address.setting("cursor", cursor) }
    return page
  }

  private static func item(_ node: JSONNode) -> FeedItem? {
    guard let post = node.object("post"), let uri = post.text("uri") else { return nil }
    let reason = node.object("reason")
    let type = reason?.text("$type") ?? ""
    // A post that somebody reposts stands in the feed for itself.
    let reposter = type.hasSuffix("reasonRepost") ? reason?.object("by")?.text("did") ?? "" : nil
    let date = reposter == nil ? post.text("indexedAt") : reason?.text("indexedAt") ?? post.text("indexedAt")
    return FeedItem(
      key: reposter.map { "\(uri) reposted by \($0)" }, id: uri, version: post.text("cid") ?? post.version("record"),
      date: ServiceDate.seconds(date), isPinned: type.hasSuffix("reasonPin"))
  }
}
