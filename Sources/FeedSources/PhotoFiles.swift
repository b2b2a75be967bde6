import Diagnostics
import Files
import Foundation

/// Finds the bytes of a photo by its address, without network access: next to the feed, in its `media` folder, or in
/// the address itself. A feed never gets access to the rest of the disk, whatever its addresses and links are.
package struct PhotoFiles: Sendable {
  /// The location of a photo.
  package enum Place: Hashable, Sendable {
    /// The bytes of a `data:` URL.
    case inline([UInt8])
    /// A regular file with its stamp; the path contains no links.
    case file(path: String, FileStamp)
    /// An image in an archive, by its path there; it may not be unpacked yet.
    case packed(FeedArchive, String)
    case missing
    /// It is in none of the folders, or a link leads out of them. It is neither read nor described.
    case outside

    /// Identifies a file and its version; stable as long as the file is unchanged. For an image in an archive, it is
    /// derived from the archive's stamp. Nil if it is not a file.
    package var stamp: FileStamp? {
      switch self {
      case .file(_, let stamp): stamp
      case .packed(let archive, let path): archive.stamp(ofPicture: path)
      case .inline, .missing, .outside: nil
      }
    }

    /// Nil if there is no file, or if it is no longer available.
    package func open() throws(FileError) -> RegularFile? {
      switch self {
      case .file(let path, _): try RegularFile(path)
      case .packed(let archive, let path):
        try archive.unpack(path).map { url throws(FileError) in try RegularFile(url) }
      case .inline, .missing, .outside: nil
      }
    }
  }

  /// The maximum size of a photo's file in bytes: five times that of a 100-megapixel camera.
  package static let sizeLimit = 256 << 20

  /// The folders of the feed's documents, of the project, and those named by the user: paths without a trailing slash.
  private let roots: [String]
  /// The same folders without links: photos may only come from them.
  private let allowed: [String]
  /// The feed's archives, with the folders that their images are unpacked into.
  private let archives: [(folder: String, archive: FeedArchive)]
  /// Files with an additional prefix in X's archive, by their names in the feed.
  private let prefixed: [String: String]

  package init(roots: [URL], archives: [FeedArchive] = []) {
    self.archives = archives.map { (Self.plain($0.folder.standardizedFileURL.path), $0) }
    self.roots = roots.map { Self.plain($0.path) }.uniqued()
    allowed = self.roots.map { ResolvedPath.of($0) ?? $0 }.uniqued()
    prefixed = Self.prefixed(in: self.roots)
  }

  private static func plain(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private static func prefixed(in roots: [String]) -> [String: String] {
    var found: [String: String] = [:]
    for root in roots {
      for folder in PrefixedMedia.folders.map({ URL(fileURLWithPath: "\(root)/\($0)") })
      where FileSystem.isFolder(folder) {
        for file in (try? FileSystem.names(in: folder)) ?? [] {
          if let name = PrefixedMedia.name(ofFile: file), found[name] == nil { found[name] = "\(folder.path)/\(file)" }
        }
      }
    }
    return found
  }

  /// The problems with images of archives so far.
  package var diagnostics: [Diagnostic] { archives.flatMap(\.archive.diagnostics) }

  /// The folders' names for messages, without their locations.
  package var folderNames: [String] {
    roots.map { root in
      archives.first { ResolvedPath.isInside(root, of: $0.folder) }?.archive.name
        ?? root.split(separator: "/").last.map(String.init) ?? "/"
    }.uniqued()
  }

  /// The location of the photo, unpacked; nil if it is missing or may not be read.
  package func location(of url: String) -> Place? {
    switch find(url) {
    case .missing, .outside: nil
    case let place: place
    }
  }

  /// The first of the address's possible locations that exists and may be read; an image in an archive is unpacked.
  package func find(_ url: String) -> Place {
    let place = place(of: url)
    guard case .packed(let archive, let path) = place else { return place }
    guard let file = archive.unpack(path), let known = ResolvedPath.of(file.path),
      let stamp = FileStamp(known, following: false), stamp.kind == .file
    else { return .missing }
    return .file(path: known, stamp)
  }

  /// Like `find(_:)`, but without unpacking.
  package func place(of url: String) -> Place {
    if Self.isInline(url) { return Self.inlineBytes(of: url).map(Place.inline) ?? .missing }
    var isOutside = false
    for path in candidates(for: url) {
      if let packed = packed(at: path) { return packed }
      // Don't reveal whether a file exists that may not be read.
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

  /// Whether a file of any kind exists at one of the addresses. Nothing is read or unpacked.
  package func hold(_ addresses: [String]) -> Bool {
    addresses.contains { url in
      switch place(of: url) {
      case .inline, .file, .packed: true
      case .missing, .outside:
        candidates(for: url).contains { path in
          archives.contains { folder, archive in
            path.hasPrefix(folder + "/") && archive.survey.others.contains(String(path.dropFirst(folder.count + 1)))
          }
        }
      }
    }
  }

  /// An image in an archive, if the path is in the folder that it is unpacked into.
  private func packed(at path: String) -> Place? {
    for (folder, archive) in archives where path.hasPrefix(folder + "/") {
      if let picture = archive.picture(String(path.dropFirst(folder.count + 1))) { return .packed(archive, picture) }
    }
    return nil
  }

  private func isAllowed(_ path: String, isThere: Bool) -> Bool {
    if isThere { return allowed.contains { ResolvedPath.isInside(path, of: $0) } }
    // The path is not resolved, so only its names count.
    return !path.contains("/..") && (allowed + roots).contains { ResolvedPath.isInside(path, of: $0) }
  }

  package static func isInline(_ url: String) -> Bool {
    url.utf8.prefix(5).elementsEqual("data:".utf8, by: { $0 | 0x20 == $1 })
  }

  /// The locations at which the photo would be found, best first, for hints.
  package func places(for url: String) -> [String] {
    if Self.isInline(url) { return [] }
    return candidates(for: url).map { candidate in
      roots.first { candidate.hasPrefix($0 + "/") }.map { String(candidate.dropFirst($0.count + 1)) } ?? candidate
    }
  }

  private func candidates(for url: String) -> [String] {
    if url.utf8.prefix(5).elementsEqual("file:".utf8, by: { $0 | 0x20 == $1 }) {
      guard let parsed = URL(string: url), parsed.isFileURL, parsed.path.hasPrefix("/"), !parsed.path.contains("\0")
      else { return [] }
      return [parsed.path]
    }
    // By bytes: a run that draws nothing mostly looks for photos.
    guard let address = Self.address(of: url) else { return places(at: url) }
    let parts = address.split(separator: UInt8(ascii: "/")).map { part in
      let name = String(Substring(part))
      return part.contains(UInt8(ascii: "%")) ? name.removingPercentEncoding ?? name : name
    }
    guard let name = parts.last, parts.count > 1, parts.allSatisfy(Self.isPlainName) else { return [] }
    let mirrored = parts.joined(separator: "/")
    let own = archives.compactMap { folder, archive in archive.picture(named: name).map { "\(folder)/\($0)" } }
    return own + (prefixed[name].map { [$0] } ?? [])
      + roots.flatMap { ["\($0)/media/\(name)", "\($0)/media/\(mirrored)"] }
  }

  /// The part after the scheme, without query and fragment; nil if there is no scheme.
  private static func address(of url: String) -> Substring.UTF8View? {
    let bytes = url.utf8[...]
    guard let colon = bytes.indices.first(where: { bytes[$0...].starts(with: "://".utf8) }) else { return nil }
    return bytes[colon...].dropFirst(3).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
  }

  /// A path relative to any of the folders. It must still be resolved.
  private func places(at path: String) -> [String] {
    guard !path.contains("\0") else { return [] }
    if path.hasPrefix("/") { return [path] }
    let names = path.split(separator: "/").filter { $0 != "." }
    return names.isEmpty ? [] : roots.map { "\($0)/\(names.joined(separator: "/"))" }
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
