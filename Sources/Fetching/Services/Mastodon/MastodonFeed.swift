import JSONTree

/// Timelines of Mastodon and of servers that speak as it does (docs.joinmastodon.org, methods/timelines, methods/accounts).
/// Pages are linked in the `Link` header.
package struct MastodonFeed: FeedService {
  package let top: HTTPAddress
  package var kind: ServiceKind { .mastodon }

  package init(top: HTTPAddress) {
    self.top = top
  }

  /// Lists whose pages go by something else than posts' ids.
  private var isOfMarks: Bool { ["favourites", "bookmarks"].contains(top.names.last) }

  package var isChronological: Bool { !isOfMarks }
  package var climbs: Bool { true }

  package func judge(_ answer: HTTPAnswer) -> HTTPClient.Verdict? {
    switch answer.status {
    case 200: return answer.jsonVerdict ?? (answer.json?.value.array == nil ? .stop(notTimeline(answer)) : nil)
    case 401:
      let what = "a token with the scope read:statuses"
      return .stop(.tokenNeeded(service: "the server", what: what, said: ServiceWords.said(answer)))
    case 403:
      return .stop(
        .refused(
          status: 403, said: ServiceWords.said(answer), hint: "the server may give this to signed-in accounts alone"))
    case 404: return .stop(.notFound("such account or timeline"))
    default: return nil
    }
  }

  private func notTimeline(_ answer: HTTPAnswer) -> FetchIssue {
    .serviceError(code: nil, said: ServiceWords.said(answer) ?? "", hint: nil)
  }

  package func page(_ answer: HTTPAnswer, root: JSONNode) throws(FetchIssue) -> ServicePage {
    let items = root.listed().compactMap { status -> FeedItem? in
      guard let id = status.text("id") else { return nil }
      return FeedItem(
        id: id, version: status.version("edited_at", "content", "spoiler_text", "sensitive"),
        date: ServiceDate.seconds(status.text("created_at")), isPinned: status.isTrue("pinned"))
    }
    let links = LinkHeader(answer.head)
    var newer = links.target(of: "prev").flatMap { answer.address.resolving($0) }
    // Behind a proxy a server may not know how it is called.
    if newer?.origin != answer.address.origin, !isOfMarks, let first = items.first(where: { !$0.isPinned }) {
      newer = self.newer(than: first.id)
    }
    let next = items.isEmpty ? nil : links.target(of: "next").flatMap { answer.address.resolving($0) }
    return ServicePage(items: items, next: next, newer: newer)
  }

  package func newer(than newest: String) -> HTTPAddress? {
    isOfMarks ? nil : top.setting("max_id", nil).setting("since_id", nil).setting("min_id", newest)
  }
}
