import Diagnostics

/// An issue with fetching.
package enum FetchIssue: Issue, Error, Hashable {
  // Requests
  case unknownSource(String)
  case notAFetchedFolder
  /// The journal's first line was incomplete.
  case sourceLost
  case otherSource(known: String)
  case folderTaken
  /// A file that no run recorded has the name of a page.
  case pageTaken
  case secretInAddress
  case secretMissing(String)
  case secretUnreadable(String)
  case secretOverPlainHTTP(host: String)
  /// - Parameter what: The required option, with an article.
  case tokenNeeded(service: String, what: String, said: String?)
  case badOption(name: String, value: String, wanted: String)
  case privateAddress(host: String)
  case notAFeed(what: String, link: String?)

  // The service's response
  case refused(status: Int, said: String?, hint: String?)
  case gone
  case notFound(String)
  /// - Parameter passes: Whether another run may succeed.
  case serviceError(code: Int?, said: String, hint: String?, passes: Bool = false)
  case signedFetch(hint: String?)
  case noPosts(total: Int?, hint: String?)
  case emptyBody
  /// A status without the requested body, or with a part of it.
  case noDocument(status: Int)
  case brokenJSON(reason: String)
  case webPage(title: String?)
  case tooLarge(limit: Int)
  case redirectLoop(to: String)
  case badRedirect(to: String)
  case secretInAnswer
  case movedForGood(to: String)

  // Network
  case transport(TransportFault)
  case busyAfter(attempts: Int, status: Int, said: String?)
  case waitTooLong(seconds: Int, limit: Int)

  // Media
  case mediaRefused(status: Int)
  case mediaNotThere(status: Int)
  case mediaNotAPicture(what: String)
  case mediaTooLarge(limit: Int)
  case mediaUnnamed
  case mediaFailed(TransportFault)
  case mediaLimit(bytes: Int, left: Int)
  case mediaUnfinished(count: Int)

  // The folder
  case journalBroken(line: Int)
  case journalNewer(version: Int)
  case folderBusy
  case edited(id: String)
  /// An edit that has its own id in the service.
  case replaced(id: String, by: String)
  case missing(count: Int, first: String)
  case cursorRefused(status: Int)
  case incomplete

  /// Whether the service reports too many requests.
  var isLimit: Bool {
    if case .busyAfter(_, 429, _) = self { true } else { false }
  }

  package static var kind: Diagnostic.Kind { .refused }

  package var text: IssueText {
    switch self {
    case .unknownSource(let text):
      .error(
        "fetch.source", "\"\(text)\" is not a known source",
        hint: "feedproof fetch --help lists the sources with examples", kind: .usage)
    case .notAFetchedFolder:
      .error(
        "fetch.folder", "this is neither a known source nor a fetched folder",
        hint: "feedproof fetch --help lists the sources with examples", kind: .usage)
    case .sourceLost:
      .error(
        "fetch.folder", "the folder's journal no longer names its source",
        hint: "name the source again: feedproof fetch SOURCE --into FOLDER; fetched files stay", kind: .usage)
    case .otherSource(let known):
      .error(
        "fetch.source", "the folder belongs to a different source: \(known)", hint: "choose another folder with --into",
        kind: .usage)
    case .folderTaken:
      .error(
        "fetch.folder", "the folder contains files that were not fetched",
        hint: "name an empty or a new folder with --into", kind: .output)
    case .pageTaken:
      .error(
        "fetch.page-taken", "the next page needs this name, but feedproof fetch did not write the existing file",
        hint: "move the file out of the folder, or delete it, and fetch again", kind: .output)
    case .secretInAddress:
      .error(
        "fetch.secret", "the URL contains a token or a password",
        hint: "remove it, and pass it with --token-file, --token-env or ~/.netrc", kind: .usage)
    case .secretMissing(let place):
      .error(
        "fetch.secret", "no token was found in \(place)",
        hint: "save the token there on a single line, readable only by you (chmod 600)", kind: .usage)
    case .secretUnreadable(let place):
      .error(
        "fetch.secret", "the token can't be used: \(place) must contain a single line of plain characters",
        hint: "save only the token in it", kind: .usage)
    case .secretOverPlainHTTP(let host):
      .error("fetch.secret", "the token would go to \(host) without encryption", hint: "use https", kind: .usage)
    case .tokenNeeded(let service, let what, let said):
      .error(
        "fetch.token", "\(service) requires a signed-in account (401)" + Self.quoted(said),
        hint: "pass \(what): --token-file FILE, --token-env NAME or ~/.netrc")
    case .badOption(let name, let value, let wanted):
      .error("fetch.option", "\(name) must be \(wanted), not \"\(value)\"", kind: .usage)
    case .privateAddress(let host):
      .error(
        "fetch.private-address", "\(host) is not a public address, so no link or redirect may lead there",
        hint: "to fetch from it, name it as the source")
    case .notAFeed(let what, let link):
      .error(
        "fetch.no-feed", "this is \(what), not a known feed",
        hint: link.map { "the page links to a feed; fetch \($0)" }
          ?? "pass the feed's own URL, or name the service as in --help")
    case .refused(let status, let said, let hint):
      .error("fetch.refused", "the service rejected the request (\(status))" + Self.quoted(said), hint: hint)
    case .gone:
      .error("fetch.not-found", "this was removed permanently (410)", hint: "fetched files stay")
    case .notFound(let what):
      .error("fetch.not-found", "there is no \(what) (404)", hint: "check the name")
    case .serviceError(let code, let said, let hint, let passes):
      .error(
        "fetch.service-error",
        "the service says" + (code.map { " (error \($0))" } ?? "") + (said.isEmpty ? " no reason" : ": \(said)"),
        hint: hint,
        kind: passes ? .incomplete : .refused)
    case .signedFetch(let hint):
      .error("fetch.signed", "the server only answers signed requests (authorized fetch)", hint: hint)
    case .noPosts(let total, let hint):
      .error(
        "fetch.no-feed", "the collection counts \(total.map { "\($0)" } ?? "some") posts but contains none of them",
        hint: hint)
    case .emptyBody:
      .error("fetch.no-feed", "the response is empty", hint: "run again; fetched files stay")
    case .noDocument(let status):
      .error("fetch.no-feed", Self.answered(status), hint: "run again; fetched files stay")
    case .brokenJSON(let reason):
      .error(
        "fetch.cut-short", "the response is not complete JSON: \(reason)", hint: "run again; fetched files stay",
        kind: .incomplete)
    case .webPage(let title):
      .error(
        "fetch.no-feed", "the server returned a web page instead of data" + Self.quoted(title),
        hint: "run again; fetched files stay")
    case .tooLarge(let limit):
      .error("fetch.too-large", "the response is larger than \(limit) bytes")
    case .redirectLoop(let target):
      .error("fetch.redirect", "redirects form a loop at \(target)")
    case .badRedirect(let target):
      .error("fetch.redirect", "a redirect leads to \"\(target)\", which is not a web URL")
    case .secretInAnswer:
      .error("fetch.secret", "the response contains the token and was not saved", hint: "report this to the service")
    case .movedForGood(let target):
      .note("fetch.moved", "the feed has moved permanently to \(target)", hint: "use that URL from now on")
    case .transport(let fault):
      .error("fetch.connection", fault.message, hint: fault.hint, kind: fault.diagnosticKind)
    case .busyAfter(let attempts, let status, let said):
      .error(
        "fetch.busy", "no response after \(attempts) attempts (\(status))" + Self.quoted(said),
        hint: "run again later; fetched files stay", kind: .incomplete)
    case .waitTooLong(let seconds, let limit):
      .error(
        "fetch.rate-limit",
        "the rate limit ends in \(Self.time(seconds)), longer than the maximum wait of \(Self.time(limit))",
        hint: "run again then, or raise --max-wait; fetched files stay", kind: .incomplete)
    case .mediaRefused(let status):
      .warning("fetch.media-missing", "the server denied access to the file (\(status))")
    case .mediaNotThere(let status):
      .warning("fetch.media-missing", status == 410 ? "the file is gone (410)" : "there is no such file (\(status))")
    case .mediaNotAPicture(let what):
      .warning("fetch.media-kind", "the server returned \(what) instead of the file")
    case .mediaTooLarge(let limit):
      .warning("fetch.media-size", "the file is larger than \(limit) bytes", hint: "raise --media-limit")
    case .mediaUnnamed:
      .warning("fetch.media-name", "the URL can't be turned into a file name")
    case .mediaFailed(let fault):
      .warning("fetch.media", fault.message, hint: "run again to continue", kind: .incomplete)
    case .mediaLimit(let bytes, let left):
      .warning(
        "fetch.media-size", "\(bytes) bytes of media were saved, and \(left) files were skipped",
        hint: "raise --media-total")
    case .mediaUnfinished(let count):
      .error(
        "fetch.media", count == 1 ? "a file could not be fetched" : "\(count) files could not be fetched",
        hint: "run again to continue", kind: .incomplete)
    case .journalBroken(let line):
      .error(
        "fetch.journal", "line \(line) of the journal can't be read",
        hint: "to start over, move .fetch/journal.ndjson; pages and media stay", kind: .output)
    case .journalNewer(let version):
      .error(
        "fetch.journal", "a newer version of Feedproof wrote the journal (version \(version))",
        hint: "use that version of Feedproof",
        kind: .output)
    case .folderBusy:
      .error(
        "output.busy", "another process is fetching into this folder", hint: "wait for it, or stop it", kind: .busy)
    case .edited(let id):
      .note("fetch.edited", "\(id) was edited since it was fetched; both versions are kept")
    case .replaced(let id, let later):
      .note("fetch.edited", "\(id) was edited since it was fetched, and its id is now \(later); both versions are kept")
    case .missing(let count, let first):
      .note(
        "fetch.gone",
        "\(count == 1 ? first : "\(first) and \(count - 1) more") \(count == 1 ? "is" : "are") no longer on the service; the copy is kept"
      )
    case .cursorRefused(let status):
      .warning(
        "fetch.cursor", "the service no longer accepts the position at which the last run ended (\(status))",
        hint: "the feed is read from the beginning, and known posts are skipped")
    case .incomplete:
      .error(
        "fetch.incomplete", "the feed was not fetched completely", hint: "run again to continue", kind: .incomplete)
    }
  }
}

