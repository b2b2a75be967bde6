import Diagnostics

extension FetchIssue {
  package var kind: Diagnostic.Kind {
    switch self {
    case .unknownSource, .notAFetchedFolder, .otherSource, .secretInAddress, .secretMissing, .secretUnreadable,
      .secretOverPlainHTTP, .badOption:
      .usage
    case .folderTaken, .journalBroken, .journalNewer: .output
    case .folderBusy: .busy
    case .transport(let fault): fault.diagnosticKind
    case .serviceError(_, _, _, passes: true): .incomplete
    case .busyAfter, .waitTooLong, .incomplete, .mediaUnfinished, .brokenJSON, .mediaFailed: .incomplete
    default: .refused
    }
  }

  package var severity: Diagnostic.Severity {
    switch self {
    case .mediaRefused, .mediaNotThere, .mediaNotAPicture, .mediaTooLarge, .mediaUnnamed, .mediaFailed, .mediaLimit,
      .cursorRefused:
      .warning
    case .movedForGood, .edited, .replaced, .missing: .note
    default: .error
    }
  }

  package var code: String {
    switch self {
    case .unknownSource, .otherSource: "fetch.source"
    case .notAFetchedFolder, .folderTaken: "fetch.folder"
    case .secretInAddress, .secretMissing, .secretUnreadable, .secretOverPlainHTTP, .secretInAnswer: "fetch.secret"
    case .tokenNeeded: "fetch.token"
    case .badOption: "fetch.option"
    case .privateAddress: "fetch.private-address"
    case .notAFeed, .webPage, .noPosts, .emptyBody: "fetch.no-feed"
    case .refused: "fetch.refused"
    case .gone, .notFound: "fetch.not-found"
    case .serviceError: "fetch.service-error"
    case .signedFetch: "fetch.signed"
    case .brokenJSON: "fetch.cut-short"
    case .tooLarge: "fetch.too-large"
    case .redirectLoop, .badRedirect: "fetch.redirect"
    case .movedForGood: "fetch.moved"
    case .transport: "fetch.connection"
    case .busyAfter: "fetch.busy"
    case .waitTooLong: "fetch.rate-limit"
    case .mediaRefused, .mediaNotThere: "fetch.media-missing"
    case .mediaNotAPicture: "fetch.media-kind"
    case .mediaTooLarge, .mediaLimit: "fetch.media-size"
    case .mediaUnnamed: "fetch.media-name"
    case .mediaFailed, .mediaUnfinished: "fetch.media"
    case .journalBroken, .journalNewer: "fetch.journal"
    case .folderBusy: "output.busy"
    case .edited, .replaced: "fetch.edited"
    case .missing: "fetch.gone"
    case .cursorRefused: "fetch.cursor"
    case .incomplete: "fetch.incomplete"
    }
  }

  package var message: String {
    switch self {
    case .unknownSource(let text): "\"\(text)\" names no source that is known"
    case .notAFetchedFolder: "there is no such source, and no folder that was fetched"
    case .otherSource(let known): "the folder holds another source: \(known)"
    case .folderTaken: "the folder holds something that was not fetched"
    case .secretInAddress: "a token or a password stands in the address"
    case .secretMissing(let place): "no token was found in \(place)"
    case .secretUnreadable(let place): "the token can't be used: \(place) is not one line of plain characters"
    case .secretOverPlainHTTP(let host): "the token would go to \(host) without encryption"
    case .tokenNeeded(let service, _, let said):
      "\(service) gives this to signed-in accounts alone (401)" + Self.quoted(said)
    case .badOption(let name, let value, let wanted): "\(name) is \"\(value)\", and \(wanted) is wanted"
    case .privateAddress(let host): "\(host) is an address of a private network, where a public one led"
    case .notAFeed(let what, _): "this is \(what), and no feed that is known"
    case .refused(let status, let said, _): "the service refused (\(status))" + Self.quoted(said)
    case .gone: "this is gone for good (410)"
    case .notFound(let what): "there is no \(what) (404)"
    case .serviceError(let code, let said, _, _):
      "the service says" + (code.map { " (error \($0))" } ?? "") + (said.isEmpty ? " no reason" : ": \(said)")
    case .signedFetch: "the server answers signed requests alone (authorized fetch)"
    case .noPosts(let total, _):
      "the collection tells of \(total.map { "\($0)" } ?? "some") posts and gives none of them"
    case .emptyBody: "the answer is empty"
    case .brokenJSON(let reason): "the answer is not whole JSON: \(reason)"
    case .webPage(let title): "a web page came instead of data" + Self.quoted(title)
    case .tooLarge(let limit): "the answer has more than \(limit) bytes"
    case .redirectLoop(let target): "redirects lead in a circle, to \(target)"
    case .badRedirect(let target): "a redirect leads to \"\(target)\", which is no address of the web"
    case .secretInAnswer: "the answer holds the token, and is not kept"
    case .movedForGood(let target): "the feed has moved for good, to \(target)"
    case .transport(let fault): fault.message
    case .busyAfter(let attempts, let status, let said):
      "no answer after \(attempts) attempts (\(status))" + Self.quoted(said)
    case .waitTooLong(let seconds, let limit):
      "the rate limit is lifted in \(Self.time(seconds)), and no more than \(Self.time(limit)) are waited for"
    case .mediaRefused(let status): "the file is refused (\(status))"
    case .mediaNotThere(let status): status == 410 ? "the file is gone (410)" : "there is no such file (\(status))"
    case .mediaNotAPicture(let what): "\(what) came instead of the file"
    case .mediaTooLarge(let limit): "the file has more than \(limit) bytes"
    case .mediaUnnamed: "the address can't be the name of a file"
    case .mediaFailed(let fault): fault.message
    case .mediaLimit(let bytes, let left): "\(bytes) bytes of media are there, and \(left) files are left out"
    case .mediaUnfinished(1): "a file could not be fetched"
    case .mediaUnfinished(let count): "\(count) files could not be fetched"
    case .journalBroken(let line): "line \(line) of the journal can't be read"
    case .journalNewer(let version): "a newer Feedproof has written the journal (version \(version))"
    case .folderBusy: "another process fetches into this folder"
    case .edited(let id): "\(id) was edited since it was fetched; both versions are kept"
    case .replaced(let id, let later):
      "\(id) was edited since it was fetched and is \(later) now; both versions are kept"
    case .missing(let count, let first):
      "\(count == 1 ? first : "\(first) and \(count - 1) more") \(count == 1 ? "is" : "are") gone from the service and kept"
    case .cursorRefused(let status): "the service takes the place where the last run ended no more (\(status))"
    case .incomplete: "not all was fetched"
    }
  }

