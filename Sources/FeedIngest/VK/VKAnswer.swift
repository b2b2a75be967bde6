import JSONTree

/// The posts of a VK API answer, taken out of whatever the method and version wrapped them in.
///
/// - `{"response": {"items": […], "profiles": […], "groups": […], "next_from": …}}`, with or without `response`;
/// - 3.x: `{"response": [count, {…}, …]}` and `{"response": {"wall": [count, {…}, …], "profiles": …, "groups": …}}`;
/// - a list of posts (`wall.getById`), one post by itself;
/// - `execute`: an object or list whose values are such answers.
struct VKAnswer {
  private(set) var items: [JSONNode] = []
  private(set) var profiles: [JSONNode] = []
  private(set) var groups: [JSONNode] = []
  private(set) var nextFrom: String?
  private(set) var startFrom: String?
  /// Whether there is a list for posts at all, be it empty.
  private(set) var hasList = false
  /// What `execute` could not do, by method.
  private(set) var failures: [(method: String?, error: ServiceError)] = []

  init(_ root: JSONNode) {
    let content = root.child("response") ?? root
    failures = root.list("execute_errors").map { failure in
      let error = ServiceError(
        code: failure.int("error_code"), message: failure.text("error_msg") ?? "", path: failure.path.description)
      return (failure.text("method"), error)
    }
    startFrom = [root, content].lazy.compactMap { $0.text("start_from") }.first
    collect(content, depth: 0)
  }

  static func isVK(_ root: JSONNode) -> Bool {
    // An empty `response` is VK's as well: its error says more than "unknown format".
    if root.child("response") != nil { return true }
    let hasMarks = ["profiles", "groups", "next_from", "new_from", "new_offset", "count"].contains {
      root.child($0) != nil
    }
    if root.child("items") ?? root.child("wall") != nil, hasMarks { return true }
    return VKAnswer(root).items.contains(where: isPost)
  }

  private mutating func collect(_ node: JSONNode, depth: Int) {
    guard depth < 4 else { return }
    if node.value.array != nil {
      collectList(node, depth: depth)
    } else if node.value.object != nil {
      profiles += node.list("profiles") + node.list("users")
      groups += node.list("groups")
      nextFrom = Self.cursor(node) ?? nextFrom
      if let list = node.child("items") ?? node.child("wall"), !Self.isAnswer(list) {
        take(list.elements)
      } else if Self.isItem(node) {
        take([node])
      } else {
        for child in node.members {
          if Self.isAnswer(child) || child.elements.contains(where: Self.isPost) { collect(child, depth: depth + 1) }
        }
      }
    }
  }

  private mutating func collectList(_ node: JSONNode, depth: Int) {
    let elements = node.elements
    guard elements.contains(where: Self.isAnswer) else { return take(elements) }
    // What a failed call leaves is `false`; `execute_errors` tells of it.
    for element in elements where Self.isAnswer(element) { collect(element, depth: depth + 1) }
  }

  private mutating func take(_ elements: [JSONNode]) {
    // A list of objects none of which looks like an item is a list of something else: users, photos, ….
    let objects = elements.filter { $0.value.object != nil }
    guard objects.isEmpty || objects.contains(where: Self.isItem) else { return }
    hasList = true
    items += elements
  }

  private static func isAnswer(_ node: JSONNode) -> Bool {
    guard node.value.object != nil, let list = node.child("items") ?? node.child("wall") else { return false }
    return list.value.array != nil || list.value.object != nil
  }

  /// Whether it has a field that only items of a feed have.
  private static func isItem(_ node: JSONNode) -> Bool {
    guard let object = node.value.object else { return false }
    if object["sizes"] != nil || object["album_id"] != nil || object["first_name"] != nil { return false }
    let marks = [
      "post_type", "copy_history", "attachments", "source_id", "post_id", "from_id", "text", "photos", "post",
    ]
    return marks.contains { object[$0] != nil } || (object["type"] != nil && object["date"] != nil)
      || (object["type"]?.text == "ads")
  }

  /// As `isItem`, and with what VK alone writes: fit to recognise a document without an envelope.
  private static func isPost(_ node: JSONNode) -> Bool {
    guard isItem(node) else { return false }
    let owners = ["source_id", "from_id", "owner_id", "to_id"]
    if owners.contains(where: { node.int($0) != nil }) { return true }
    return node.int("date") != nil && (node.text("text") != nil || !node.list("attachments").isEmpty)
  }

  private static func cursor(_ node: JSONNode) -> String? {
    let cursor = node.text("next_from", "new_from", "new_offset")
    return cursor == "0" ? nil : cursor
  }
}
