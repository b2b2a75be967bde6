import Diagnostics
import Files
import Foundation

/// What a fetch would do, without asking anybody.
package struct FetchForecast: Sendable, Encodable, CustomStringConvertible {
  package let source: String
  package let folder: String
  package let service: ServiceKind?
  /// Who would be asked first.
  package let host: String
  /// Nil where it has to be found out.
  package let asks: String?
  package let knownPosts: Int
  /// Walks that an earlier run has left.
  package let open: Int
  package let pagesWithoutMedia: Int
  /// What would carry the requests: `libcurl/7.88.1 OpenSSL/3.0.9 …`; nil where it is not on this machine.
  package let library: String?

  /// - Throws: `Diagnostic` for what is no source.
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
    lines.append(asks.map { "asks first for \($0)" } ?? "asks first what it is")
    if knownPosts > 0 { lines.append("\(knownPosts) posts are known") }
    if open > 0 {
      lines.append("then goes on with \(open) \(open == 1 ? "place" : "places") where an earlier run ended")
    }
    if pagesWithoutMedia > 0 { lines.append("media of \(pagesWithoutMedia) pages are not all there") }
    // Its own version and that of what encrypts; the others are in the JSON.
    let shortened = library.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    lines.append(shortened.map { "by \($0)" } ?? "libcurl is missing: apt install libcurl4")
    return lines.map(PlainText.piece).joined(separator: "\n")
  }
}
