import Diagnostics
import Drawing
import Foundation

/// Finds the bytes of a photo by its address, without a network: beside the feed, in its `media` folder, or in the
/// address itself.
package struct PhotoFiles: Sendable {
  package enum Location: Hashable, Sendable {
    case file(URL)
    /// The bytes of a `data:` URL.
    case inline([UInt8])
  }

  /// Folders that hold the feed's documents, and the project's own.
  private let roots: [URL]

  package init(roots: [URL]) {
    self.roots = roots.uniqued()
  }

  /// Where the photo is; nil where it is not.
  package func location(of url: String) -> Location? {
    if url.lowercased().hasPrefix("data:") { return Self.inlineBytes(of: url).map(Location.inline) }
    return candidates(for: url).first { FileManager.default.fileExists(atPath: $0.path) && !isFolder($0) }
      .map(Location.file)
  }

  /// Where the photo could be put so that it is found, best place first, for hints.
  package func places(for url: String) -> [String] {
    if url.lowercased().hasPrefix("data:") { return [] }
    return candidates(for: url).map { candidate in
      roots.first { candidate.path.hasPrefix($0.path + "/") }
        .map { String(candidate.path.dropFirst($0.path.count + 1)) } ?? candidate.path
    }
  }

  private func candidates(for url: String) -> [URL] {
    if url.lowercased().hasPrefix("file:") {
      guard let parsed = URL(string: url), parsed.isFileURL else { return [] }
      return [parsed]
    }
    guard let scheme = url.range(of: "://") else { return relative(url) }
    let address = url[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }
    let parts = address.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
    guard let name = parts.last, parts.count > 1, parts.allSatisfy(Self.isPlainName) else { return [] }
    let mirrored = parts.joined(separator: "/")
    return roots.flatMap { root in
      let media = root.appendingPathComponent("media")
      return [media.appendingPathComponent(name), media.appendingPathComponent(mirrored)]
    }
  }

  /// A path relative to the feed's folder, which it may not leave: a feed is not trusted with the rest of the disk.
  private func relative(_ path: String) -> [URL] {
    let parts = path.split(separator: "/").map(String.init)
    guard !path.hasPrefix("/"), !parts.isEmpty, parts.allSatisfy({ Self.isPlainName($0) || $0 == "." }) else {
      return []
    }
    return roots.map { $0.appendingPathComponent(path).standardizedFileURL }
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
