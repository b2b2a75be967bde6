import Basics
import Diagnostics
import Files
import Foundation

/// The inventory of an archive after one pass.
package struct ArchiveSurvey: Sendable {
  /// The names of the first few files.
  private(set) var names: [String] = []
  private(set) var fileCount = 0
  package private(set) var documentCount = 0
  private(set) var documents = ArchiveDocuments()
  /// Bytes by path; 0 if unknown before unpacking.
  private(set) var pictures: [String: Int] = [:]
  /// Videos, audio and other files that are not unpacked.
  private(set) var others: Set<String> = []
  /// Whether it was read to its end.
  private(set) var isWhole = true
  /// The paths of images whose names have an additional prefix: `tweets_media/123-abc.jpg` by `abc.jpg`.
  private(set) var prefixed: [String: String] = [:]
  /// Nested archives, each with the file in the folder that it was unpacked into.
  private(set) var archives: [(path: RelativePath, file: RelativePath)] = []
  package var diagnostics = DiagnosticTally()
  private var leftAlone = IgnoredFiles()
  /// The size of documents and of nested archives.
  private(set) var documentBytes = 0
  private var pictureBytes = 0
  private var isFullOfPictures = false

  private static let namedFiles = 5
  /// The maximum number of nested archives to read.
  private static let innerArchives = 100

  /// Reads an archive from its first entry to its last, or as far as possible.
  init(
    _ file: RegularFile, form: ArchiveReader.Form, name: String, limits: FeedArchiveLimits, into folder: ScratchFolder
  ) {
    var last: String?
    func place(_ path: String?) -> Place { Place(file: path.map { "\(name)/\($0)" } ?? name) }
    let documents = ArchiveDocuments.Writer(into: folder)
    do throws(ArchiveFault) {
      let reader = try ArchiveReader(file, form: form, limits: limits.archive)
      while let entry = try reader.next() {
        let shown = String(decoding: entry.name, as: UTF8.self)
        last = shown
        guard let path = ownPath(of: entry, at: { place(shown) }) else { continue }
        try take(entry, path, from: reader, into: documents, folder, at: { place(path.text) }, limits)
      }
      if fileCount == 0 { diagnostics.add(ArchiveIssue.empty, at: place(nil)) }
    } catch {
      isWhole = false
      diagnostics.add(ArchiveIssue.unreadable(error), at: place(last))
    }
    do throws(FileError) {
      self.documents = try documents.finish()
    } catch {
      diagnostics.add(ArchiveIssue.noRoom(error), at: place(nil))
    }
    if documentCount > 0 || !archives.isEmpty {
      for issue in leftAlone.issues { diagnostics.add(issue, at: place(nil)) }
    }
  }

  /// Nil for skipped files; those that a user may miss are reported.
  private mutating func ownPath(of entry: ArchiveEntry, at place: () -> Place) -> RelativePath? {
    if entry.kind == .folder { return nil }
    switch ArchivePath(entry.name) {
    case .nothing: return nil
    case .leadsOut: diagnostics.add(ArchiveIssue.leadsOut, at: place())
    case .unusable: diagnostics.add(ArchiveIssue.unusableName, at: place())
    case .inside(let path):
      switch entry.kind {
      case .file, .folder: return path
      case .link: diagnostics.add(ArchiveIssue.link, at: place())
      case .special: diagnostics.add(ArchiveIssue.special, at: place())
      }
    }
    return nil
  }

  private mutating func take(
    _ entry: ArchiveEntry, _ path: RelativePath, from reader: ArchiveReader, into documents: ArchiveDocuments.Writer,
    _ folder: ScratchFolder, at place: () -> Place, _ limits: FeedArchiveLimits
  ) throws(ArchiveFault) {
    fileCount += 1
    if names.count < Self.namedFiles { names.append(path.text) }
    let role = ArchiveFileClassifier.role(of: path)
    if entry.isEncrypted, role != .other { return diagnostics.add(ArchiveIssue.entry(.encrypted), at: place()) }
    switch role {
    case .document: try unpack(path, from: reader, into: documents, at: place, limits)
    case .picture: add(picture: path, entry.size ?? 0, at: place, limits)
    case .archive: try keep(archive: path, from: reader, in: folder, at: place, limits)
    case .tooDeep: diagnostics.add(ArchiveIssue.tooDeep(limit: FeedFolderWalk.depthLimit), at: place())
    case .other:
      others.insert(path.text)
      leftAlone.add(path.text)
    case .passedOver: break
    }
  }

  private mutating func unpack(
    _ path: RelativePath, from reader: ArchiveReader, into documents: ArchiveDocuments.Writer, at place: () -> Place,
    _ limits: FeedArchiveLimits
  ) throws(ArchiveFault) {
    let limit = min(limits.documentBytes, limits.documentsBytes - documentBytes)
    let outcome = try documents.add(path, from: reader, limit: limit)
    documentBytes += outcome.bytes
    switch outcome.failure {
    case nil: documentCount += 1
    case .tooLarge:
      let isAlone = limit == limits.documentBytes
      diagnostics.add(
        isAlone ? ArchiveIssue.documentTooLarge(limit: limit) : .documentsTooLarge(limit: limits.documentsBytes),
        at: place())
    case .entry(let fault): diagnostics.add(ArchiveIssue.entry(fault), at: place())
    case .nameTaken: diagnostics.add(ArchiveIssue.sameName, at: place())
    case .unusableName: diagnostics.add(ArchiveIssue.unusableName, at: place())
    case .noRoom(let error): diagnostics.add(ArchiveIssue.noRoom(error), at: place())
    }
  }

  /// Unpacks a nested archive, to be read separately.
  private mutating func keep(
    archive path: RelativePath, from reader: ArchiveReader, in folder: ScratchFolder, at place: () -> Place,
    _ limits: FeedArchiveLimits
  ) throws(ArchiveFault) {
    // Hidden, so that no image of the archive has this name.
    guard limits.depth > 0, archives.count < Self.innerArchives,
      let file = RelativePath(found: Array(".archive-\(archives.count + 1)".utf8))
    else { return diagnostics.add(ArchiveIssue.nested, at: place()) }
    let outcome = try reader.unpack(to: file, in: folder, limit: limits.documentsBytes - documentBytes)
    documentBytes += outcome.bytes
    switch outcome.failure {
    case nil: archives.append((path, file))
    case .tooLarge: diagnostics.add(ArchiveIssue.documentsTooLarge(limit: limits.documentsBytes), at: place())
    case .entry(let fault): diagnostics.add(ArchiveIssue.entry(fault), at: place())
    case .nameTaken, .unusableName: diagnostics.add(ArchiveIssue.unusableName, at: place())
    case .noRoom(let error): diagnostics.add(ArchiveIssue.noRoom(error), at: place())
    }
  }

  private mutating func add(picture path: RelativePath, _ size: Int, at place: () -> Place, _ limits: FeedArchiveLimits)
  {
    guard !isFullOfPictures else { return }
    let (sum, overflow) = pictureBytes.addingReportingOverflow(max(0, size))
    guard !overflow, sum <= limits.picturesBytes else {
      isFullOfPictures = true
      return diagnostics.add(ArchiveIssue.picturesTooLarge(limit: limits.picturesBytes), at: place())
    }
    pictureBytes = sum
    guard pictures.updateValue(max(0, size), forKey: path.text) == nil else {
      return diagnostics.add(ArchiveIssue.sameName, at: place())
    }
    if let name = PrefixedMedia.name(of: path.text) { prefixed[name] = path.text }
  }
}

