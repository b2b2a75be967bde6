import Cards
import Diagnostics
import Drawing
import FeedReading
import FeedSources
import Files
import Foundation
import Layout
import Projects
import RunSupport

/// The value that `feedproof show` prints.
package enum ShowStage: String, CaseIterable, Sendable {
  case post, card, layout, drawing
  /// The messages of an exported chat.
  case message
  /// The view hierarchy of an app's screen, instead of a feed.
  case screen
}

/// `feedproof show`: prints a value between two stages as text or JSON.
package struct ShowRun {
  let project: Project
  let environment: Environment

  /// Called with each part of the output, in order; a feed of any length takes little memory.
  let write: (String) throws -> Void
  /// Called for each problem: before anything is printed, or after the posts of a feed that is shown while it is read.
  let report: (Diagnostic) -> Void

  package init(
    project: Project, environment: Environment, write: @escaping (String) throws -> Void,
    report: @escaping (Diagnostic) -> Void
  ) {
    self.project = project
    self.environment = environment
    self.write = write
    self.report = report
  }

  /// - Parameter stage: Nil for the messages of an input that contains only chats, otherwise for its posts.
  /// - Throws: `RunFailure`, also if the feed can't be read to its end.
  package func show(_ stage: ShowStage?, post: String?, json: Bool) throws {
    let files = FeedFiles.find(of: project)
    if stage == .message { return try showMessages(files, json: json) }
    if stage ?? .post == .post, post == nil { return try showPosts(files, orChats: stage == nil, json: json) }
    let stage = stage ?? .post
    let source = try chosen(post, of: open(files, stage, tellsApart: stage != .post || !json))
    switch stage {
    case .post where json: try writePosts(source)
    case .post: try writeTexts(source) { [PostDocument($0.post).readable] }
    case .message, .screen: break
    case .card:
      let renderer = try renderer(source, files)
      try writeList(source) { [renderer.card(for: $0, in: renderer.design.themes[0])] }
    case .layout:
      let renderer = try renderer(source, files)
      let shown = { (post: PostInFeed) in
        try layouts(of: post, renderer).map { item in
          LayoutDocument(post: item.post, width: item.width, state: item.state, layout: item.layout)
        }
      }
      if json { try writeList(source, shown) } else { try writeTexts(source) { try shown($0).map(\.text) } }
    case .drawing:
      let renderer = try renderer(source, files)
      try writeList(source) { post in
        try layouts(of: post, renderer).map { item in
          DrawingDocument(
            post: item.post, width: item.width, state: item.state.name,
            drawing: item.layout.displayList(scale: Double(project.scales[0])))
        }
      }
    }
  }

  /// Prints all posts, those of a single long document while it is read.
  ///
  /// - Parameter orChats: Whether to print messages instead if there are only chats.
  private func showPosts(_ files: FeedFiles, orChats: Bool, json: Bool) throws {
    var (pending, texts, list): ([Diagnostic], TextListText, JSONListText?) = ([], TextListText(), nil)
    let found: FeedSource.Found
    do {
      found = try FeedSource.open(files, showsChats: orChats) { post in
        guard json else { return try write(texts.next(PostDocument(post).readable)) }
        if list == nil { try write("{\n  \"posts\" : ") }
        var open = list ?? JSONListText(depth: 2)
        try write(open.next(PostDocument(post)))
        list = open
      } report: {
        if json { pending.append($0) } else { report($0) }
      }
    } catch {
      throw RunFailure(stopping: error).after(pending)
    }
    let (source, hasPassed): (FeedSource, Bool)
    switch found {
    case .posts(let posts, let passed): (source, hasPassed) = (posts, passed)
    case .chats(let export): return try write(export, json: json)
    }
    switch (hasPassed, json) {
    case (false, true): try writePosts(source)
    case (false, false): try writeTexts(source) { [PostDocument($0.post).readable] }
    case (true, true): try write((list ?? JSONListText(depth: 2)).end + ",\n" + trailingFacts(of: source) + "\n}\n")
    case (true, false): break
    }
  }

  /// - Parameter tellsApart: Whether diagnostics go to `report`; the posts' JSON has them in itself.
  private func open(_ files: FeedFiles, _ stage: ShowStage, tellsApart: Bool) throws -> FeedSource {
    var pending: [Diagnostic] = []
    do {
      return try FeedSource.open(files, showsChats: stage != .post) {
        if tellsApart { report($0) } else { pending.append($0) }
      }
    } catch {
      throw RunFailure(stopping: error).after(pending)
    }
  }

  /// Selects the post with this id, or whose id ends with it. Nil selects all posts.
  private func chosen(_ id: String?, of source: FeedSource) throws -> FeedSource {
    try id.map { try source.choosing($0) } ?? source
  }

  private func renderer(_ source: FeedSource, _ files: FeedFiles) throws -> CardRenderer {
    try CardRenderer(
      project: project, files: files, facts: source.facts, environment: environment)
  }

  // MARK: Streaming output

  /// Writes `{"diagnostics": […], "nextFrom": …, "posts": […]}`.
  private func writePosts(_ source: FeedSource) throws {
    try write(facts(of: source) + "\"posts\" : ")
    try writeList(source, depth: 2) { [PostDocument($0.post)] }
    try write("\n}\n")
  }

  /// The members before the posts, from the opening brace on: `{"diagnostics": […], "nextFrom": …, `.
  private func facts(of source: FeedSource) throws -> String {
    let frame = PostsDocument(posts: [], nextFrom: source.facts.nextFrom, diagnostics: source.facts.diagnostics)
    // The list of posts comes last and is empty.
    let text = String(decoding: try JSONText.pretty(frame), as: UTF8.self)
    guard let posts = text.range(of: "\"posts\" : [", options: .backwards) else {
      throw CocoaError(.coderInvalidValue)
    }
    return String(text[..<posts.lowerBound])
  }

  /// The same members for the end of an object, without a comma behind the last one.
  private func trailingFacts(of source: FeedSource) throws -> String {
    let facts = try facts(of: source)
    guard let start = facts.range(of: "{\n"), let end = facts.range(of: ",", options: .backwards) else {
      throw CocoaError(.coderInvalidValue)
    }
    return String(facts[start.upperBound..<end.lowerBound])
  }

  /// Writes a list with the elements of all posts. The bytes are the same as if the list were encoded at once.
  private func writeList(_ source: FeedSource, _ shown: (PostInFeed) throws -> [some Encodable]) throws {
    try writeList(source, depth: 1, shown)
    try write("\n")
  }

  private func writeList(_ source: FeedSource, depth: Int, _ shown: (PostInFeed) throws -> [some Encodable]) throws {
    var list = JSONListText(depth: depth)
    let posts = source.posts()
    while let post = try posts.nextPlaced() {
      for element in try shown(post) { try write(list.next(element)) }
    }
    try write(list.end)
  }

  /// Writes texts separated by empty lines.
  private func writeTexts(_ source: FeedSource, _ shown: (PostInFeed) throws -> [String]) throws {
    var texts = TextListText()
    let posts = source.posts()
    while let post = try posts.nextPlaced() {
      for text in try shown(post) { try write(texts.next(text)) }
    }
  }

  private struct ItemDocument {
    var post: String
    var width: Int
    var state: CardState
    var layout: LaidOutCard
  }

  /// Themes change colors, never frames, so only the first theme is laid out.
  private func layouts(of post: PostInFeed, _ renderer: CardRenderer) throws -> [ItemDocument] {
    let theme = renderer.design.themes[0]
    let card = renderer.card(for: post, in: theme)
    return try project.widths.flatMap { width in
      try renderer.states(of: card, in: theme, screen: width).all.map {
        ItemDocument(post: post.id, width: width, state: $0.state, layout: $0.layout)
      }
    }
  }
}

