import JSONTree

/// What documents that are no feeds themselves say of the feeds beside them: whose archive this is, and what its posts
/// leave out.
///
/// A service's archive names its owner once, in a document of its own, and the posts by id or not at all.
package struct FeedContext: Hashable, Sendable {
  /// Names of files that may say it. Their content decides.
  package static let fileNames = ["actor.json", "account.js", "profile.js", "note-tweet.js"]

  /// Whose posts these are; nil where nothing says it.
  package private(set) var owner: Author?
  /// Long texts of posts that hold only their beginnings.
  private(set) var notes = XNotes()

  /// The texts alone, in the order of the documents.
  package var longTexts: [String] { notes.all.map(\.text) }

  package init(owner: Author? = nil) {
    self.owner = owner
  }

  /// The author of an id (an address, where the service's ids are such), if that is the owner.
  package func author(_ id: String) -> Author? { owner.flatMap { $0.id == id ? $0 : nil } }

  /// Takes in what a document says, in any order of the documents.
  ///
  /// - Returns: Whether it is one that says something of the feeds.
  package mutating func add(_ document: FeedDocument) -> Bool {
    let script = ArchiveScript(document.bytes)
    guard let root = try? JSONDocument.parse(script?.json ?? document.bytes).root else { return false }
    guard let script else {
      guard let actor = ArchiveOwner.actor(root) else { return false }
      owner = actor
      return true
    }
    let items = root.listed(atMost: 1)
    switch script.name {
    case "account":
      guard let account = items.first?.object("account") else { return false }
      owner = ArchiveOwner.account(account, avatar: owner?.avatar)
    case "profile":
      guard let profile = items.first?.object("profile") else { return false }
      let avatar = profile.text("avatarMediaUrl").map { Photo(sources: [.init(url: $0)]) }
      if owner == nil { owner = Author(id: "0", name: "", state: .unknown) }
      owner?.avatar = avatar
    case "note_tweet": for note in root.listed().compactMap(XNote.init) { notes.add(note) }
    default: return false
    }
    return true
  }
}

/// Descriptions of the one whose archive it is.
private enum ArchiveOwner {
  /// An actor of ActivityStreams 2 (`actor.json`): it is known by its address.
  static func actor(_ root: JSONNode) -> Author? {
    guard root.activityID != nil, root.isOf(ActivityPeople.types),
      root.child("preferredUsername") ?? root.child("name") != nil
    else { return nil }
    return ActivityPeople.author(root)
  }

  /// The account of X's archive (`account.js`).
  static func account(_ account: JSONNode, avatar: Photo?) -> Author {
    let handle = account.text("username").map { DecodedText.line($0) }
    return Author(
      id: account.text("accountId") ?? handle ?? "0", name: DecodedText.line(account.text("accountDisplayName") ?? ""),
      handle: handle, avatar: avatar, page: handle.flatMap { LinkTarget.url("https://x.com/\($0)") })
  }
}
