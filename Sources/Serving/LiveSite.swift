import Foundation

/// A site that changes while it is shown.
package protocol LiveSite: Sendable {
  /// What is shown in place of the folders' file; nil where theirs is as it should be.
  ///
  /// - Parameter path: In the site: `site/feed.js`; empty for the page itself.
  func file(_ path: String) async -> LiveFile?

  /// What pages can ask for beside what their folders hold, in words of theirs. They hear of it from a header.
  var offers: [String] { get }

  /// What is new, as JSON. Waits for something new, some seconds at most.
  ///
  /// - Parameter asked: What stands behind the `?` of `api/live?…`, by its names.
  func news(_ asked: [String: String]) async -> Data

  /// Lets go of everybody who waits.
  func finish()
}

extension LiveSite {
  package var offers: [String] { [] }
}

/// A file that is in no folder.
package struct LiveFile: Sendable {
  /// Its name says what it is.
  package var name: String
  package var bytes: Data
  /// One of our own pages, which run scripts.
  package var isPage: Bool

  package init(name: String, bytes: Data, isPage: Bool = false) {
    (self.name, self.bytes, self.isPage) = (name, bytes, isPage)
  }
}
