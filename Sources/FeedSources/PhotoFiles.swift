import Diagnostics
import Files
import Foundation

/// Finds the bytes of a photo by its address, without a network: beside the feed, in its `media` folder, or in the
/// address itself. A feed is not trusted with the rest of the disk, whatever its addresses and links say.
package struct PhotoFiles: Sendable {
  /// Where a photo is.
  package enum Place: Hashable, Sendable {
    /// The bytes of a `data:` URL.
    case inline([UInt8])
    /// A regular file and what the file system knows of it; the path has no links.
    case file(path: String, FileStamp)
    /// A picture of an archive, by its path there, that need not be unpacked.
    case packed(FeedArchive, String)
    case missing
    /// It lies in none of the folders, or a link leads out of them. Nothing of it is read, nor told.
    case outside

    /// Tells a file from others, and from what it was; the same for as long as nobody changes it. What an archive has is
    /// known by the archive's own stamp. Nil of what is no file.
    package var stamp: FileStamp? {
      switch self {
      case .file(_, let stamp): stamp
      case .packed(let archive, let path): archive.stamp(ofPicture: path)
      case .inline, .missing, .outside: nil
      }
    }

    /// Nil where there is no file, or it can't be had any more.
    package func open() throws(FileError) -> RegularFile? {
      switch self {
      case .file(let path, _): try RegularFile(path)
      case .packed(let archive, let path):
        try archive.unpack(path).map { url throws(FileError) in try RegularFile(url) }
      case .inline, .missing, .outside: nil
      }
    }
  }

  /// Bytes that a photo's file may have: five times what a camera of a hundred million pixels writes.
  package static let sizeLimit = 256 << 20

  /// Folders that hold the feed's documents, the project's own, and those that the user names: paths without a slash at
  /// the end.
  private let roots: [String]
  /// The same without links: photos come from them and nowhere else.
  private let allowed: [String]
  /// Of the feed, with the folders that their pictures are unpacked into.
  private let archives: [(folder: String, archive: FeedArchive)]
  /// Files that X's archive puts another name before, by the name in the feed.
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

  /// What went wrong with pictures of archives so far.
  package var diagnostics: [Diagnostic] { archives.flatMap(\.archive.diagnostics) }

  /// What people are told of the folders: their names, wherever they lie.
  package var folderNames: [String] {
    roots.map { root in
      archives.first { ResolvedPath.isInside(root, of: $0.folder) }?.archive.name
        ?? root.split(separator: "/").last.map(String.init) ?? "/"
    }.uniqued()
  }

  /// Where the photo is, unpacked; nil where it is not, or may not be read.
  package func location(of url: String) -> Place? {
    switch find(url) {
    case .missing, .outside: nil
    case let place: place
    }
  }

  /// The first of the address's places where there is something that may be read; of an archive it is unpacked.
  package func find(_ url: String) -> Place {
    let place = place(of: url)
    guard case .packed(let archive, let path) = place else { return place }
    guard let file = archive.unpack(path), let known = ResolvedPath.of(file.path),
      let stamp = FileStamp(known, following: false), stamp.kind == .file
    else { return .missing }
    return .file(path: known, stamp)
  }

  /// As `find(_:)`, without unpacking anything.
  package func place(of url: String) -> Place {
    if Self.isInline(url) { return Self.inlineBytes(of: url).map(Place.inline) ?? .missing }
    var isOutside = false
    for path in candidates(for: url) {
      if let packed = packed(at: path) { return packed }
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

  /// Whether a file, of whatever kind, is at one of the addresses. None of them is read or unpacked.
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

  /// A picture of an archive, where the path leads into the folder that it is unpacked into.
  private func packed(at path: String) -> Place? {
    for (folder, archive) in archives where path.hasPrefix(folder + "/") {
      if let picture = archive.picture(String(path.dropFirst(folder.count + 1))) { return .packed(archive, picture) }
    }
    return nil
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
    if url.utf8.prefix(5).elementsEqual("file:".utf8, by: { $0 | 0x20 == $1 }) {
      guard let parsed = URL(string: url), parsed.isFileURL, parsed.path.hasPrefix("/"), !parsed.path.contains("\0")
      else { return [] }
      return [parsed.path]
    }
    // By bytes: a run that draws nothing does little else than look for photos.
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

  /// What follows the scheme, without query and fragment; nil of what has no scheme.
  private static func address(of url: String) -> Substring.UTF8View? {
    let bytes = url.utf8[...]
    guard let colon = bytes.indices.first(where: { bytes[$0...].starts(with: "://".utf8) }) else { return nil }
    return bytes[colon...].dropFirst(3).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
  }

  /// A path, relative to any of the folders. Where it leads is not known before it is resolved.
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
