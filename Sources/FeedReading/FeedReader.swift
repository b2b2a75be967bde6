import DataFormats
import Diagnostics

/// Reads feed documents of any service.
package enum FeedReader {
  package enum Conversations: Sendable {
    /// Conversations are read as posts, as far as possible.
    case asPosts
    /// The page contains the document for a reader of conversations, and its other items as entries.
    case apart
    /// As `apart`, also for channels, which are feeds otherwise.
    case apartWithChannels
  }

  /// The diagnostic if pages were read but contained no posts.
  package static func emptyFeed(in file: String) -> Diagnostic {
    Diagnostic(FeedIssue.emptyFeed, at: Place(file: file))
  }

  /// A diagnostic if the pages' cursors form a cycle; nil otherwise.
  package static func circle(of pages: [PageMark]) -> Diagnostic? {
    PageOrder.circle(in: pages).map { page in
      Diagnostic(FeedIssue.circle(page.nextFrom ?? ""), at: Place(file: page.file))
    }
  }

  /// Reads a single document with all its entries. For the parameters, see `firstSection(of:)`.
  package static func page(
    from document: FeedDocument, after service: Service? = nil, in context: FeedContext = FeedContext(),
    chats: Conversations = .asPosts, part: String? = nil
  ) -> FeedPage {
    firstSection(of: document, after: service, in: context, chats: chats, part: part).whole()
  }

  /// Reads a document up to the end of its first section; `FeedPage.nextSection()` returns the others.
  ///
  /// - Parameters:
  ///   - service: For a document that is one line of a file, the service of the previous lines: an item of unknown
  ///     origin is read as one of theirs.
  ///   - context: Facts about its authors from accompanying documents.
  ///   - chats: How conversations in the document are treated.
  ///   - part: The feed to read from a document with several; nil for all.
  package static func firstSection(
    of document: FeedDocument, after service: Service? = nil, in context: FeedContext = FeedContext(),
    chats: Conversations = .asPosts, part: String? = nil
  ) -> FeedPage {
    let parsed: ParsedDocument
    do {
      parsed = try document.parsed()
    } catch {
      let place = document.place(error.position)
      var issue = FeedIssue.unparsable(error.kind, looksLike: .init(document.bytes))
      if case .damaged(let reason, let hint) = document.conversion { issue = .damaged(reason, hint: hint) }
      var page = FeedPage(
        mark: PageMark(file: document.name), diagnostics: DiagnosticTally([Diagnostic(issue, at: place)]))
      page.unread = .text(document.bytes, error)
      let opening = Array(document.bytes.prefix(UnreadExport.openingSize))
      if document.conversion == nil, let export = UnreadExport.of(path: document.name, opening: opening) {
        page.diagnostics = DiagnosticTally([
          Diagnostic(FeedIssue.unreadExport(export), at: Place(file: document.placeName))
        ])
        (page.isUnknownFormat, page.export) = (true, export)
      }
      return page
    }
    let file = document.placeName
    var page = page(from: parsed, file: file, after: service, in: context, chats: chats, part: part)
    var diagnostics = DiagnosticTally()
    if let (count, hint) = parsed.repairs {
      diagnostics.add(FeedIssue.repaired(count, hint: hint), at: Place(file: document.name))
    }
    if let position = parsed.firstBadString {
      diagnostics.add(FeedIssue.badText(strings: parsed.badStrings), at: document.place(position))
    }
    if let position = parsed.firstCutString {
      diagnostics.add(FeedIssue.longText(strings: parsed.cutStrings), at: document.place(position))
    }
    if let cut = parsed.cut {
      diagnostics.add(FeedIssue.unparsable(cut.kind, looksLike: .other), at: document.place(cut.position))
      page.mark.whole = nil
    }
    diagnostics.add(page.diagnostics)
    page.diagnostics = diagnostics
    return page
  }

  private static func page(
    from parsed: ParsedDocument, file: String, after service: Service?, in context: FeedContext, chats: Conversations,
    part: String?
  ) -> FeedPage {
    let root = parsed.root
    func failed(_ issue: FeedIssue, at place: Place = Place(file: file)) -> FeedPage {
      FeedPage(mark: PageMark(file: file), diagnostics: DiagnosticTally([Diagnostic(issue, at: place)]))
    }
    if let types = context.types {
      let page = RecordPageReader.page(from: root, file: file, types: types)
      if page.service != nil || FeedFormat.recognise(root) == nil { return page }
    }
    if let error = ServiceError(root) { return failed(.apiError(error), at: .json(error.path, in: file)) }
    let format = FeedFormat.recognise(root) ?? service?.format.flatMap { $0.isItem(root) ? $0 : nil }
    guard let format else {
      if root.value.array?.isEmpty == true { return failed(.emptyFeed) }
      let export = UnreadExport.of(root)
      var page = failed(export.map(FeedIssue.unreadExport) ?? .unknownFormat(root.value))
      (page.isUnknownFormat, page.export, page.unread) = (true, export, .json(parsed))
      return page
    }
    var source = FeedFormat.Source(root: root, file: file, context: context, script: parsed.script, part: part)
    let holding = chats == .asPosts ? .posts : format.holding(root, chats == .apartWithChannels)
    source.leavesChats = holding != .posts
    var page =
      holding == .conversations ? FeedPage(mark: PageMark(file: file), service: format.service) : format.read(source)
    if holding != .posts { page.unread = .json(parsed) }
    return page
  }
}

extension FeedDocument {
  /// A position in the file as a place.
  fileprivate func place(_ position: TextPosition) -> Place {
    .line((line ?? 1) - 1 + position.line, column: position.column, in: name)
  }
}
