import CPangoCairo
import Diagnostics
import Files

/// The fonts of a lock and their state on this machine; every file is read completely. For `feedproof fonts`.
package struct FontReport: Sendable, Hashable {
  package enum Status: String, Codable, Sendable { case ok, missing, different }

  package struct Entry: Sendable, Hashable {
    package let face: FontLock.Face
    package let status: Status
    /// The file with the locked bytes, else the first file with the name.
    package let path: String?
  }

  /// The entries in the order of the lock.
  package let entries: [Entry]

  package var isSound: Bool { entries.allSatisfy { $0.status == .ok } }
}

extension FontSet {
  /// Compares the lock with the files under `folders`, including their digests.
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
  /// Returns the same faces locked to the files under `folders`: sizes, digests and versions are updated, everything
  /// else is kept. An optional face is dropped if its file is missing.
  ///
  /// Throws a `Diagnostic`: `font.missing`, `font.different` (unreadable), `font.unusable`.
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

  /// Returns candidate files by the place of the face: the project's own file if the lock names one, else the files
  /// with the name under `folders`. Faces without any file are left out.
  func candidates(in folders: [String]) -> [String: [String]] {
    var found = FontSearch.paths(of: Set(faces.filter { $0.path == nil }.map(\.file)), in: folders)
    for path in faces.compactMap(\.path) {
      let file = path.hasPrefix("/") ? path : "\(folder ?? ".")/\(path)"
      if FontSearch.size(of: file) != nil { found[path] = [file] }
    }
    return found
  }

  /// Returns the face with the size, digest and version of the file at `path`.
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

  /// Returns the result of `body` for a file's bytes; nil if it can't be read.
  static func contents<Result>(of path: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    guard let blob = FontBlob.open(path) else { return nil }
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    let data = hb_blob_get_data(blob, &length)
    return body(UnsafeRawBufferPointer(start: data, count: Int(length)))
  }

  /// Returns the number in the version string of the name table ("Version 3.019;git-0a5106e0b" → "3.019"); nil if the
  /// file has no such face.
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
  /// The path or file name that identifies the file.
  var place: String { path ?? file }
}

/// Recognizes font files by name.
package enum FontFileName {
  package static func isFont(_ name: String) -> Bool {
    [".ttf", ".otf", ".ttc", ".otc"].contains(where: name.lowercased().hasSuffix)
  }
}

/// Finds font files by name in folders.
package enum FontSearch {
  /// Returns paths by file name, in the order of the folders and, within each, of the sorted paths, so that the
  /// machine's directory order doesn't matter. Missing folders are ignored.
  package static func paths(of names: Set<String>, in folders: [String]) -> [String: [String]] {
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

  /// Returns every font file, in the same order.
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

  /// - Parameter take: Whether an entry, by its name and path, is wanted.
  private static func walk(_ folder: String, depth: Int, _ take: (String, String) -> Bool) {
    // A folder that links to its own parent would recurse forever.
    guard depth < 12, let entries = try? FileTree(folder).entries() else { return }
    for entry in entries {
      let name = entry.path.text
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if !take(name, path), !looksLikeFile(name), isFolder(entry, path) {
        walk(path, depth: depth + 1, take)
      }
    }
  }

  /// Returns the sorted entries of a folder; empty if it doesn't exist.
  static func names(in folder: String) -> [String] {
    ((try? FileTree(folder).entries()) ?? []).map(\.path.text)
  }

  private static func isFolder(_ entry: FileTree.Entry, _ path: String) -> Bool {
    entry.kind == .folder || entry.kind == .link && FileStamp(path, following: true)?.kind == .folder
  }

  /// Avoids a system call for each of the thousands of unwanted font files.
  private static func looksLikeFile(_ name: String) -> Bool {
    [".ttf", ".otf", ".ttc", ".gz", ".pfb", ".afm", ".t1", ".dir", ".scale"].contains { name.hasSuffix($0) }
  }

  /// Returns the file size in bytes; nil if there is no file.
  static func size(of path: String) -> Int? {
    guard let stamp = FileStamp(path, following: true), stamp.kind == .file else { return nil }
    return stamp.size
  }
}
