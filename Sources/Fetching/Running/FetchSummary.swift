import DataFormats
import Diagnostics
import Files
import Foundation

/// The summary of a fetch.
package struct FetchSummary: Encodable, Sendable, CustomStringConvertible {
  var service: ServiceKind
  var folder: String
  /// The number of responses with pages, including empty ones.
  var pages = 0
  package var newPosts = 0
  /// The total number of posts in the folder.
  package var posts = 0
  package var edited = 0
  package var gone = 0
  package var media = 0
  var mediaBytes = 0
  package var missingMedia = 0
  var unfinishedMedia = 0
  /// The reason why the last walk ended.
  package var end = ""
  /// The number of walks to be continued by another run.
  var open = 0
  /// The next page of the lowest of them.
  var next: String?
  var errors = 0
  var warnings = 0
  var seconds = 0.0

  package var description: String {
    var parts = ["\(newPosts.counted("new post")) of \(posts) on \(pages.counted("page"))"]
    if media > 0 { parts.append("\(media.counted("file")) (\(FetchProgress.size(mediaBytes)))") }
    if missingMedia > 0 { parts.append("\(missingMedia.counted("file")) not available") }
    if edited > 0 { parts.append("\(edited) edited") }
    if gone > 0 { parts.append("\(gone) gone") }
    let troubles = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { $0.0.counted($0.1) }
    let headline = parts.joined(separator: ", ") + " in \((seconds * 10).rounded() / 10) s"
    return headline + (troubles.isEmpty ? "" : "; \(troubles.joined(separator: ", "))")
      + (end.isEmpty ? "" : "\nended at \(end)") + "\nexport it with: feedproof export \(ShellWord.path(folder))"
  }
}

/// The effect of a fetch, without any request.
package struct FetchForecast: Sendable, Encodable, CustomStringConvertible {
  let source: String
  let folder: String
  let service: ServiceKind?
  /// The first host to be contacted.
  let host: String
  /// Nil if it has to be resolved first.
  let asks: String?
  let knownPosts: Int
  /// The number of unfinished walks of earlier runs.
  let open: Int
  let pagesWithoutMedia: Int
  /// The transport library: `libcurl/7.88.1 OpenSSL/3.0.9 …`; nil if it is missing on this machine.
  let library: String?

  /// - Throws: `Diagnostic` for an invalid source.
  package init(_ session: FetchSession) throws {
    let target = try session.target()
    (source, folder) = (target.source, session.environment.shownPath(target.folder))
    host = target.site.active.origin
    if case .api(let kind, let address)? = target.name {
      (service, asks) = (kind, target.site.local(address).asked)
    } else {
      (service, asks) = (target.known?.service, target.known?.top)
    }
    knownPosts = target.state?.known.count ?? 0
    open = target.state?.open.count ?? 0
    pagesWithoutMedia = target.state?.pagesWithoutMedia.count ?? 0
    library = CurlTransport.version
  }

  package func text(json: Bool) throws -> String { (json ? try JSONText.line(self) : description) + "\n" }

  package var description: String {
    var lines = ["would fetch \(source)" + (service.map { " (\($0.name))" } ?? "") + " from \(host) into \(folder)"]
    lines.append(asks.map { "first requests \($0)" } ?? "first detects the kind of source")
    if knownPosts > 0 { lines.append("\(knownPosts) posts are known") }
    if open > 0 {
      lines.append("then continues at \(open) \(open == 1 ? "position" : "positions") where an earlier run ended")
    }
    if pagesWithoutMedia > 0 { lines.append("some media of \(pagesWithoutMedia) pages are missing") }
    // The versions of libcurl and its TLS library; the JSON has the others.
    let shortened = library.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    lines.append(shortened.map { "by \($0)" } ?? "libcurl is missing: apt install libcurl4")
    return lines.map(PlainText.piece).joined(separator: "\n")
  }
}
