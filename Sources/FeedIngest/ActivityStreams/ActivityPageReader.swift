import JSONTree

/// Reads ActivityStreams 2 (W3C Recommendation, 23 May 2017) as servers of the fediverse write it: collections and their
/// pages, an archive's outbox, activities and objects by themselves. An actor's document describes an author and has no posts.
struct ActivityPageReader {
  var reading: PageReading
  var people = ActivityPeople()

  /// - Parameter owner: Whose archive the document is from, as another document describes him.
  static func page(from root: JSONNode, file: String, of owner: Author? = nil) -> FeedPage {
    var reader = ActivityPageReader(reading: PageReading(.activityStreams, file: file))
    if root.isOf(ActivityPeople.types) { return reader.reading.page() }
    if let owner { reader.people.add(owner) }
    let collection = Self.collection(root)
    let items = Self.items(of: collection)
    for item in items { reader.people.add(from: item) }
    for item in items { reader.addEntry(item) }
    if items.isEmpty, let elsewhere = root.child("first") ?? root.child("next"), let address = elsewhere.activityAddress
    {
      reader.reading.report(.itemsElsewhere(address), at: elsewhere)
    }
    return reader.reading.page(
      startFrom: collection.activityID, nextFrom: collection.child("next")?.activityAddress)
  }

  /// Whether a document is one of ActivityStreams by what stands in it.
  static func recognises(_ root: JSONNode) -> Bool {
    let contexts = root.value["@context"]?.oneOrSeveral() ?? []
    if contexts.contains(where: { $0.text?.contains("w3.org/ns/activitystreams") == true }) { return true }
    let types = root.activityTypes
    let isCollection = types.contains { $0.contains("Collection") }
    if isCollection, root.child("orderedItems") ?? root.child("items") ?? root.child("first") != nil { return true }
    // Activities and objects are named by address.
    let isAddressed = root.activityID?.contains("://") == true
    return isAddressed && !types.isEmpty && (root.child("actor") ?? root.child("attributedTo")) != nil
  }

  /// A collection's first page may stand in its place.
  private static func collection(_ root: JSONNode) -> JSONNode {
    let isHere = root.child("orderedItems") ?? root.child("items") != nil
    return isHere ? root : root.object("first") ?? root
  }

  private static func items(of root: JSONNode) -> [JSONNode] {
    if root.value.array != nil { return root.listed() }
    if root.activityTypes.contains(where: { $0.hasSuffix("Collection") || $0.hasSuffix("CollectionPage") }) {
      let ordered = root.several("orderedItems")
      return ordered.isEmpty ? root.several("items") : ordered
    }
    return [root]
  }

  private mutating func addEntry(_ node: JSONNode) {
    if node.value.object == nil {
      guard let address = node.value.text?.trimmed, !address.isEmpty else {
        return reading.report(.item(.notAnObject(node.value.kindInWords)), at: node)
      }
      var post = linked(address, at: node)
      post.id = reading.innerID(address, at: node)
      return reading.add(post, ownID: address, at: node)
    }
    guard
      !node.activityTypes.isEmpty
        || ["content", "name", "contentMap", "object"].contains(where: { node.child($0) != nil })
    else { return reading.report(.item(.nothingKnown), at: node) }
    let (post, own) = entry(node, depth: 0)
    reading.add(post, ownID: own.activityID ?? post.permalink, at: own, ignoring: Self.changing)
  }

  /// Counts, and what is signed anew each time.
  private static let changing: Set = ["replies", "likes", "shares", "signature", "proof", "updated"]

  /// Activities within activities, reposts within reposts: deeper ones are written by nobody.
  static let depthLimit = 8

  /// What is only named by its address: who wrote it as far as the address says, and where it is.
  mutating func linked(_ address: String, at node: JSONNode) -> Post {
    reading.report(.onlyAddress(String(address.prefix(200))), at: node)
    let permalink = LinkTarget.url(address)
    let named = ActorAddress(ofPost: address)
    var post = Post(
      id: reading.innerID(address, at: node),
      author: Author(
        id: named?.handle ?? "0", name: named?.shownName ?? "",
        handle: named.flatMap { $0.user == nil ? nil : $0.handle },
        state: .unknown))
    post.permalink = permalink
    post.counters = [.init(.replies, nil), .init(.boosts, nil), .init(.likes, nil)]
    if let permalink { post.attachments = [Self.link(permalink)] }
    return post
  }

  static func link(_ url: String, title: String? = nil, caption: String? = nil, preview: Photo? = nil) -> Attachment {
    .item(
      AttachmentItem(
        type: "link", content: .link(url: url), title: title ?? "", caption: caption, url: url, preview: preview))
  }
}
