import DataFormats

/// The posts in a VK API answer, extracted from the wrappers of any method and version.
///
/// - `{"response": {"items": […], "profiles": […], "groups": […], "next_from": …}}`, with or without `response`;
/// - 3.x: `{"response": [count, {…}, …]}` and `{"response": {"wall": [count, {…}, …], "profiles": …, "groups": …}}`;
/// - a list of posts (`wall.getById`), or a single post;
/// - `execute`: an object or list whose values are such answers.
struct VKResponse {
  private(set) var items: [JSONNode] = []
  private(set) var profiles: [JSONNode] = []
  private(set) var groups: [JSONNode] = []
  private(set) var nextFrom: String?
  private(set) var startFrom: String?
  /// Whether there is a list for posts, even if it is empty.
  private(set) var hasList = false
  /// Private messages and comments, which are not read as posts.
  private(set) var refused: [VKConversation: [JSONNode]] = [:]
  /// Unreadable elements among private messages and comments.
  private(set) var strays: [JSONNode] = []
  /// Descriptions of conversations, which name group chats.
  private(set) var conversations: [JSONNode] = []
  /// The failed calls of `execute`, by method.
  private(set) var failures: [(method: String?, error: ServiceError)] = []

  /// Whether the document is known to be VK's.
  private let isVK: Bool

  init(_ root: JSONNode) { self.init(root, isVK: Self.isVK(root)) }

  private init(_ root: JSONNode, isVK: Bool) {
    self.isVK = isVK
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
    // An empty `response` is also treated as VK's: its error is more helpful than "unknown format".
    if root.child("response") != nil { return true }
    let hasMarks = ["profiles", "groups", "next_from", "new_from", "new_offset", "count"].contains {
      root.child($0) != nil
    }
    if root.child("items") ?? root.child("wall") != nil, hasMarks { return true }
    let answer = VKResponse(root, isVK: false)
    return !answer.refused.isEmpty || answer.items.contains(where: isPost)
  }

  private mutating func collect(_ node: JSONNode, depth: Int) {
    guard depth < 4 else { return }
    if node.value.array != nil {
      collectList(node, depth: depth)
    } else if node.value.object != nil {
      profiles += node.list("profiles") + node.list("users")
      groups += node.list("groups")
      conversations += node.list("conversations")
      nextFrom = Self.cursor(node) ?? nextFrom
      if let list = node.child("items") ?? node.child("wall"), !Self.isAnswer(list) {
        take(list.elements, isCounted: node.child("count") != nil)
      } else if Self.isItem(node) || VKConversation(node, isVK: isVK) != nil {
        take([node])
      } else {
        for child in node.members where isList(child) { collect(child, depth: depth + 1) }
      }
    }
  }

  /// Whether it holds an answer, posts, or what is refused.
  private func isList(_ node: JSONNode) -> Bool {
    if Self.isAnswer(node) { return true }
    return node.elements.contains { Self.isPost($0) || VKConversation($0, isVK: isVK) != nil }
  }

  private mutating func collectList(_ node: JSONNode, depth: Int) {
    let elements = node.elements
    guard elements.contains(where: Self.isAnswer) else {
      return take(elements, isCounted: elements.first?.value.int != nil)
    }
    // A failed call leaves `false`; `execute_errors` has the reason.
    for element in elements where Self.isAnswer(element) { collect(element, depth: depth + 1) }
  }

  /// - Parameter isCounted: Whether a number says how many there are, as in the answer of each method for comments.
  private mutating func take(_ all: [JSONNode], isCounted: Bool = false) {
    let elements = all.filter { element in
      guard let kind = VKConversation(element, isVK: isVK, isCounted: isCounted) else { return true }
      refused[kind, default: []].append(element)
      return false
    }
    // A count before refused items is no list of posts.
    if elements.count < all.count, !elements.contains(where: Self.isItem) {
      strays += elements.dropFirst(all.first?.value.int == nil ? 0 : 1)
      return
    }
    // A list whose objects don't look like items contains something else: users, photos, ….
    let objects = elements.filter { $0.value.object != nil }
    guard objects.isEmpty || objects.contains(where: Self.isItem) else { return }
    hasList = true
    items += elements
  }

