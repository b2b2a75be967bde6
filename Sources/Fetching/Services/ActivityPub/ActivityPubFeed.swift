import JSONTree

/// The outbox of an actor (W3C, ActivityPub 5.1): a collection that leads to its first page, and pages that lead on.
package struct ActivityPubFeed: FeedService {
  package static let accept =
    #"application/activity+json, application/ld+json; profile="https://www.w3.org/ns/activitystreams""#

  package let top: HTTPAddress
  package var kind: ServiceKind { .activityPub }
  package var accept: String { Self.accept }
  package var mayLeaveHost: Bool { true }

  package init(top: HTTPAddress) {
    self.top = top
  }

  package func judge(_ answer: HTTPAnswer) -> HTTPClient.Verdict? {
    switch answer.status {
    case 200:
      return answer.jsonVerdict
    case 401: return .stop(.signedFetch)
    case 403:
      return .stop(.refused(status: 403, said: ServiceWords.said(answer), hint: FetchIssue.signedFetch.hint))
    case 406: return .stop(.refused(status: 406, said: ServiceWords.said(answer), hint: "there is no ActivityPub here"))
    case 404: return .stop(.notFound("such actor"))
    default: return nil
    }
  }

  package func page(_ answer: HTTPAnswer, root: JSONNode) throws(FetchIssue) -> ServicePage {
    let listed = root.child("orderedItems") ?? root.child("items")
    guard let listed else {
      if let first = Self.address(root.child("first")).flatMap({ answer.address.resolving($0) }) {
        var page = ServicePage(next: first)
        page.isSignpost = true
        return page
      }
      if let first = root.object("first"), first.child("orderedItems") != nil {
        return try page(answer, root: first)
      }
      if Self.isCollection(root) {
        // A page without items is an empty one.
        if (root.text("type") ?? "").hasSuffix("Page") || root.int("totalItems") == 0 { return ServicePage() }
        throw .noPosts(total: root.int("totalItems"))
      }
      throw .notAFeed(what: "no collection", link: nil)
    }
    let items = (listed.value.array == nil ? [listed] : listed.listed()).compactMap(Self.item)
    var page = ServicePage(items: items)
    if !items.isEmpty { page.next = Self.address(root.child("next")).flatMap { answer.address.resolving($0) } }
    return page
  }

  package static func isCollection(_ root: JSONNode) -> Bool { (root.text("type") ?? "").contains("Collection") }

  /// A link, or the id of what is there itself.
  static func address(_ node: JSONNode?) -> String? { node.flatMap { $0.value.text ?? $0.text("href", "id") } }

  private static func item(_ node: JSONNode) -> FeedItem? {
    if let address = node.value.text { return FeedItem(id: address, version: "", date: nil) }
    let object = node.object("object")
    guard let id = node.text("id") ?? object?.text("id") else { return nil }
    let inner = object?.version("updated", "content", "summary", "name") ?? ""
    return FeedItem(
      id: id, version: inner.isEmpty ? node.version("type", "object") : inner,
      date: ServiceDate.seconds(node.text("published") ?? object?.text("published")))
  }
}