/// Texts with an empty line between them, written one by one.
private struct TextListText {
  private var isEmpty = true

  /// The next text, with the empty line before it.
  mutating func next(_ text: String) -> String {
    defer { isEmpty = false }
    return isEmpty ? text + "\n" : "\n" + text + "\n"
  }
}

/// An element of `show --stage drawing`.
private struct DrawingDocument: Encodable {
  var post: String
  var width: Int
  var state: String
  var drawing: DisplayList
}

extension PostDocument {
  /// The post as text, followed by its reposts, each indented by another `>`.
  fileprivate var readable: String {
    var lines: [String] = []
    var next: PostDocument? = self
    var prefix = ""
    while let post = next {
      lines += post.ownLines.map { prefix + $0 }
      // Limit the indentation, so that a chain of a thousand reposts stays readable.
      if prefix.count < 16 { prefix += "  > " }
      next = post.repost?.post
    }
    return lines.joined(separator: "\n")
  }

  private var ownLines: [String] {
    let flags = [pinned ? "pinned" : nil, ad ? "ad" : nil, edited ? "edited" : nil, sensitive ? "sensitive" : nil]
    let head = PlainText.piece(
      ([id, kind, author, date ?? "no date"] + flags.compactMap { $0 }).joined(separator: " · "))
    var counters = [("likes", likes), ("comments", comments), ("reposts", reposts), ("views", views)]
    if let quotes { counters.insert(("quotes", quotes), at: 3) }
    let counted = counters.map { "\($0.0) \($0.1.map(String.init) ?? "–")" }.joined(separator: ", ")
    var lines = [head]
    if let replyTo { lines.append("  ↩ \(PlainText.piece(replyTo))") }
    if let warning { lines.append("  ⚠ \(PlainText.piece(warning))") }
    if !text.isEmpty { lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" } }
    if !attachments.isEmpty { lines.append("  [\(PlainText.piece(attachments.joined(separator: ", ")))]") }
    if let poll {
      let votes = poll.votes.map { " · \($0) votes" } ?? ""
      lines.append("  \(PlainText.piece(poll.question))\(votes)\(poll.closed ? " · closed" : "")")
      lines += poll.options.map { "    \($0.votes.map(String.init) ?? "–")  \(PlainText.piece($0.title))" }
    }
    if let quote { lines += quote.post.readable.split(separator: "\n").map { "  “ \($0)" } }
    return lines + ["  \(counted)"]
  }
}

extension ShowRun {
  /// Prints the messages of all chats in the files.
  func showMessages(_ files: FeedFiles, json: Bool) throws {
    var isTold = false
    func tell(_ diagnostic: Diagnostic) {
      isTold = isTold || diagnostic.severity == .error
      report(diagnostic)
    }
    files.diagnostics.forEach(tell)
    let export = ChatSource(files).export(report: tell)
    export.diagnostics.diagnostics.forEach(tell)
    guard !export.chats.isEmpty else { throw isTold ? .reported(.input) : RunFailure(SourceIssue.noChats) }
    try write(export, json: json)
  }

