import Basics
import DataFormats
import Diagnostics

/// The common part of all page readers: it collects diagnostics with their places, and creates entries.
struct PageReaderContext {
  private let service: Service
  private let idPrefix: String
  /// The service's format, which knows its members without words and its markup; nil for custom data.
  private let format: FeedFormat?
  private var search: JSONStringSearch?
  let file: String
  private(set) var diagnostics = DiagnosticTally()
  private(set) var entries: [FeedEntry] = []
  private var notShown = NotShownContent()
  private var missingAuthors: [FeedPage.MissingAuthor] = []
  private var missing: Set<String> = []

  init(_ format: FeedFormat, file: String) {
    (service, idPrefix, self.file, self.format) = (format.service, format.idPrefix, file, format)
    search = JSONStringSearch(items: format)
  }

  init(_ service: Service, idPrefix: String, file: String) {
    (self.service, self.idPrefix, self.file, format) = (service, idPrefix, file, nil)
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
  ///   - item: The item that contains the node, if it has more than that.
  ///   - changing: Members that differ on each request: they are left out of a derived id.
  ///   - earlier: The service's ids of the post's earlier versions.
  ///   - prefix: The id's prefix; nil takes the format's.
  mutating func add(
    _ post: Post, ownID: String?, at node: JSONNode, in item: JSONNode? = nil, ignoring changing: Set<String> = [],
    earlier: [String] = [], prefix: String? = nil
  ) {
    var post = post
    let identity: FeedEntry.Identity
    (post.id, identity) = Self.name(prefix ?? idPrefix, ownID, node, changing)
    add(post, as: identity, at: node, in: item, earlier: earlier.map { innerID($0, at: node) })
  }

  /// Adds a post that already has an id.
  mutating func add(
    _ post: Post, as identity: FeedEntry.Identity, at node: JSONNode, in item: JSONNode? = nil, earlier: [String] = []
  ) {
    var post = post
    account(for: post, at: item ?? node)
    let excess = post.bound()
    if excess > 0 { report(.rowsLeftOut(excess), at: node) }
    var entry = FeedEntry(post: post, identity: identity, path: node.path.description)
    entry.earlierIDs = earlier
    entries.append(entry)
  }

  /// The maximum number of texts of an item that are reported; all are counted.
  private static let reportedTexts = 20

  /// Counts the content of an item that its post does not show.
  private mutating func account(for post: Post, at node: JSONNode) {
    // The descriptions of custom data choose what is shown.
    guard let format, var search else { return }
    self.search = nil
    var shown = ShownTexts(of: post)
    let unshown = UnshownTexts(in: node, shownBy: &shown, by: &search, plain: format.plain)
    self.search = search
    for (number, text) in unshown.texts.filter({ !$0.isAnswered }).enumerated() {
      let field = "“\(text.name.prefix(60))”"
      notShown.add(ContentName("text in \(field)", "texts in \(field)", of: service.name), 1)
      if number < Self.reportedTexts { report(.textNotShown(text.text), at: text.node) }
    }
    // Such posts are often in the same feed: they are counted, but not reported one by one.
    if unshown.texts.contains(where: \.isAnswered) {
      notShown.add(ContentName("post that is replied to", "posts that are replied to", of: service.name), 1)
    }
    leaveOut(
      ContentName("end of a long text", "ends of long texts", of: service.name),
      ([post] + post.reposts).count { $0.text.utf8.count > CleanText.blockLimit }, at: node)
    guard let quoted = post.quote?.post else { return }
    // A quote shows the first photo, or else a line about the first attachment. Behind a warning it only shows a photo.
    let hasPicture = quoted.attachments.contains { if case .photo = $0 { true } else { false } }
    let drawn = quoted.contentWarning == nil || hasPicture ? 1 : 0
    leaveOut(
      ContentName("attachment of a quoted post", "attachments of quoted posts", of: service.name),
      quoted.attachments.count - drawn, at: node)
    if quoted.contentWarning != nil, quoted.quote?.post != nil {
      leaveOut(
        ContentName("quoted post behind a warning", "quoted posts behind a warning", of: service.name), at: node)
    }
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

extension JSONStringSearch {
  /// Searches the items of a feed.
  init(items format: FeedFormat) {
    let asides = format.asides
    self.init { name in
      if MemberNames.isTechnical(name) || MemberNames.aside.contains(name) || asides.contains(name) { return .skipped }
      return MemberNames.answered.contains(name) ? .apart : .searched
    }
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
