import Diagnostics
import JSONTree

/// Reads the documents of a feed, whichever service they are from.
package enum FeedReader {
  /// What is said where pages were read and no post was in them.
  package static func emptyFeed(in file: String) -> Diagnostic {
    Diagnostic(FeedIssue.emptyFeed, at: Place(file: file))
  }

  /// Reads one document by itself.
  ///
  /// - Parameters:
  ///   - service: What the lines before it are, of a document that is a line: an item whose own content does not tell is
  ///     taken for one of theirs.
  ///   - context: What documents beside it say of its authors.
  package static func page(
    from document: FeedDocument, after service: Service? = nil, in context: FeedContext = FeedContext()
  ) -> FeedPage {
    let script = ArchiveScript(document.bytes)
    let parsed: JSONDocument
    do {
      parsed = try JSONDocument.parse(script?.json ?? document.bytes)
    } catch {
      let position = error.position
      let place = Place.line(document.fileLine(position.line), column: position.column, in: document.name)
      let issue = FeedIssue.unparsable(error.kind, looksLike: .init(document.bytes))
      return FeedPage(mark: PageMark(file: document.name), diagnostics: DiagnosticTally([Diagnostic(issue, at: place)]))
    }
    var page = page(from: parsed.root, file: document.placeName, after: service, in: context, script: script?.name)
    if let place = parsed.firstRepair {
      let issue = FeedIssue.badText(strings: parsed.repairedStrings)
      let place = Place.line(document.fileLine(place.line), column: place.column, in: document.name)
      var diagnostics = DiagnosticTally([Diagnostic(issue, at: place)])
      diagnostics.add(page.diagnostics)
      page.diagnostics = diagnostics
    }
    return page
  }

  private static func page(
    from root: JSONNode, file: String, after service: Service?, in context: FeedContext, script: String?
  ) -> FeedPage {
    func failed(_ issue: FeedIssue) -> FeedPage {
      FeedPage(mark: PageMark(file: file), diagnostics: DiagnosticTally([Diagnostic(issue, at: Place(file: file))]))
    }
    if let error = ServiceError(root) {
      let diagnostic = Diagnostic(FeedIssue.apiError(error), at: .json(error.path, in: file))
      return FeedPage(mark: PageMark(file: file), diagnostics: DiagnosticTally([diagnostic]))
    }
    switch FeedFormat.recognise(root) ?? service.flatMap({ FeedFormat.isItem(root, of: $0) ? $0 : nil }) {
    case .vk: return VKPageReader.page(from: root, file: file)
    case .events: return EventsPageReader.page(from: root, file: file)
    case .bluesky: return BlueskyPageReader.page(from: root, file: file)
    case .telegram: return TelegramPageReader.page(from: root, file: file)
    case .x:
      return XPageReader.page(from: root, file: file, owner: context.owner, notes: context.notes, script: script)
    case .mastodon: return MastodonPageReader.page(from: root, file: file)
    case .activityStreams: return ActivityPageReader.page(from: root, file: file, of: context.owner)
    case .jsonFeed: return JSONFeedPageReader.page(from: root, file: file)
    case nil where root.value.array?.isEmpty == true: return failed(.emptyFeed)
    case .chat, nil:
      var page = failed(.unknownFormat(root.value))
      page.isUnknownFormat = true
      return page
    }
  }
}
