import Archives
import Diagnostics
import Files

/// What an archive comes to when it is gone through once.
struct ArchiveSurvey: Sendable {
  /// What its files are called, up to a few.
  private(set) var names: [String] = []
  private(set) var fileCount = 0
  private(set) var documentCount = 0
  /// Bytes by path; 0 where nobody knows before they are unpacked.
  private(set) var pictures: [String: Int] = [:]
  /// Whether it was gone through to its end.
  private(set) var isWhole = true
  /// Where a picture lies whose name in the feed has another before it: `tweets_media/123-abc.jpg` by `abc.jpg`.
  private(set) var prefixed: [String: String] = [:]
  var diagnostics = DiagnosticTally()
  private var documentBytes = 0
  private var pictureBytes = 0
  private var isFullOfPictures = false

  private static let namedFiles = 5

  /// Goes through an archive from its first entry to its last, or as far as it can be read.
  init(
    _ file: RegularFile, form: ArchiveReader.Form, name: String, limits: FeedArchiveLimits, into folder: ScratchFolder
  ) {
    var last: String?
    func place(_ path: String?) -> Place { Place(file: path.map { "\(name)/\($0)" } ?? name) }
    do throws(ArchiveFault) {
      let reader = try ArchiveReader(file, form: form, limits: limits.archive)
      while let entry = try reader.next() {
        let shown = String(decoding: entry.name, as: UTF8.self)
        last = shown
        guard let path = ownPath(of: entry, at: place(shown)) else { continue }
        try take(entry, path, from: reader, into: folder, at: place(path.text), limits)
      }
      if fileCount == 0 { diagnostics.add(ArchiveIssue.empty, at: place(nil)) }
    } catch {
      isWhole = false
      diagnostics.add(ArchiveIssue.unreadable(error), at: place(last))
    }
  }

  /// Nil for what is left out, which is told where it might be missed.
  private mutating func ownPath(of entry: ArchiveEntry, at place: Place) -> RelativePath? {
    if entry.kind == .folder { return nil }
    switch ArchivePath(entry.name) {
    case .nothing: return nil
    case .leadsOut: diagnostics.add(ArchiveIssue.leadsOut, at: place)
    case .unusable: diagnostics.add(ArchiveIssue.unusableName, at: place)
    case .inside(let path):
      switch entry.kind {
      case .file, .folder: return path
      case .link: diagnostics.add(ArchiveIssue.link, at: place)
      case .special: diagnostics.add(ArchiveIssue.special, at: place)
      }
    }
    return nil
  }

  private mutating func take(
    _ entry: ArchiveEntry, _ path: RelativePath, from reader: ArchiveReader, into folder: ScratchFolder,
    at place: Place, _ limits: FeedArchiveLimits
  ) throws(ArchiveFault) {
    fileCount += 1
    if names.count < Self.namedFiles { names.append(path.text) }
    let role = ArchiveContents.role(of: path)
    if entry.isEncrypted, role != .other { return diagnostics.add(ArchiveIssue.entry(.encrypted), at: place) }
    switch role {
    case .document: try unpack(path, from: reader, into: folder, at: place, limits)
    case .picture: add(picture: path, entry.size ?? 0, at: place, limits)
    case .archive: diagnostics.add(ArchiveIssue.nested, at: place)
    case .other: break
    }
  }

  private mutating func unpack(
    _ path: RelativePath, from reader: ArchiveReader, into folder: ScratchFolder, at place: Place,
    _ limits: FeedArchiveLimits
  ) throws(ArchiveFault) {
    let limit = min(limits.documentBytes, limits.documentsBytes - documentBytes)
    let outcome = try reader.unpack(to: path, in: folder, limit: limit)
    documentBytes += outcome.bytes
    switch outcome.failure {
    case nil: documentCount += 1
    case .tooLarge:
      let isAlone = limit == limits.documentBytes
      diagnostics.add(
        isAlone ? ArchiveIssue.documentTooLarge(limit: limit) : .documentsTooLarge(limit: limits.documentsBytes),
        at: place)
    case .entry(let fault): diagnostics.add(ArchiveIssue.entry(fault), at: place)
    case .nameTaken: diagnostics.add(ArchiveIssue.sameName, at: place)
    case .unusableName: diagnostics.add(ArchiveIssue.unusableName, at: place)
    case .noRoom(let error): diagnostics.add(ArchiveIssue.noRoom(error), at: place)
    }
  }

  private mutating func add(picture path: RelativePath, _ size: Int, at place: Place, _ limits: FeedArchiveLimits) {
    guard !isFullOfPictures else { return }
    let (sum, overflow) = pictureBytes.addingReportingOverflow(max(0, size))
    guard !overflow, sum <= limits.picturesBytes else {
      isFullOfPictures = true
      return diagnostics.add(ArchiveIssue.picturesTooLarge(limit: limits.picturesBytes), at: place)
    }
    pictureBytes = sum
    guard pictures.updateValue(max(0, size), forKey: path.text) == nil else {
      return diagnostics.add(ArchiveIssue.sameName, at: place)
    }
    if let name = PrefixedMedia.name(of: path.text) { prefixed[name] = path.text }
  }
}

/// What of an archive is kept on the disk, and what is read of it.
struct FeedArchiveLimits: Hashable, Sendable {
  var archive = ArchiveLimits()
  /// Of one document: about ten times as much is needed while it is read.
  var documentBytes = 512 << 20
  var documentsBytes = 4 << 30
  /// As much as a photo's file may have.
  var pictureBytes = 256 << 20
  var picturesBytes = 16 << 30
}
