import Basics
import DataFormats
import Diagnostics

/// The common part of all page readers: it collects diagnostics with their places, and creates entries.
struct PageReaderContext {
  private let service: Service
  private let idPrefix: String
  let file: String
  private(set) var diagnostics = DiagnosticTally()
  private(set) var entries: [FeedEntry] = []
  private var notShown = NotShownContent()
  private var missingAuthors: [FeedPage.MissingAuthor] = []
  private var missing: Set<String> = []

  init(_ format: FeedFormat, file: String) {
    self.init(format.service, idPrefix: format.idPrefix, file: file)
  }

  init(_ service: Service, idPrefix: String, file: String) {
    (self.service, self.idPrefix, self.file) = (service, idPrefix, file)
  }

  func page(startFrom: String? = nil, nextFrom: String? = nil, title: String? = nil) -> FeedPage {
    var page = FeedPage(
      mark: PageMark(file: file, startFrom: startFrom, nextFrom: nextFrom), service: service, entries: entries,
      diagnostics: diagnostics, missingAuthors: missingAuthors)
    page.title = title
    page.notShown = notShown
    return page
  }

  /// Forgets the entries and diagnostics of the section that was read last.
  mutating func startSection() {
    (entries, diagnostics, missingAuthors, notShown) = ([], DiagnosticTally(), [], NotShownContent())
  }

  /// The page for a document without posts, with the reason.
  mutating func noFeed(_ issue: FeedIssue) -> FeedPage {
    diagnostics.add(issue, at: Place(file: file))
    return FeedPage(mark: PageMark(file: file), diagnostics: diagnostics)
  }

  mutating func report(_ issue: FeedIssue, at node: JSONNode) { report(issue, at: node.path.description) }

  mutating func report(_ issue: RecordIssue, at node: JSONNode) {
    diagnostics.add(issue, at: .json(node.path.description, in: file))
  }

  mutating func report(_ issue: FeedIssue, at path: String) { diagnostics.add(issue, at: .json(path, in: file)) }

  /// Counts content that no entry shows, and reports it.
  mutating func leaveOut(_ name: ContentName, _ count: Int = 1, at node: JSONNode) {
    guard count > 0 else { return }
    notShown.add(name, count)
    report(.notShown(name, count), at: node)
  }

  /// Whether the node is an object; if not, an unreadable item or attachment is reported.
  mutating func isObject(_ node: JSONNode, _ issue: (FeedIssue.Fault) -> FeedIssue = FeedIssue.item) -> Bool {
    if node.value.object != nil { return true }
    report(issue(.notAnObject(node.value.kindInWords)), at: node)
    return false
  }

  /// Records an author that the page doesn't describe, once per id.
  mutating func noteMissingAuthor(_ id: String, at node: JSONNode) {
    if missing.insert(id).inserted { missingAuthors.append(.init(id: id, path: node.path.description)) }
  }

  /// Assigns an id to the post and adds it.
  ///
  /// - Parameters:
  ///   - ownID: The service's own id; nil or empty if the item has none.
  ///   - changing: Members that differ on each request: they are left out of a derived id.
  ///   - earlier: The service's ids of the post's earlier versions.
  ///   - prefix: The id's prefix; nil takes the format's.
  mutating func add(
    _ post: Post, ownID: String?, at node: JSONNode, ignoring changing: Set<String> = [], earlier: [String] = [],
    prefix: String? = nil
  ) {
    var post = post
    let identity: FeedEntry.Identity
    (post.id, identity) = Self.name(prefix ?? idPrefix, ownID, node, changing)
    add(post, as: identity, at: node, earlier: earlier.map { innerID($0, at: node) })
  }

  /// Adds a post that already has an id.
  mutating func add(_ post: Post, as identity: FeedEntry.Identity, at node: JSONNode, earlier: [String] = []) {
    var post = post
    let excess = post.bound()
    if excess > 0 { report(.rowsLeftOut(excess), at: node) }
    var entry = FeedEntry(post: post, identity: identity, path: node.path.description)
    entry.earlierIDs = earlier
    entries.append(entry)
  }

  /// The id of a nested post (a repost or a quote).
  func innerID(_ ownID: String?, at node: JSONNode) -> String { Self.name(idPrefix, ownID, node, []).id }

  private static func name(
    _ prefix: String, _ ownID: String?, _ node: JSONNode, _ changing: Set<String>
  ) -> (id: String, FeedEntry.Identity) {
    guard let ownID = ownID?.trimmed, !ownID.isEmpty else {
      let digest = ContentDigest(of: node.value, ignoring: changing).hex
      return ("\(prefix)-\(digest)", .made(digest: digest))
    }
    // Plain ids are kept, so that people find them; addresses are hashed, since a file name can't contain a slash.
    let isPlain = ownID.utf8.count <= 64 && ownID.utf8.allSatisfy { $0.isASCIIWord || $0 == UInt8(ascii: "-") }
    return ("\(prefix)-\(isPlain ? ownID : ContentDigest(ofText: ownID).hex)", .given)
  }

  // MARK: Dates

  /// Seconds since 1970 from the first key present; nil if there is none.
  mutating func date(_ node: JSONNode, _ keys: String...) -> Int? {
    for key in keys {
      guard let value = node.child(key), let text = value.value.text?.trimmed, !text.isEmpty else { continue }
      if let seconds = DateParser.seconds(text) { return seconds }
      report(.badDate(String(text.prefix(40))), at: value)
      return nil
    }
    return nil
  }

  // MARK: Texts

  /// Reads an HTML text and reports unreadable parts.
  ///
  /// - Parameter hidesQuote: Whether to drop the line that names a quoted post, if the post itself is shown.
  mutating func markup(
    _ html: String, at node: JSONNode, base: WebAddress? = nil, hidesQuote: Bool = false
  ) -> MarkupText {
    let text = MarkupText(html: html, base: base, hidesQuote: hidesQuote)
    if text.outcome != .whole { report(.markupCut(text.outcome), at: node) }
    return text
  }
}

extension JSONNode {
  /// The side of an image in pixels; nil for 0, which services write if it is unknown, and for impossible sizes.
  func pixels(_ key: String) -> Int? { int(key)?.asPixels }

  /// A count; nil for a number below 0.
  func count(_ key: String) -> Int? { int(key).flatMap { $0 < 0 ? nil : $0 } }
}

extension Int {
  var asPixels: Int? { 1...1_000_000 ~= self ? self : nil }
}
