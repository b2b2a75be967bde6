import Diagnostics
import Files
import Foundation

/// Finds the bytes of a photo by its address, without a network: beside the feed, in its `media` folder, or in the
/// address itself.
package struct PhotoFiles: Sendable {
  package enum Location: Hashable, Sendable {
    case file(URL)
    /// The bytes of a `data:` URL.
    case inline([UInt8])
  }

  /// Folders that hold the feed's documents, and the project's own: paths without a slash at the end.
  private let roots: [String]

  package init(roots: [URL]) {
    self.roots = roots.map { $0.path.count > 1 && $0.path.hasSuffix("/") ? String($0.path.dropLast()) : $0.path }
      .uniqued()
  }

  /// Where the photo is; nil where it is not.
  package func location(of url: String) -> Location? {
    if Self.isInline(url) { return Self.inlineBytes(of: url).map(Location.inline) }
    return file(of: url).map { .file(URL(fileURLWithPath: $0.path)) }
  }

  /// A photo with a file of its own, and what the file system knows of it; nil where there is none.
  package func file(of url: String) -> (path: String, stamp: FileStamp)? {
    for path in candidates(for: url) {
      if let stamp = FileStamp(path, following: true), stamp.kind == .file { return (path, stamp) }
    }
    return nil
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
      guard let parsed = URL(string: url), parsed.isFileURL else { return [] }
      return [parsed.path]
    }
    guard let scheme = url.range(of: "://") else { return relative(url) }
    let address = url[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }
    let parts = address.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
    guard let name = parts.last, parts.count > 1, parts.allSatisfy(Self.isPlainName) else { return [] }
    let mirrored = parts.joined(separator: "/")
    return roots.flatMap { ["\($0)/media/\(name)", "\($0)/media/\(mirrored)"] }
  }

  /// A path relative to the feed's folder, which it may not leave: a feed is not trusted with the rest of the disk.
  private func relative(_ path: String) -> [String] {
    let parts = path.split(separator: "/").map(String.init)
    guard !path.hasPrefix("/"), !parts.isEmpty, parts.allSatisfy({ Self.isPlainName($0) || $0 == "." }) else {
      return []
    }
    let plain = parts.filter { $0 != "." }.joined(separator: "/")
    return roots.map { "\($0)/\(plain)" }
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