/// Limits on what is unpacked from an archive and read.
package struct FeedArchiveLimits: Hashable, Sendable {
  package var archive = ArchiveLimits()
  /// The size of one document; reading it takes about ten times as much memory.
  package var documentBytes = 512 << 20
  package var documentsBytes = 4 << 30
  /// The maximum nesting of archives.
  var depth = 3
  /// The same as for a photo's file.
  var pictureBytes = 256 << 20
  package var picturesBytes = 16 << 30

  package init() {}
}

/// Decides by name what is unpacked from an archive; all other files are ignored.
package enum ArchiveFileClassifier {
  /// The treatment of a file in an archive.
  package enum Role: Hashable {
    /// It may be a feed, or describe its owner.
    case document
    case picture
    /// A nested archive.
    case archive
    /// A document or image in folders nested too deeply.
    case tooDeep
    /// In a folder that is not searched for feeds, or not a feed by its name.
    case passedOver
    /// Videos, web pages and other files of an account.
    case other
  }

  package static func role(of path: RelativePath) -> Role {
    let name = String(decoding: path.name, as: UTF8.self).lowercased()
    let role = role(of: path, called: name)
    let isDeep = path.names.count > FeedFolderWalk.depthLimit + 1
    return isDeep && (role == .document || role == .picture) ? .tooDeep : role
  }

  private static func role(of path: RelativePath, called name: String) -> Role {
    if DocumentName.isDocument(name) {
      let names = path.names.map { String(decoding: $0, as: UTF8.self) }
      let isRead = names.indices.allSatisfy { index in
        !DocumentName.isPassedOver(names[index])
          || index > 0 && DocumentName.isMediaWithDocuments(names[index], in: names[index - 1])
      }
      return isRead ? .document : .passedOver
    }
    let dot = UInt8(ascii: ".")
    guard name.utf8.contains(dot), let ending = name.utf8.split(separator: dot).last.map({ Substring($0) }) else {
      return .other
    }
    if DocumentName.isArchive(name) { return .archive }
    // Includes images that can't be decoded, so that they are reported as such instead of missing.
    guard ImageFormat(ending: ending) != nil else { return .other }
    return isUnused(path) ? .passedOver : .picture
  }

  /// Images of deleted posts and of conversations with Grok are in no post and no chat.
  private static func isUnused(_ path: RelativePath) -> Bool {
    path.names.dropLast().contains { folder in
      let name = String(decoding: folder, as: UTF8.self)
      return name.hasSuffix("_media") && ["deleted_", "grok_"].contains { name.hasPrefix($0) }
    }
  }
}

