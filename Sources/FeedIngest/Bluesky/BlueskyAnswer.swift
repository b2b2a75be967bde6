import JSONTree

/// The items of an answer of Bluesky's API, in the order in which they are shown.
///
/// - `{"feed": […], "cursor": …}`: an author's feed, a timeline, a feed generator, a list;
/// - `{"posts": […]}`: posts by address, what a search found, quotes;
/// - `{"thread": …}`: what is answered before the post, answers behind it; flat with depths in version 2;
/// - `{"records": […]}`: records of a repository, without their authors;
/// - one of those items by itself, or a list of them.
struct BlueskyAnswer {
  private(set) var items: [JSONNode] = []
  private(set) var cursor: String?

  init(_ root: JSONNode) {
    cursor = root.text("cursor")
    if root.value.array != nil {
      items = root.listed()
    } else if let list = ["feed", "posts", "records"].lazy.compactMap({ root.child($0) }).first(where: {
      $0.value.array != nil
    }) {
      items = list.listed()
    } else if let thread = root.child("thread") {
      items = thread.value.array != nil ? thread.listed().map { $0.object("value") ?? $0 } : Self.thread(thread)
    } else if root.child("parent")?.value.object != nil || root.child("replies")?.value.array != nil {
      items = Self.thread(root)
    } else {
      items = [root]
    }
  }

  /// Parents, the post, then each answer before what answers it. Without recursion: an answer decides how deep.
  private static func thread(_ root: JSONNode) -> [JSONNode] {
    var parents: [JSONNode] = []
    var parent = root.object("parent")
    while let node = parent {
      parents.append(node)
      parent = node.object("parent")
    }
    var answers: [JSONNode] = []
    var waiting = [root]
    while let node = waiting.popLast() {
      answers.append(node)
      if let replies = node.child("replies") { waiting += replies.listed().reversed() }
    }
    return parents.reversed() + answers
  }

  // MARK: Recognition

  /// Whether it is one of the items of such an answer.
  static func isItem(_ node: JSONNode) -> Bool {
    let post = node.object("post", "value") ?? node
    let isAddressed = [post, node].contains { $0.text("uri")?.hasPrefix("at://") == true }
    if isAddressed, (post.child("record") ?? post.child("value") ?? node.child("value")) != nil { return true }
    return [post, node].contains { $0.text("$type")?.hasPrefix("app.bsky.feed.") == true }
  }

  static func recognises(_ root: JSONNode) -> Bool {
    if root.value.array != nil { return root.listed(atMost: 4).contains(where: isItem) }
    if let list = root.child("feed") ?? root.child("records"), list.value.array != nil {
      let items = list.listed(atMost: 4)
      return items.isEmpty
        ? root.members.allSatisfy { ["feed", "records", "cursor"].contains($0.key) }
        : items.contains(where: isItem)
    }
    if let list = root.child("posts"), list.value.array != nil { return list.listed(atMost: 4).contains(where: isItem) }
    guard let thread = root.child("thread") else { return isItem(root) }
    return thread.value.array != nil ? thread.listed(atMost: 4).contains(where: isItem) : isItem(thread)
  }
}
