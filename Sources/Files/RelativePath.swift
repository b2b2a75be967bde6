import Diagnostics
import Foundation

/// A way from a folder to something inside of it, and to nothing else: names with `/` between them, none of them empty,
/// `.` or `..`. The only form in which a path from a file comes near the file system.
///
/// A path is bytes: what people call their files need not be UTF-8, and two texts that Swift takes for equal can be two
/// files.
package struct RelativePath: Hashable, Sendable {
  package let bytes: [UInt8]

  private init(unchecked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// A path that comes from outside: from a ledger, a list, a report. Nil where it could lead out of the folder, and also
  /// where no file of ours is called so: a name that is hidden, longer than 255 bytes, or has control characters or a
  /// backslash in it.
  package init?(_ text: some StringProtocol) {
    self.init(bytes: text.utf8)
  }

  /// As `init(_:)`.
  package init?(bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.withUnsafeBufferPointer(Self.arePlainNames) else { return nil }
    self.init(unchecked: bytes)
  }

  /// As `init(_:)`.
  ///
  /// - Throws: `Diagnostic` in place of nil.
  package static func checked(_ text: String) throws(Diagnostic) -> RelativePath {
    guard let path = RelativePath(text) else { throw Diagnostic(FileIssue.unsafePath(text)) }
    return path
  }

  /// Something that was found in a folder.
  ///
  /// - Parameter parent: Nil for the folder that paths start from.
  /// - Returns: Nil for what is no single name.
  package init?(found name: [UInt8], in parent: RelativePath? = nil) {
    guard !name.isEmpty, !name.contains(Self.slash), !name.contains(0), name != [Self.dot],
      name != [Self.dot, Self.dot]
    else { return nil }
    self.init(unchecked: parent.map { $0.bytes + [Self.slash] + name } ?? name)
  }

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// In one pass and without memory: a ledger has millions of paths.
  private static func arePlainNames(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    /// Of the name that is being looked at.
    var length = 0
    for byte in bytes {
      if byte == slash {
        guard length > 0 else { return false }
        length = 0
      } else {
        guard byte >= 0x20, byte != 0x7F, byte != UInt8(ascii: "\\"), length > 0 || byte != dot, length < 255 else {
          return false
        }
        length += 1
      }
    }
    return length > 0
  }

  /// For people and for lists; other bytes than UTF-8 show as replacement characters.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// From the outermost folder to the file.
  package var names: [ArraySlice<UInt8>] { bytes.split(separator: Self.slash) }

  /// The last name.
  package var name: ArraySlice<UInt8> { bytes[((bytes.lastIndex(of: Self.slash) ?? -1) + 1)...] }

  /// The folder that it is in; nil for one that lies in the folder that paths start from.
  package var parent: RelativePath? {
    bytes.lastIndex(of: Self.slash).map { RelativePath(unchecked: Array(bytes[..<$0])) }
  }

  /// What is called `name` beside it.
  package func sibling(_ name: some Sequence<UInt8>) -> RelativePath? {
    RelativePath(found: Array(name), in: parent)
  }

  /// Whether it is `folder` or something in it.
  package func isWithin(_ folder: RelativePath) -> Bool {
    bytes.starts(with: folder.bytes) && (bytes.count == folder.bytes.count || bytes[folder.bytes.count] == Self.slash)
  }

  /// Where it is when a folder above it, or it itself, is called otherwise; nil for what is not in that folder.
  package func moved(from folder: RelativePath, to other: RelativePath) -> RelativePath? {
    isWithin(folder) ? RelativePath(unchecked: other.bytes + bytes[folder.bytes.count...]) : nil
  }

  /// The same file below another folder.
  package static func / (folder: RelativePath, path: RelativePath) -> RelativePath {
    RelativePath(unchecked: folder.bytes + [slash] + path.bytes)
  }
}

/// Paths that stand in the code, `.feedproof/lock` among them.
extension RelativePath: ExpressibleByStringLiteral {
  package init(stringLiteral text: StaticString) {
    self.init(unchecked: Array("\(text)".utf8))
  }
}

extension RelativePath: CustomStringConvertible {
  package var description: String { text }
}

/// As text; a path that could lead out of its folder does not decode.
extension RelativePath: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let path = RelativePath(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a path that leads elsewhere")
    }
    self = path
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension URL {
  /// As a file in `folder` names this one: `../fonts/Own.ttf`. The whole path where the two have nothing but the root in
  /// common, and "." for the folder itself.
  package func path(from folder: URL) -> String {
    let (here, there) = (folder.standardizedFileURL.pathComponents, standardizedFileURL.pathComponents)
    let shared = zip(here, there).prefix { $0 == $1 }.count
    guard shared > 1 else { return standardizedFileURL.path }
    let path = (here.dropFirst(shared).map { _ in ".." } + there.dropFirst(shared)).joined(separator: "/")
    return path.isEmpty ? "." : path
  }
}

/// Absolute paths without links, `.` and `..`: they say where something really lies.
package enum ResolvedPath {
  /// Nil where nothing is there.
  package static func of(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved)
  }

  /// Whether a path is the folder's own, or that of something in it. Both are resolved ones.
  package static func isInside(_ path: String, of folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }
}

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
