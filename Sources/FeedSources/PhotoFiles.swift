import Diagnostics
import Files
import Foundation

/// Finds the bytes of a photo by its address, without a network: beside the feed, in its `media` folder, or in the
/// address itself. A feed is not trusted with the rest of the disk, whatever its addresses and links say.
package struct PhotoFiles: Sendable {
  package enum Location: Hashable, Sendable {
    case file(URL)
    /// The bytes of a `data:` URL.
    case inline([UInt8])
  }

  /// What there is at an address that names a file.
  package enum Finding: Hashable, Sendable {
    /// A regular file and what the file system knows of it; the path has no links.
    case file(path: String, FileStamp)
    case missing
    /// It lies in none of the folders, or a link leads out of them. Nothing of it is read, nor told.
    case outside
  }

  /// Bytes that a photo's file may have: five times what a camera of a hundred million pixels writes.
  package static let sizeLimit = 256 << 20

  /// Folders that hold the feed's documents, the project's own, and those that the user names: paths without a slash at
  /// the end.
  private let roots: [String]
  /// The same without links: photos come from them and nowhere else.
  private let allowed: [String]

  package init(roots: [URL]) {
    self.roots = roots.map { $0.path.count > 1 && $0.path.hasSuffix("/") ? String($0.path.dropLast()) : $0.path }
      .uniqued()
    allowed = self.roots.map { ResolvedPath.of($0) ?? $0 }.uniqued()
  }

  /// What people are told of the folders: their names, wherever they lie.
  package var folderNames: [String] { roots.map { $0.split(separator: "/").last.map(String.init) ?? "/" }.uniqued() }

  /// Where the photo is; nil where it is not.
  package func location(of url: String) -> Location? {
    if Self.isInline(url) { return Self.inlineBytes(of: url).map(Location.inline) }
    return file(of: url).map { .file(URL(fileURLWithPath: $0.path)) }
  }

  /// A photo with a file of its own, and what the file system knows of it; nil where there is none.
  package func file(of url: String) -> (path: String, stamp: FileStamp)? {
    guard case .file(let path, let stamp) = find(url) else { return nil }
    return (path, stamp)
  }

  /// The first of the address's places where there is something that may be read.
  package func find(_ url: String) -> Finding {
    var isOutside = false
    for path in candidates(for: url) {
      // Whether something is there is nobody's business where it may not be read.
      let known = ResolvedPath.of(path)
      guard isAllowed(known ?? path, isThere: known != nil) else {
        isOutside = true
        continue
      }
      if let known, let stamp = FileStamp(known, following: false), stamp.kind == .file {
        return .file(path: known, stamp)
      }
    }
    return isOutside ? .outside : .missing
  }

  private func isAllowed(_ path: String, isThere: Bool) -> Bool {
    if isThere { return allowed.contains { ResolvedPath.isInside(path, of: $0) } }
    // Not resolved: only its names tell.
    return !path.contains("/..") && (allowed + roots).contains { ResolvedPath.isInside(path, of: $0) }
  }

  package static func isInline(_ url: String) -> Bool {
    url.utf8.prefix(5).elementsEqual("data:".utf8, by: { $0 | 0x20 == $1 })
  }

  /// Where the photo could be put so that it is found, best place first, for hints.
  package func places(for url: String) -> [String] {
    if Self.isInline(url) { return [] }
    return candidates(for: url).map { candidate in
      roots.first { candidate.hasPrefix($0 + "/") }.map { String(candidate.dropFirst($0.count + 1)) } ?? candidate
    }
  }

  private func candidates(for url: String) -> [String] {
    if url.lowercased().hasPrefix("file:") {
      guard let parsed = URL(string: url), parsed.isFileURL, parsed.path.hasPrefix("/"), !parsed.path.contains("\0")
      else { return [] }
      return [parsed.path]
    }
    guard let scheme = url.range(of: "://") else { return places(at: url) }
    let address = url[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }
    let parts = address.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
    guard let name = parts.last, parts.count > 1, parts.allSatisfy(Self.isPlainName) else { return [] }
    let mirrored = parts.joined(separator: "/")
    return roots.flatMap { ["\($0)/media/\(name)", "\($0)/media/\(mirrored)"] }
  }

  /// A path, relative to any of the folders. Where it leads is not known before it is resolved.
  private func places(at path: String) -> [String] {
    guard !path.contains("\0") else { return [] }
    if path.hasPrefix("/") { return [path] }
    let plain = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    return plain.isEmpty ? [] : roots.map { "\($0)/\(plain)" }
  }

  private static func isPlainName(_ name: String) -> Bool {
    name != ".." && name != "." && !name.contains("/") && !name.contains("\0")
  }

  /// `data:[type][;base64],…`
  private static func inlineBytes(of url: String) -> [UInt8]? {
    guard let comma = url.firstIndex(of: ",") else { return nil }
    let payload = String(url[url.index(after: comma)...])
    guard url[..<comma].lowercased().hasSuffix(";base64") else {
      return payload.removingPercentEncoding.map { Array($0.utf8) }
    }
    return Data(base64Encoded: payload.removingPercentEncoding ?? payload, options: .ignoreUnknownCharacters)
      .map { [UInt8]($0) }
  }
}
