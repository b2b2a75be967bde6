import Diagnostics
import Foundation

/// A path from a folder to an item inside it: names separated by `/`, none of them empty, `.`, or `..`. Paths from
/// files reach the file system only in this form.
///
/// A path is bytes: file names need not be UTF-8, and two strings that are equal in Swift can name two files.
package struct RelativePath: Hashable, Sendable {
  package let bytes: [UInt8]

  private init(unchecked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Validates a path from outside: from a ledger, a list, or a report. Returns nil if it could lead out of the folder,
  /// or if Feedproof never uses such a name: hidden, longer than 255 bytes, or containing control characters or a
  /// backslash.
  package init?(_ text: some StringProtocol) {
    self.init(bytes: text.utf8)
  }

  /// Validates bytes in the same way as `init(_:)`.
  package init?(bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.withUnsafeBufferPointer(Self.arePlainNames) else { return nil }
    self.init(unchecked: bytes)
  }

  /// Validates a path in the same way as `init(_:)`.
  ///
  /// - Throws: `Diagnostic` instead of returning nil.
  package static func checked(_ text: String) throws(Diagnostic) -> RelativePath {
    guard let path = RelativePath(text) else { throw Diagnostic(FileIssue.unsafePath(text)) }
    return path
  }

  /// Creates the path of an item found in a folder. Returns nil if `name` is not a single name.
  ///
  /// - Parameter parent: The folder; nil for the base folder.
  package init?(found name: [UInt8], in parent: RelativePath? = nil) {
    guard !name.isEmpty, !name.contains(Self.slash), !name.contains(0), name != [Self.dot],
      name != [Self.dot, Self.dot]
    else { return nil }
    self.init(unchecked: parent.map { $0.bytes + [Self.slash] + name } ?? name)
  }

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// Checks in one pass without allocating: a ledger has millions of paths.
  private static func arePlainNames(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    /// The length of the current name.
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

  /// The path for messages and lists. Bytes that are not UTF-8 become replacement characters.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The names, from the outermost folder to the item.
  package var names: [ArraySlice<UInt8>] { bytes.split(separator: Self.slash) }

  /// The last name.
  package var name: ArraySlice<UInt8> { bytes[((bytes.lastIndex(of: Self.slash) ?? -1) + 1)...] }

  /// The parent folder; nil for an item directly in the base folder.
  package var parent: RelativePath? {
    bytes.lastIndex(of: Self.slash).map { RelativePath(unchecked: Array(bytes[..<$0])) }
  }

  /// Returns the path of `name` in the same folder.
  package func sibling(_ name: some Sequence<UInt8>) -> RelativePath? {
    RelativePath(found: Array(name), in: parent)
  }

  /// Returns whether the path is `folder` or inside it.
  package func isWithin(_ folder: RelativePath) -> Bool {
    bytes.starts(with: folder.bytes) && (bytes.count == folder.bytes.count || bytes[folder.bytes.count] == Self.slash)
  }

  /// Returns the path after `folder` (a parent, or the path itself) is renamed; nil if the path is not in that folder.
  package func moved(from folder: RelativePath, to other: RelativePath) -> RelativePath? {
    isWithin(folder) ? RelativePath(unchecked: other.bytes + bytes[folder.bytes.count...]) : nil
  }

  /// Returns the path of the same file below another folder.
  package static func / (folder: RelativePath, path: RelativePath) -> RelativePath {
    RelativePath(unchecked: folder.bytes + [slash] + path.bytes)
  }
}

/// Literal paths in code, including `.feedproof/lock`.
extension RelativePath: ExpressibleByStringLiteral {
  package init(stringLiteral text: StaticString) {
    self.init(unchecked: Array("\(text)".utf8))
  }
}

extension RelativePath: CustomStringConvertible {
  package var description: String { text }
}

/// Encoded as text. Decoding fails for a path that could lead out of its folder.
extension RelativePath: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let path = RelativePath(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a path that leads out of the folder")
    }
    self = path
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension URL {
  /// Returns this file's path relative to `folder`: `../fonts/Own.ttf`. Returns the whole path if the two share only
  /// the root, and "." for the folder itself.
  package func path(from folder: URL) -> String {
    let (here, there) = (folder.standardizedFileURL.pathComponents, standardizedFileURL.pathComponents)
    let shared = zip(here, there).prefix { $0 == $1 }.count
    guard shared > 1 else { return standardizedFileURL.path }
    let path = (here.dropFirst(shared).map { _ in ".." } + there.dropFirst(shared)).joined(separator: "/")
    return path.isEmpty ? "." : path
  }
}

/// Absolute paths without links, `.`, or `..`: the real locations of files.
package enum ResolvedPath {
  /// Resolves a path; nil if nothing exists there.
  package static func of(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved)
  }

  /// Returns whether a path is the folder or inside it. Both must be resolved.
  package static func isInside(_ path: String, of folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }
}

/// The folder of a service's fetched responses. `pages` holds them unchanged, `media` the files that they name, and a
/// hidden folder the fetch journal.
package enum FetchedFolder {
  package static let pages: RelativePath = "pages"
  package static let media: RelativePath = "media"
  package static let own: RelativePath = ".fetch"
  package static let journal: RelativePath = ".fetch/journal.ndjson"
  package static let lock: RelativePath = ".fetch/lock"
  /// Incomplete downloads.
  package static let parts: RelativePath = ".fetch/parts"

  /// Returns the fetched folder that contains a page; nil if the file is not a fetched page.
  package static func holding(page: URL) -> URL? {
    let pages = page.deletingLastPathComponent()
    guard pages.lastPathComponent == Self.pages.text else { return nil }
    let folder = pages.deletingLastPathComponent()
    return FileStamp("\(folder.path)/\(journal)", following: false)?.kind == .file ? folder : nil
  }
}
