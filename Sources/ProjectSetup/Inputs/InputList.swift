import Diagnostics
import Files
import Foundation
import Projects

/// `inputs.sha256`: the digests of the files in a project's `inputs` folder, in the format of `sha256sum --check`.
package struct InputList {
  /// The name of the list in a project.
  package static let file: RelativePath = "inputs.sha256"
  /// The folder of a project's inputs.
  package static let inputs: RelativePath = "inputs"
  private static let limit = 256 << 20

  /// Digests by paths relative to the project's folder.
  private(set) var digests: [RelativePath: Digest] = [:]
  /// The number of unreadable lines.
  private(set) var unread = 0

  /// Lists the files that are in `inputs` now.
  ///
  /// - Parameter known: Digests to keep unchanged, even for missing files. These files aren't read.
  package init(listing tree: FileTree, besides known: [RelativePath: Digest] = [:]) throws {
    digests = known
    guard tree.stamp(of: Self.inputs)?.kind == .folder else { return }
    try tree.walk(from: Self.inputs, skipping: [AddStaging.innerState]) { path, step in
      guard case .file(.file) = step, known[path] == nil, !Self.isPartialCopy(path) else { return }
      digests[path] = try tree.digest(of: path)
    }
  }

  /// Whether a path is a partial copy in `inputs`, or inside one. Earlier versions left such copies; `add` moves them
  /// away.
  static func isPartialCopy(_ path: RelativePath) -> Bool {
    path.isWithin(inputs) && path.names.dropFirst(inputs.names.count).first.flatMap { PartialName($0) } != nil
  }

  /// The files in `inputs`, and the folders that can't be read. File contents are not read.
  package static func files(in tree: FileTree) -> (files: [RelativePath], closed: [RelativePath]) {
    var (files, closed, waiting) = ([RelativePath](), [RelativePath](), [inputs])
    while let folder = waiting.popLast() {
      do {
        for entry in try tree.entries(of: folder) {
          switch entry.kind {
          case .folder where entry.path != AddStaging.innerState: waiting.append(entry.path)
          case .file: files.append(entry.path)
          default: break
          }
        }
      } catch {
        closed.append(folder)
      }
    }
    return (files, closed)
  }

  /// Warnings about listed inputs that are missing or unreadable. Empty if the project doesn't read `inputs`, or has no
  /// list.
  package static func absent(from project: Project) -> [Diagnostic] {
    let own = project.folder.appendingPathComponent(inputs.text).standardizedFileURL.path
    guard project.feeds.contains(where: { $0.standardizedFileURL.path == own }),
      let tree = try? FileTree(project.folder.path), let list = try? InputList(writtenIn: tree)
    else { return [] }
    return list.digests.keys.sorted { $0.text < $1.text }.compactMap { path in
      do throws(FileError) {
        let issue: AddIssue = isPartialCopy(path) ? .goneCopy : .gone(nil)
        return try tree.open(path) == nil ? Diagnostic(issue, at: Place(file: path.text)) : nil
      } catch {
        return Diagnostic(AddIssue.gone(error.fact.reason), at: Place(file: path.text))
      }
    }
  }

  /// Reads the list from the project. Returns nil if there is none.
  package init?(writtenIn tree: FileTree) throws {
    guard let data = try tree.data(Self.file, limit: Self.limit) else { return nil }
    for line in data.split(separator: UInt8(ascii: "\n")) {
      let isEscaped = line.first == UInt8(ascii: "\\")
      let line = isEscaped ? line.dropFirst() : line
      let name = line.dropFirst(64 + 2)
      guard let digest = Digest(hex: String(decoding: line.prefix(64), as: UTF8.self)),
        let path = Self.path(isEscaped ? Self.unescaped(name) : Array(name))
      else {
        unread += 1
        continue
      }
      digests[path] = digest
    }
  }

  /// Parses a path in `inputs`, in which each name may contain any bytes that file names can. Returns nil for other
  /// paths.
  private static func path(_ bytes: [UInt8]) -> RelativePath? {
    var path: RelativePath?
    for name in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let next = RelativePath(found: Array(name), in: path) else { return nil }
      path = next
    }
    return path.flatMap { $0.isWithin(inputs) ? $0 : nil }
  }

  /// The list as a file, sorted by path bytes.
  package var text: Data {
    var text = Data()
    for (path, digest) in digests.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
      let escaped = path.bytes.flatMap { byte -> [UInt8] in
        switch byte {
        case UInt8(ascii: "\\"): Array(#"\\"#.utf8)
        case UInt8(ascii: "\n"): Array(#"\n"#.utf8)
        default: [byte]
        }
      }
      if escaped != path.bytes { text.append(UInt8(ascii: "\\")) }
      text.append(contentsOf: Array("\(digest.hex)  ".utf8) + escaped + [UInt8(ascii: "\n")])
    }
    return text
  }

  private static func unescaped(_ name: Data.SubSequence) -> [UInt8] {
    var (bytes, isEscape) = ([UInt8](), false)
    for byte in name {
      if isEscape {
        bytes.append(byte == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte)
        isEscape = false
      } else if byte == UInt8(ascii: "\\") {
        isEscape = true
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}

extension FileTree {
  /// - Throws: `Diagnostic` if the file can't be read.
  func digest(of path: RelativePath) throws(Diagnostic) -> Digest {
    do throws(FileError) {
      guard let file = try open(path) else { throw FileError(place(of: path), .notAFile) }
      return try file.digest()
    } catch {
      throw error.unreadable(as: path.text)
    }
  }
}

extension RegularFile {
  func digest() throws(FileError) -> Digest {
    var running = RunningDigest()
    try forEachPiece { running.add($0) }
    return running.finish()
  }
}
