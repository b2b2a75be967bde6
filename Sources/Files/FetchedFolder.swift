import Foundation

/// A folder that a service's answers were fetched into: `pages` holds them as they came, `media` what they name, and a
/// hidden folder the journal of what is known.
package enum FetchedFolder {
  package static let pages: RelativePath = "pages"
  package static let media: RelativePath = "media"
  package static let own: RelativePath = ".fetch"
  package static let journal: RelativePath = ".fetch/journal.ndjson"
  package static let lock: RelativePath = ".fetch/lock"
  /// What is half there.
  package static let parts: RelativePath = ".fetch/parts"

  /// The fetched folder that a page lies in; nil where the file is no fetched page.
  package static func holding(page: URL) -> URL? {
    let pages = page.deletingLastPathComponent()
    guard pages.lastPathComponent == Self.pages.text else { return nil }
    let folder = pages.deletingLastPathComponent()
    return FileStamp("\(folder.path)/\(journal)", following: false)?.kind == .file ? folder : nil
  }
}
