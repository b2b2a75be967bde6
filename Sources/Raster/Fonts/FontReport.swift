import CPangoCairo
import Diagnostics
import Digests
import Files

/// What a lock asks for, and what of it is on this machine; each file is read whole. For `feedproof fonts`.
package struct FontReport: Sendable, Hashable {
  package enum Status: String, Codable, Sendable { case ok, missing, different }

  package struct Entry: Sendable, Hashable {
    package let face: FontLock.Face
    package let status: Status
    /// The file with the locked bytes, else the first of the name.
    package let path: String?
  }

  /// In the lock's order.
  package let entries: [Entry]

  package var isSound: Bool { entries.allSatisfy { $0.status == .ok } }
}

extension FontSet {
  /// Compares the lock with the files under `folders`, down to their digests.
  package static func report(lock: FontLock, searching folders: [String]) -> FontReport {
    let found = lock.candidates(in: folders)
    var digests: [String: String] = [:]
    func digest(of path: String) -> String? {
      if let known = digests[path] { return known }
      digests[path] = FontLock.contents(of: path) { Digest(of: $0).hex }
      return digests[path]
    }
    return FontReport(
      entries: lock.faces.map { face in
        let paths = found[face.place] ?? []
        let sound = paths.first { FontSearch.size(of: $0) == face.bytes && digest(of: $0) == face.sha256 }
        let status: FontReport.Status = sound != nil ? .ok : paths.isEmpty ? .missing : .different
        return FontReport.Entry(face: face, status: status, path: sound ?? paths.first)
      })
  }
}

extension FontLock {
  /// The same faces, locked to the files that are under `folders`: sizes, digests and versions are theirs, everything
  /// else is kept. A face that may be absent is left out where it is. Throws a
  /// `Diagnostic`: `font.missing`, `font.different` (unreadable), `font.unusable`.
  package func locking(filesIn folders: [String]) throws(Diagnostic) -> FontLock {
    let found = candidates(in: folders)
    let missing = faces.filter { found[$0.place] == nil && !$0.isOptional }
    guard missing.isEmpty else { throw Diagnostic(FontIssue.missing(missing)) }
    var locked: [Face] = []
    for face in faces where found[face.place] != nil {
      locked.append(try FontLock.locked(face, at: found[face.place]?.first ?? face.file))
    }
    var lock = self
    lock.faces = locked
    return lock
  }

  /// Files that faces may be in, by the faces' places: one of the project's own where the lock says, any other by its name
  /// under `folders`. Faces whose file is nowhere have none.
  func candidates(in folders: [String]) -> [String: [String]] {
    var found = FontSearch.paths(of: Set(faces.filter { $0.path == nil }.map(\.file)), in: folders)
    for path in faces.compactMap(\.path) {
      let file = path.hasPrefix("/") ? path : "\(folder ?? ".")/\(path)"
      if FontSearch.size(of: file) != nil { found[path] = [file] }
    }
    return found
  }

  /// The face with the size, digest and version of the file at `path`.
  static func locked(_ face: Face, at path: String) throws(Diagnostic) -> Face {
    let read = FontLock.contents(of: path) { ($0.count, Digest(of: $0).hex) }
    guard let (bytes, digest) = read else {
      throw Diagnostic(
        FontIssue.different(path: path, version: face.version, package: face.package, what: .unreadable))
    }
    guard let version = FontLock.version(of: path, index: face.index) else {
      throw Diagnostic(FontIssue.unusable(path: path, index: face.index))
    }
    var locked = face
    (locked.bytes, locked.sha256, locked.version) = (bytes, digest, version)
    return locked
  }

  /// What `body` makes of a file's bytes; nil where it can't be read.
  static func contents<Result>(of path: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    guard let blob = FontBlob.open(path) else { return nil }
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    let data = hb_blob_get_data(blob, &length)
    return body(UnsafeRawBufferPointer(start: data, count: Int(length)))
  }

  /// The number in the name table's version string ("Version 3.019;git-0a5106e0b" → "3.019"); nil where the file has
  /// no such face.
  private static func version(of path: String, index: Int) -> String? {
    guard let blob = FontBlob.open(path) else { return nil }
    defer { hb_blob_destroy(blob) }
    guard let index = UInt32(exactly: index), index < hb_face_count(blob), let face = hb_face_create(blob, index) else {
      return nil
    }
    defer { hb_face_destroy(face) }
    guard hb_face_get_glyph_count(face) > 0 else { return nil }
    // Name 5 is the version string.
    let text = FontFacts.name(5, of: face) ?? ""
    let number = text.prefix { $0 != ";" }
    let words = number.split(separator: " ")
    return String(words.first == "Version" ? words.dropFirst().joined(separator: " ") : String(number))
  }
}

extension FontLock.Face {
  /// What it is found by.
  var place: String { path ?? file }
}

/// What files of fonts are called.
package enum FontFileName {
  package static func isFont(_ name: String) -> Bool {
    [".ttf", ".otf", ".ttc", ".otc"].contains(where: name.lowercased().hasSuffix)
  }
}

/// Where files of the wanted names lie under some folders.
enum FontSearch {
  /// Paths by file name, in the order of the folders and, inside each, of the sorted paths, so that the machine's
  /// directory order decides nothing. Folders that don't exist are passed over.
  static func paths(of names: Set<String>, in folders: [String]) -> [String: [String]] {
    var found: [String: [String]] = [:]
    for folder in folders {
      walk(folder, depth: 0) { name, path in
        guard names.contains(name) else { return false }
        found[name, default: []].append(path)
        return true
      }
    }
    return found
  }

  /// Every font file, in the same order.
  static func fonts(in folders: [String]) -> [String] {
    var found: [String] = []
    for folder in folders {
      walk(folder, depth: 0) { name, path in
        guard FontFileName.isFont(name) else { return false }
        found.append(path)
        return true
      }
    }
    return found
  }

  /// - Parameter take: Whether an entry, by its name and path, is one of those that are looked for.
  private static func walk(_ folder: String, depth: Int, _ take: (String, String) -> Bool) {
    // A folder that links to its own parent would be endless.
    guard depth < 12, let entries = try? FileTree(folder).entries() else { return }
    for entry in entries {
      let name = entry.path.text
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if !take(name, path), !looksLikeFile(name), isFolder(entry, path) {
        walk(path, depth: depth + 1, take)
      }
    }
  }

  /// What a folder holds, sorted; nothing where there is none.
  static func names(in folder: String) -> [String] {
    ((try? FileTree(folder).entries()) ?? []).map(\.path.text)
  }

  private static func isFolder(_ entry: FileTree.Entry, _ path: String) -> Bool {
    entry.kind == .folder || entry.kind == .link && FileStamp(path, following: true)?.kind == .folder
  }

  /// Spares a look at each of the thousands of font files that are not wanted.
  private static func looksLikeFile(_ name: String) -> Bool {
    [".ttf", ".otf", ".ttc", ".gz", ".pfb", ".afm", ".t1", ".dir", ".scale"].contains { name.hasSuffix($0) }
  }

  /// Bytes of the file; nil where there is none.
  static func size(of path: String) -> Int? {
    guard let stamp = FileStamp(path, following: true), stamp.kind == .file else { return nil }
    return stamp.size
  }
}
