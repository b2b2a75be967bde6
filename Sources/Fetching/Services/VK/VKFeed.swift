import Diagnostics
import JSONTree

/// VK's walls and news feed (dev.vk.com, wall.get and newsfeed.get). Errors come with status 200; walls are gone through by
/// offsets, the news feed by `next_from`.
package struct VKFeed: FeedService {
  package static let version = "5.199"
  package let top: HTTPAddress
  package var kind: ServiceKind { .vk }
  /// A user's token may ask three times a second (dev.vk.com, api-requests).
  package var gap: Double { 0.34 }
  package var isChronological: Bool { isWall }

  package init(top: HTTPAddress) {
    self.top = top.defaulting("v", Self.version)
  }

  private var isWall: Bool { top.names.last == "wall.get" }

  package func judge(_ answer: HTTPAnswer) -> HTTPClient.Verdict? {
    guard answer.status == 200 else { return nil }
    if let verdict = answer.jsonVerdict { return verdict }
    guard let root = answer.json else { return nil }
    guard let error = root.object("error") else {
      // `execute` answers errors beside what it has.
      if root.child("response") == nil {
        return .stop(.notAFeed(what: "another answer of VK", link: nil))
      }
      return nil
    }
    return VKError(error).verdict
  }

  package func page(_ answer: HTTPAnswer, root: JSONNode) throws(FetchIssue) -> ServicePage {
    guard let response = root.object("response") else { throw .notAFeed(what: "another answer of VK", link: nil) }
    let nodes = response.list("items")
    var page = ServicePage(items: nodes.compactMap(item))
    guard !nodes.isEmpty else { return page }
    if isWall {
      let offset = (answer.address.value(of: "offset").flatMap { Int($0) } ?? 0) + nodes.count
      if offset < response.int("count") ?? .max { page.next = answer.address.setting("offset", "\(offset)") }
    } else if let from = response.text("next_from") {
      page.next = answer.address.setting("start_from", from)
    }
    return page
  }

  private func item(_ node: JSONNode) -> FeedItem? {
    let owner = node.int("source_id", "owner_id", "to_id") ?? 0
    // Addresses of files are signed anew for each answer.
    let version = node.version("text", "edited")
    let id = node.int("post_id", "id").map { "\($0)" } ?? "\(node.text("type") ?? "item")-\(node.int("date") ?? 0)"
    return FeedItem(id: "\(owner)_\(id)", version: version, date: node.int("date"), isPinned: node.isTrue("is_pinned"))
  }
}