  private static func isAnswer(_ node: JSONNode) -> Bool {
    guard node.value.object != nil, let list = node.child("items") ?? node.child("wall") else { return false }
    return list.value.array != nil || list.value.object != nil
  }

  /// Whether the node has a field that only feed items have.
  private static func isItem(_ node: JSONNode) -> Bool {
    guard let object = node.value.object else { return false }
    if object["sizes"] != nil || object["album_id"] != nil || object["first_name"] != nil { return false }
    let marks = [
      "post_type", "copy_history", "attachments", "source_id", "post_id", "from_id", "text", "photos", "post",
    ]
    return marks.contains { object[$0] != nil } || (object["type"]?.text == "ads")
      || (object["type"] != nil && (object["date"] ?? object["added_date"]) != nil)
  }

  /// As `isItem`, but with a field that only VK writes: used to recognize a document without an envelope.
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

/// The people and communities described by an answer.
struct VKDirectory: Sendable {
  private var authors: [Int: Author] = [:]

  /// - Parameters:
  ///   - profiles: People, by `id` (3.x: `uid`).
  ///   - groups: Communities, by `id` (3.x: `gid`), which is positive here and negative everywhere else.
  init(profiles: [JSONNode], groups: [JSONNode]) {
    for profile in profiles { add(profile, id: profile.int("id", "uid", "user_id")) }
    for group in groups { add(group, id: Self.communityID(group)) }
  }

  /// Adds the author described within a 3.x item (`user`, `group`).
  mutating func addInline(_ item: JSONNode) {
    if let user = item.object("user") { add(user, id: user.int("id", "uid")) }
    if let group = item.object("group") { add(group, id: Self.communityID(group)) }
  }

  /// The first description of an id is used, unless only a later one has a name.
  private mutating func add(_ node: JSONNode, id: Int?) {
    guard let id, id != 0, authors[id].map(\.name.isEmpty) ?? true else { return }
    authors[id] = Self.author(node, id: id)
  }

  private static func communityID(_ node: JSONNode) -> Int? {
    guard let id = node.int("id", "gid"), id != .min else { return nil }
    return -abs(id)
  }

  subscript(id: Int) -> Author? { authors[id] }

  /// An author without a description.
  static func unknown(_ id: Int) -> Author {
    Author(
      id: String(id), name: "", state: .unknown, page: VKAddress.page(ofAuthor: id, handle: nil),
      fallbackName: VKAddress.name(ofAuthor: id))
  }

  private static func author(_ node: JSONNode, id: Int) -> Author {
    let parts = [node.text("first_name"), node.text("last_name")].compactMap { $0.map(DecodedText.line) }
    let name = parts.isEmpty ? DecodedText.line(node.text("name") ?? "") : parts.joined(separator: " ")
    let state: Author.State =
      switch node.text("deactivated") {
      case "banned": .banned
      case "deleted": .deleted
      default: .active
      }
    let sources = avatarSources(node)
    let handle = node.text("screen_name", "domain")
    return Author(
      id: String(id), name: name, handle: handle, avatar: sources.isEmpty ? nil : Photo(sources: sources), state: state,
      isVerified: node.isTrue("verified"), page: VKAddress.page(ofAuthor: id, handle: handle),
      fallbackName: VKAddress.name(ofAuthor: id), isKnownByHandle: false)
  }

  /// `photo_50` and similar fields are squares of that size; for `photo`, `photo_medium` and `photo_big` of 3.x, only
  /// the width is known (50, 100, 200).
  private static func avatarSources(_ node: JSONNode) -> [Photo.Source] {
    let squares = [("photo_50", 50), ("photo_100", 100), ("photo_200", 200), ("photo_400", 400)]
    let old = [
      ("photo", 50, nil), ("photo_rec", 50, 50), ("photo_medium", 100, nil), ("photo_medium_rec", 100, 100),
      ("photo_big", 200, nil as Int?),
    ]
    let sources = squares.compactMap { key, side in
      node.text(key).map { Photo.Source(url: $0, width: side, height: side) }
    }
    guard sources.isEmpty else { return sources }
    return old.compactMap { key, width, height in
      node.text(key).map { Photo.Source(url: $0, width: width, height: height) }
    } + [node.text("photo_max")].compactMap { $0.map { Photo.Source(url: $0) } }
  }
}
