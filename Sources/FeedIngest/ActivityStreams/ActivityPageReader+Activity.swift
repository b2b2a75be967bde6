import JSONTree

extension ActivityPageReader {
  /// The activities of the vocabulary, and those that servers add. A `Question` is an object to all who write one.
  static let activities: Set = [
    "Accept", "Add", "Announce", "Arrive", "Block", "Create", "Delete", "Dislike", "EmojiReact", "Flag", "Follow",
    "Ignore",
    "Invite", "Join", "Leave", "Like", "Listen", "Move", "Offer", "Read", "Reject", "Remove", "TentativeAccept",
    "TentativeReject", "Travel", "Undo", "Update", "View",
  ]

  /// Those that bring the object they are about.
  private static let publishing: Set = ["Create", "Update", "Add", "Offer", "Invite"]

  /// What an item of a collection is as a post, and the node that names it.
  mutating func entry(_ node: JSONNode, depth: Int) -> (Post, JSONNode) {
    guard node.isOf(Self.activities), depth < Self.depthLimit else { return (object(node, depth: depth), node) }
    let object = node.several("object").first
    if let object, object.value.object != nil, !object.isOf(ActivityPeople.types) {
      if object.isOf(Self.activities) {
        // A group passes on what its members do; that is what people see.
        if node.isOf(["Announce"]) { return entry(object, depth: depth + 1) }
      } else if node.isOf(["Announce"]) {
        var post = activity(node)
        post.reposts = [self.object(object, depth: depth + 1)]
        post.flags.insert(.boost)
        return (post, node)
      } else if node.isOf(Self.publishing) {
        var post = self.object(object, of: node, depth: depth + 1)
        if node.isOf(["Update"]) { post.flags.insert(.edited) }
        return (post, object.activityID == nil ? node : object)
      }
    }
    var post = activity(node)
    if node.isOf(["Announce"]), let object, let address = object.activityAddress {
      post.reposts = [linked(address, at: object)]
      post.flags.insert(.boost)
      return (post, node)
    }
    let type = node.activityTypes.first { Self.activities.contains($0) } ?? "Activity"
    post.kind = .system(.named(type), type: type)
    post.contentWarning = warning(node)
    if let object { tell(object, in: &post) }
    return (post, node)
  }

  /// Who does it, and when.
  private mutating func activity(_ node: JSONNode) -> Post {
    var post = Post(id: reading.innerID(node.activityID, at: node), author: author(of: node))
    post.date = reading.date(node, "published", "updated")
    post.permalink = node.activityID.flatMap(LinkTarget.url)
    return post
  }

  /// What an activity that brings nothing new is about: a row that leads there.
  private mutating func tell(_ object: JSONNode, in post: inout Post) {
    guard let address = object.activityAddress, let url = LinkTarget.url(address) else { return }
    if object.value.object == nil { reading.report(.onlyAddress(String(address.prefix(200))), at: object) }
    let title = object.value.object == nil ? nil : object.title("name") ?? object.text("preferredUsername")
    post.attachments.append(Self.link(url, title: title))
  }

  /// - Parameter outer: The activity that brought it, whose author and date count where it has none of its own.
  mutating func author(of node: JSONNode, in outer: JSONNode? = nil) -> Author {
    if let author = people.author(of: node) ?? outer.flatMap({ people.author(of: $0) }) { return author }
    reading.noteMissingAuthor("0", at: outer ?? node)
    let host = [node.activityID, outer?.activityID].lazy.compactMap { $0.flatMap(LinkTarget.host) }.first
    return Author(id: "0", name: "", state: .unknown, fallbackName: host)
  }

  func warning(_ node: JSONNode) -> String? {
    // A summary is HTML by the vocabulary, a plain line in practice.
    node.words("summary").map {
      MarkupText(html: $0.text).text.string.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
    .flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
  }
}