  package var hint: String? {
    switch self {
    case .unknownSource, .notAFetchedFolder: "feedproof fetch --help names the sources with an example each"
    case .otherSource: "give another folder with --into"
    case .folderTaken: "give a folder that is empty or not there yet with --into"
    case .secretInAddress: "take it out and give it with --token-file, --token-env or ~/.netrc"
    case .secretMissing: "save the token there, as one line and for you alone (chmod 600)"
    case .secretUnreadable: "save the token alone in it"
    case .secretOverPlainHTTP: "use https"
    case .tokenNeeded(_, let what, _): "give \(what): --token-file FILE, --token-env NAME or ~/.netrc"
    case .badOption: nil
    case .privateAddress: nil
    case .notAFeed(_, let link?): "its page names a feed; fetch \(link)"
    case .notAFeed(_, nil): "give the feed's own address, or say which service it is, as --help does"
    case .refused(_, _, let hint), .serviceError(_, _, let hint, _): hint
    case .gone: "what was fetched is kept"
    case .notFound: "check the name"
    case .signedFetch(let hint), .noPosts(_, let hint): hint
    case .emptyBody, .brokenJSON, .webPage: "run again; what was fetched is kept"
    case .tooLarge, .redirectLoop, .badRedirect: nil
    case .secretInAnswer: "tell the service's people"
    case .movedForGood: "fetch that address from now on"
    case .transport(let fault): fault.hint
    case .busyAfter: "run again later; what was fetched is kept"
    case .waitTooLong: "run again then, or give a longer --max-wait; what was fetched is kept"
    case .mediaRefused, .mediaNotThere, .mediaNotAPicture: nil
    case .mediaTooLarge: "give a larger --media-limit"
    case .mediaUnnamed: nil
    case .mediaFailed, .mediaUnfinished, .incomplete: "run again to go on"
    case .mediaLimit: "give a larger --media-total"
    case .journalBroken: "move .fetch/journal.ndjson away to begin anew; pages and media stay"
    case .journalNewer: "use that version"
    case .folderBusy: "wait for it, or end it"
    case .edited, .replaced, .missing: nil
    case .cursorRefused: "the feed is gone through from the top, and what is known is skipped"
    }
  }

  private static func quoted(_ text: String?) -> String {
    guard let text, !text.isEmpty else { return "" }
    return ": \(text.count > 200 ? text.prefix(200) + "…" : text[...])"
  }

  /// `45 s`, `4:10`, `2:05:00`
  package static func time(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60):\(two(seconds % 60))" }
    return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }
}

extension TransportFault {
  var diagnosticKind: Diagnostic.Kind {
    switch kind {
    case .noSuchHost, .notTrusted, .privateAddress, .refused: .refused
    case .unavailable: .environment
    default: .incomplete
    }
  }

  /// Whether another attempt may end better.
  var isWorthAnotherAttempt: Bool {
    switch kind {
    case .noSuchHost, .refused, .timedOut, .cutShort, .proxy, .other: true
    case .notTrusted, .privateAddress, .stopped, .cancelled, .unavailable: false
    }
  }

  var message: String {
    switch kind {
    case .noSuchHost: "the host can't be found: \(reason)"
    case .refused: "no connection: \(reason)"
    case .timedOut: "it took too long: \(reason)"
    case .cutShort: "the connection broke: \(reason)"
    case .notTrusted: "the connection is not safe: \(reason)"
    case .proxy: "the proxy does not work: \(reason)"
    case .privateAddress: "the host leads to an address of a private network"
    case .stopped: "the answer was not taken in"
    case .cancelled: "interrupted"
    case .unavailable: "fetching needs libcurl: \(reason)"
    case .other: reason
    }
  }

  var hint: String? {
    switch kind {
    case .noSuchHost: "check the name, and whether this machine has a network"
    case .refused, .timedOut, .cutShort, .other: "run again; what was fetched is kept"
    case .notTrusted: "certificates of one's own are given with --ca-file"
    case .proxy: "check --proxy, and https_proxy in the environment"
    case .unavailable: "install it: apt install libcurl4"
    case .privateAddress, .stopped, .cancelled: nil
    }
  }
}