  /// Writes the chats, or the one with the requested name.
  private func write(_ export: ChatExport, json: Bool) throws {
    var chats = export.chats
    if let name = project.chat.name {
      let wanted = (name.hasPrefix("#") ? String(name.dropFirst()) : name).lowercased()
      chats = chats.filter { $0.shownName.lowercased() == wanted }
      guard !chats.isEmpty else {
        throw RunFailure(SourceIssue.noSuchChat(name, known: export.chats.map(\.shownName)))
      }
    }
    if json {
      try writeJSON(chats, holdsSeveral: export.holdsSeveral && project.chat.name == nil)
    } else {
      try write(chats.map(Self.readable).joined(separator: "\n"))
    }
  }

  /// A single chat is written as an object. Several chats, and those of an account or workspace, are written as a list.
  private func writeJSON(_ chats: [Chat], holdsSeveral: Bool) throws {
    let shown = chats.map(ChatDocumentOutput.init)
    let text =
      if let only = shown.first, shown.count == 1, !holdsSeveral {
        try JSONText.pretty(only)
      } else { try JSONText.pretty(ChatsDocument(chats: shown)) }
    try write(String(decoding: text, as: UTF8.self))
  }

  /// One line per message with its author and date, then its text.
  private static func readable(_ chat: Chat) -> String {
    var lines = ["\(PlainText.piece(chat.name ?? "–")) · \(chat.service.name) · \(chat.entries.count)"]
    for entry in chat.entries {
      var head = [entry.id, entry.author?.name ?? "–", entry.date?.description ?? "no date"]
      if case .service(_, let action) = entry.kind { head.append("[\(action)]") }
      if let reply = entry.replyTo { head.append("↩ \(reply)") }
      if entry.isEdited { head.append("edited") }
      if entry.isDeleted { head.append("deleted") }
      lines.append(PlainText.piece(head.joined(separator: " · ")))
      // Some messages have no text besides the one that is drawn.
      let text = entry.text.isEmpty ? entry.drawn?.string ?? "" : entry.text
      if !text.isEmpty { lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" } }
      if let detail = entry.detail { lines.append("  \(PlainText.piece(detail))") }
      for passage in entry.passages {
        lines += passage.string.split(separator: "\n", omittingEmptySubsequences: false).map { "  > \($0)" }
      }
      if !entry.media.isEmpty { lines.append("  [\(entry.media.map(\.kind.rawValue).joined(separator: ", "))]") }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A chat as `show --stage message --json` prints it.
struct ChatDocumentOutput: Encodable {
  var chat: Chat

  private enum Key: CodingKey { case chat, entries }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(chat.name, forKey: .chat)
    try container.encode(chat.entries.map(EntryDocument.init), forKey: .entries)
  }
}

/// The chats of an account or workspace.
struct ChatsDocument: Encodable {
  var chats: [ChatDocumentOutput]
}

struct EntryDocument: Encodable {
  var entry: ChatEntry

  private enum Key: String, CodingKey {
    case id, kind, author, text, drawn, edited, media, reactions, action, target, deleted, passages, detail
    case undecryptable
    case date = "date_utc"
    case replyTo = "reply_to"
    case forwardedFrom = "forwarded_from"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(entry.id, forKey: .id)
    try container.encode(entry.action == nil ? "message" : "service", forKey: .kind)
    try container.encode(entry.author?.name, forKey: .author)
    try container.encode(entry.date?.description, forKey: .date)
    try container.encode(entry.text, forKey: .text)
    if entry.text.isEmpty, let drawn = entry.drawn, !drawn.string.isEmpty {
      try container.encode(drawn.string, forKey: .drawn)
    }
    try container.encode(entry.replyTo, forKey: .replyTo)
    try container.encode(entry.forwardedFrom, forKey: .forwardedFrom)
    try container.encode(entry.isEdited, forKey: .edited)
    try container.encode(entry.media.map(\.kind), forKey: .media)
    try container.encode(entry.reactionCount, forKey: .reactions)
    try container.encodeIfPresent(entry.action, forKey: .action)
    try container.encodeIfPresent(entry.target, forKey: .target)
    if entry.isDeleted { try container.encode(true, forKey: .deleted) }
    if entry.isUndecryptable { try container.encode(true, forKey: .undecryptable) }
    if !entry.passages.isEmpty { try container.encode(entry.passages.map(\.string), forKey: .passages) }
    try container.encodeIfPresent(entry.detail, forKey: .detail)
  }
}

extension ChatEntry {
  /// The action of a service message.
  fileprivate var action: String? {
    if case .service(_, let action) = kind { action } else { nil }
  }

  /// Empty if the source is unknown, nil if the message isn't forwarded.
  fileprivate var forwardedFrom: String? {
    switch forward {
    case nil: nil
    case .unknown?: ""
    case .from(let name)?: name
    }
  }
}
