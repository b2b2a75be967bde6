import Files
import Names

/// What of an archive is unpacked, told by names: nothing else is looked into.
enum ArchiveContents {
  /// What is done with a file of an archive.
  enum Role: Hashable {
    /// It may be a feed, or say whose feed it is.
    case document
    case picture
    /// An archive inside of the archive.
    case archive
    /// Videos, pages, whatever else an account has.
    case other
  }

  static func role(of path: RelativePath) -> Role {
    let name = String(decoding: path.name, as: UTF8.self).lowercased()
    if DocumentName.isDocument(name) { return .document }
    guard let ending = name.split(separator: ".").last, name.contains(".") else { return .other }
    if archiveEndings.contains(String(ending)) { return .archive }
    // Also pictures that can't be decoded, so that those are told of and not called missing.
    return ImageFormat(ending: ending) != nil && !isPrivate(path) ? .picture : .other
  }

  private static let archiveEndings: Set = ["zip", "tar", "gz", "tgz", "7z", "rar", "xz", "bz2", "zst"]

  /// Pictures of letters and of what was deleted are often most of an archive, and in no post.
  private static func isPrivate(_ path: RelativePath) -> Bool {
    path.names.dropLast().contains { folder in
      let name = String(decoding: folder, as: UTF8.self)
      return name.hasSuffix("_media") && ["direct_messages", "deleted_", "grok_"].contains { name.hasPrefix($0) }
    }
  }
}

/// A name of an archive as a path below its folder.
enum ArchivePath {
  case inside(RelativePath)
  /// It would lead out of the folder: an absolute path, or one with `..` in it.
  case leadsOut
  /// No file of ours is called so: control characters, a backslash, more than 255 bytes.
  case unusable
  /// The folder itself, and what systems leave behind (`.DS_Store`, `__MACOSX`).
  case nothing

  init(_ name: [UInt8]) {
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    let parts = name.split(separator: slash).filter { !$0.elementsEqual([dot]) }
    if name.first == slash || parts.contains(where: { $0.elementsEqual([dot, dot]) }) || Self.hasDrive(name) {
      self = .leadsOut
    } else if parts.isEmpty || parts.contains(where: { $0.first == dot }) || parts[0].elementsEqual("__MACOSX".utf8) {
      self = .nothing
    } else {
      // Bytes that are no UTF-8 are replaced, so that every name is one that can be told and asked for.
      let text = String(decoding: Array(parts.joined(separator: [slash])), as: UTF8.self)
      self = RelativePath(text).map(Self.inside) ?? .unusable
    }
  }

  /// `C:\…`
  private static func hasDrive(_ name: [UInt8]) -> Bool {
    name.count > 2 && name[1] == UInt8(ascii: ":") && [UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(name[2])
  }
}
