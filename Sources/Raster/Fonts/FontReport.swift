import CPangoCairo
import Diagnostics
import Digests

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
    let found = FontSearch.paths(of: Set(lock.faces.map(\.file)), in: folders)
    var digests: [String: String] = [:]
    func digest(of path: String) -> String? {
      if let known = digests[path] { return known }
      digests[path] = FontLock.contents(of: path) { Digest(of: $0).hex }
      return digests[path]
    }
    return FontReport(
      entries: lock.faces.map { face in
        let paths = found[face.file] ?? []
        let sound = paths.first { FontSearch.size(of: $0) == face.bytes && digest(of: $0) == face.sha256 }
        let status: FontReport.Status = sound != nil ? .ok : paths.isEmpty ? .missing : .different
        return FontReport.Entry(face: face, status: status, path: sound ?? paths.first)
      })
  }
}

extension FontLock {
  /// The same faces, locked to the files that are under `folders`: sizes, digests and versions are theirs, everything
  /// else is kept. A face for one script that is not there is left out, since no other text needs it. Throws a
  /// `Diagnostic`: `font.missing`, `font.different` (unreadable), `font.unusable`.
  package func locking(filesIn folders: [String]) throws(Diagnostic) -> FontLock {
    let found = FontSearch.paths(of: Set(faces.map(\.file)), in: folders)
    let missing = faces.filter { found[$0.file] == nil && $0.script == nil }
    guard missing.isEmpty else { throw Diagnostic(FontIssue.missing(missing)) }
    var locked: [Face] = []
    for face in faces where found[face.file] != nil {
      locked.append(try FontLock.locked(face, at: found[face.file]?.first ?? face.file))
    }
    return FontLock(schema: schema, faces: locked)
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
