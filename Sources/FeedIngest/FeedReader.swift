import Diagnostics
import JSONTree

/// Reads the documents of a feed, whichever service they are from.
package enum FeedReader {
  package enum Conversations: Sendable {
    /// They are read as posts, as far as that goes.
    case asPosts
    /// Their page holds the document, for whoever reads conversations, and as entries what is none.
    case apart
    /// So have those of channels, which are feeds otherwise.
    case apartWithChannels
  }

  /// What is said where pages were read and no post was in them.
  package static func emptyFeed(in file: String) -> Diagnostic {
    Diagnostic(FeedIssue.emptyFeed, at: Place(file: file))
  }

  /// Told of pages that lead in a circle; nil where they have an end.
  package static func circle(of pages: [PageMark]) -> Diagnostic? {
    PageOrder.circle(in: pages).map { page in
      Diagnostic(FeedIssue.circle(page.nextFrom ?? ""), at: Place(file: page.file))
    }
  }

  /// Reads one document by itself.
  ///
  /// - Parameters:
  ///   - service: What the lines before it are, of a document that is a line: an item whose own content does not tell is
  ///     taken for one of theirs.
  ///   - context: What documents beside it say of its authors.
  ///   - chats: What becomes of a document of conversations.
  ///   - part: Which of the feeds is read that the document holds; nil for all.
  package static func page(
    from document: FeedDocument, after service: Service? = nil, in context: FeedContext = FeedContext(),
    chats: Conversations = .asPosts, part: String? = nil
  ) -> FeedPage {
    let parsed: ParsedDocument
    do {
      parsed = try document.parsed()
    } catch {
      let place = document.place(error.position)
      let issue = FeedIssue.unparsable(error.kind, looksLike: .init(document.bytes))
      var page = FeedPage(
        mark: PageMark(file: document.name), diagnostics: DiagnosticTally([Diagnostic(issue, at: place)]))
      page.unread = .text(document.bytes, error)
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
      var page = failed(.unknownFormat(root.value))
      (page.isUnknownFormat, page.unread) = (true, .json(parsed))
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
  /// A place of its own in the file.
  fileprivate func place(_ position: TextPosition) -> Place {
    .line((line ?? 1) - 1 + position.line, column: position.column, in: name)
  }
}