extension FetchIssue {
  private static func answered(_ status: Int) -> String {
    switch status {
    case 206: "the service sent only a part of the response (206)"
    case 304: "the service reports no change, although the request was unconditional (304)"
    default: "the service's response contains no document (\(status))"
    }
  }

  private static func quoted(_ text: String?) -> String {
    guard let text, !text.isEmpty else { return "" }
    return ": \(text.count > 200 ? text.prefix(200) + "…" : text[...])"
  }

  /// Formats `45 s`, `4:10`, `2:05:00`.
  static func time(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60):\(two(seconds % 60))" }
    return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }
}

extension TransportFault {
  /// All facts about a fault, and whether a retry may succeed.
  private var facts: (message: String, hint: String?, kind: Diagnostic.Kind, passes: Bool) {
    let again = "run again; fetched files stay"
    return switch kind {
    case .noSuchHost:
      ("the host can't be found: \(reason)", "check the name and this machine's network connection", .refused, true)
    case .refused: ("no connection: \(reason)", again, .refused, true)
    case .timedOut: ("the connection timed out: \(reason)", again, .incomplete, true)
    case .cutShort: ("the connection was lost: \(reason)", again, .incomplete, true)
    case .notTrusted:
      ("the connection is not secure: \(reason)", "pass your own certificates with --ca-file", .refused, false)
    case .proxy:
      ("the proxy does not work: \(reason)", "check --proxy, and https_proxy in the environment", .incomplete, true)
    case .privateAddress:
      (
        "the host name resolves to an address in a private network",
        "if this is intended, use the IP address instead of the name",
        .refused, false
      )
    case .stopped: ("the response was rejected", nil, .incomplete, false)
    case .cancelled: ("interrupted", nil, .incomplete, false)
    case .unavailable: ("fetching needs libcurl: \(reason)", "install it: apt install libcurl4", .environment, false)
    case .other: (reason, again, .incomplete, true)
    }
  }

  var message: String { facts.message }
  var hint: String? { facts.hint }
  var diagnosticKind: Diagnostic.Kind { facts.kind }
  var isWorthAnotherAttempt: Bool { facts.passes }
}
