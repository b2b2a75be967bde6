import Diagnostics

/// What can go wrong with fetching.
package enum FetchIssue: Issue, Error, Hashable {
  // What was asked for.
  case unknownSource(String)
  case notAFetchedFolder
  case otherSource(known: String)
  case folderTaken
  case secretInAddress
  case secretMissing(String)
  case secretUnreadable(String)
  case secretOverPlainHTTP(host: String)
  /// - Parameter what: What has to be given, with an article.
  case tokenNeeded(service: String, what: String, said: String?)
  case badOption(name: String, value: String, wanted: String)
  case privateAddress(host: String)
  case notAFeed(what: String, link: String?)

  // The service's answer.
  case refused(status: Int, said: String?, hint: String?)
  case gone
  case notFound(String)
  /// - Parameter passes: Another run may end better.
  case serviceError(code: Int?, said: String, hint: String?, passes: Bool = false)
  case signedFetch(hint: String?)
  case noPosts(total: Int?, hint: String?)
  case emptyBody
  case brokenJSON(reason: String)
  case webPage(title: String?)
  case tooLarge(limit: Int)
  case redirectLoop(to: String)
  case badRedirect(to: String)
  case secretInAnswer
  case movedForGood(to: String)

  // The way there.
  case transport(TransportFault)
  case busyAfter(attempts: Int, status: Int, said: String?)
  case waitTooLong(seconds: Int, limit: Int)

  // Media.
  case mediaRefused(status: Int)
  case mediaNotThere(status: Int)
  case mediaNotAPicture(what: String)
  case mediaTooLarge(limit: Int)
  case mediaUnnamed
  case mediaFailed(TransportFault)
  case mediaLimit(bytes: Int, left: Int)
  case mediaUnfinished(count: Int)

  // The folder.
  case journalBroken(line: Int)
  case journalNewer(version: Int)
  case folderBusy
  case edited(id: String)
  /// An edit that the service calls by an id of its own.
  case replaced(id: String, by: String)
  case missing(count: Int, first: String)
  case cursorRefused(status: Int)
  case incomplete

  /// The service says that too much is asked.
  var isLimit: Bool {
    if case .busyAfter(_, 429, _) = self { true } else { false }
  }
}
