import Foundation

/// A site that changes while it is served.
package protocol LiveSite: Sendable {
  /// Returns a generated file that replaces the folders' file; nil if their file is current.
  ///
  /// - Parameter path: The path relative to the site: `site/feed.js`. Empty for the page itself.
  func file(_ path: String) async -> GeneratedFile?

  /// Names of what pages can request in addition to files. The server sends them in a header of each page.
  var offers: [String] { get }

  /// Waits some seconds for news, and returns it as JSON.
  ///
  /// - Parameter asked: The query parameters of `api/live?…`.
  func news(_ asked: [String: String]) async -> Data

  /// Releases all clients that wait for news.
  func finish()
}

extension LiveSite {
  package var offers: [String] { [] }
}

/// A generated file.
package struct GeneratedFile: Sendable {
  /// The file name, whose extension determines the content type.
  package var name: String
  package var bytes: Data
  /// Whether the file is one of our own pages, which run scripts.
  package var isPage: Bool

  package init(name: String, bytes: Data, isPage: Bool = false) {
    (self.name, self.bytes, self.isPage) = (name, bytes, isPage)
  }
}