/// A name in an archive as a path below its folder.
enum ArchivePath {
  case inside(RelativePath)
  /// It would lead out of the folder: an absolute path, or one with `..`.
  case leadsOut
  /// Not usable as a file name: control characters, a backslash, more than 255 bytes.
  case unusable
  /// The folder itself, and system files (`.DS_Store`, `__MACOSX`).
  case nothing

  init(_ name: [UInt8]) {
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    let parts = name.split(separator: slash).filter { !$0.elementsEqual([dot]) }
    if name.first == slash || parts.contains(where: { $0.elementsEqual([dot, dot]) }) || Self.hasDrive(name) {
      self = .leadsOut
    } else if parts.isEmpty || parts.contains(where: { $0.first == dot }) || parts[0].elementsEqual("__MACOSX".utf8) {
      self = .nothing
    } else {
      // Invalid UTF-8 is replaced, so that every name can be printed and requested.
      let text = String(decoding: Array(parts.joined(separator: [slash])), as: UTF8.self)
      self = RelativePath(text).map(Self.inside) ?? .unusable
    }
  }

  /// `C:\…`
  private static func hasDrive(_ name: [UInt8]) -> Bool {
    name.count > 2 && name[1] == UInt8(ascii: ":") && [UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(name[2])
  }
}

extension ArchiveReader {
  /// The result of unpacking one file.
  struct UnpackResult {
    enum Failure {
      case tooLarge
      /// The following entries of the archive can be read.
      case entry(ArchiveFault)
      case nameTaken
      /// A folder can't be created, because a file has its name.
      case unusableName
      case noRoom(FileError)
    }

    var bytes = 0
    /// Nil if the whole file was unpacked.
    var failure: Failure?
  }

  /// Writes the entry that was returned last. An oversized one is not kept.
  ///
  /// - Parameter limit: The maximum size in bytes.
  /// - Throws: `ArchiveFault` if nothing more of the archive can be read.
  func unpack(to path: RelativePath, in folder: ScratchFolder, limit: Int) throws(ArchiveFault) -> UnpackResult {
    var result = UnpackResult()
    let sink: FileSink
    do throws(FileError) {
      sink = try folder.tree.create(path)
    } catch {
      result.failure =
        switch error.code {
        case EEXIST: .nameTaken
        case ENOTDIR, nil, EISDIR: .unusableName
        default: .noRoom(error)
        }
      return result
    }
    try unpack(into: sink, limit: limit, &result)
    if result.failure != nil { try? folder.tree.remove(path) }
    return result
  }

  /// Like `unpack(to:in:limit:)`, but appends to a file.
  ///
  /// - Parameter result: The result, also for a truncated entry.
  func unpack(into sink: FileSink, limit: Int, _ result: inout UnpackResult) throws(ArchiveFault) {
    do throws(ArchiveFault) {
      try read { bytes throws(ArchiveFault) in
        guard result.bytes + bytes.count <= limit else {
          result.failure = .tooLarge
          return false
        }
        result.bytes += bytes.count
        return result.write { () throws(FileError) in try sink.append(bytes) }
      }
    } catch {
      _ = result.write { () throws(FileError) in try sink.end() }
      guard error.isOfEntry else { throw error }
      if result.failure == nil { result.failure = .entry(error) }
      return
    }
    if result.failure == nil { _ = result.write { () throws(FileError) in try sink.end() } }
  }
}

extension ArchiveReader.UnpackResult {
  /// - Returns: Whether writing succeeded.
  fileprivate mutating func write(_ body: () throws(FileError) -> Void) -> Bool {
    do throws(FileError) {
      try body()
      return true
    } catch {
      failure = .noRoom(error)
      return false
    }
  }
}
