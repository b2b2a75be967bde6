import Diagnostics

/// What a fetch did, for its last line.
package struct FetchSummary: Encodable, Sendable, CustomStringConvertible {
  package var service: ServiceKind
  package var folder: String
  /// Answers with pages, empty ones too.
  package var pages = 0
  package var newPosts = 0
  /// In the folder, all in all.
  package var posts = 0
  package var edited = 0
  package var gone = 0
  package var media = 0
  package var mediaBytes = 0
  package var missingMedia = 0
  package var unfinishedMedia = 0
  /// Why the last walk ended, in words.
  package var end = ""
  /// Walks that another run goes on with.
  package var open = 0
  /// Where the lowest of them goes on.
  package var next: String?
  package var errors = 0
  package var warnings = 0
  package var seconds = 0.0

  package init(service: ServiceKind, folder: String) {
    (self.service, self.folder) = (service, folder)
  }

  package var description: String {
    func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
    var parts = ["\(count(newPosts, "new post")) of \(posts) on \(count(pages, "page"))"]
    if media > 0 { parts.append("\(count(media, "file")) (\(FetchProgress.size(mediaBytes)))") }
    if missingMedia > 0 { parts.append("\(count(missingMedia, "file")) not to be had") }
    if edited > 0 { parts.append("\(edited) edited") }
    if gone > 0 { parts.append("\(gone) gone") }
    let troubles = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { count($0.0, $0.1) }
    let headline = parts.joined(separator: ", ") + " in \((seconds * 10).rounded() / 10) s"
    return headline + (troubles.isEmpty ? "" : "; \(troubles.joined(separator: ", "))")
      + (end.isEmpty ? "" : "\nended at \(end)") + "\nsee it with: feedproof export \(PlainText.piece(folder))"
  }
}
