import Basics
import Diagnostics
import FeedReading
import Files
import Foundation
import Synchronization

/// An archive from a service, used in place of the folder that it contains.
///
/// One pass unpacks its documents into a single temporary file and lists its images. Images are unpacked when one of
/// them is first needed, as far as necessary: a run that draws nothing unpacks none, and videos are skipped. The folder
/// is deleted with this object.
package final class FeedArchive: Sendable {
  /// The name in diagnostics.
  package let name: String
  let path: String
  /// The enclosing archive, from which this one was unpacked.
  let outer: FeedArchive?
  private let form: ArchiveReader.Form
  private let limits: FeedArchiveLimits
  /// The stamp at the first pass.
  private let stamp: FileStamp
  private let scratch: ScratchFolder
  package let survey: ArchiveSurvey
  private let unpacking = Mutex(Unpacking())

  /// The second pass through the archive, which advances as images are needed.
  private struct Unpacking {
    var reader: ArchiveReader?
    var isOver = false
    var bytes = 0
    var diagnostics = DiagnosticTally()
  }

  /// Reads the archive.
  ///
  /// - Throws: `Diagnostic` if it can't be opened, or if nothing can be unpacked on this machine.
  package init(
    _ url: URL, form: ArchiveReader.Form, name: String, limits: FeedArchiveLimits = FeedArchiveLimits(),
    within outer: FeedArchive? = nil
  ) throws(Diagnostic) {
    (path, self.form, self.name, self.limits, self.outer) = (url.path, form, name, limits, outer)
    do throws(FileError) {
      let file = try RegularFile(url)
      stamp = file.stamp
      scratch = try ScratchFolder()
      survey = ArchiveSurvey(file, form: form, name: name, limits: limits, into: scratch)
    } catch {
      throw error.path == url.path
        ? error.unreadable(as: name) : Diagnostic(ArchiveIssue.noRoom(error), at: Place(file: name))
    }
  }

  /// The folder that images are unpacked into.
  package var folder: URL { scratch.url }

  /// - Throws: `FileError` if there is no such document.
  func document(_ path: RelativePath?) throws(FileError) -> RegularFile {
    guard let path, let file = survey.documents[path] else { throw FileError(path?.text ?? name, .system(ENOENT)) }
    return file
  }

  /// The problems with images since the archive was opened.
  package var diagnostics: [Diagnostic] { unpacking.withLock { $0.diagnostics.diagnostics } }

  /// The remaining limits for nested archives.
  var innerLimits: FeedArchiveLimits {
    var limits = limits
    limits.depth -= 1
    limits.documentsBytes -= survey.documentBytes
    return limits
  }

  private var outermost: FeedArchive { outer?.outermost ?? self }

  // MARK: Images

  /// The path below the folder if the archive contains the image.
  package func picture(_ path: String) -> String? { survey.pictures[path] == nil ? nil : path }

  /// The path of an image whose name has an additional prefix in the archive.
  func picture(named name: String) -> String? { survey.prefixed[name] }

  /// Identifies an image and its version without unpacking it: the same in each run as long as the archive's file is
  /// unchanged.
  func stamp(ofPicture path: String) -> FileStamp? {
    guard let size = survey.pictures[path] else { return nil }
    var hash = FNV1a64(of: outer == nil ? path : "\(name)/\(path)")
    // The file unpacked for this run will be a different one in the next.
    let stamp = outermost.stamp
    hash.append(String(stamp.inode))
    hash.append(String(stamp.size))
    var own = stamp
    (own.inode, own.size) = (hash.value, size)
    return own
  }

  /// Unpacks an image, and those before it in the archive.
  ///
  /// - Returns: The file; nil if it can't be unpacked.
  package func unpack(_ picture: String) -> URL? {
    guard survey.pictures[picture] != nil, let name = RelativePath(picture) else { return nil }
    let file = folder.appendingPathComponent(picture)
    // A file gets its final name once it is complete.
    if scratch.tree.stamp(of: name) != nil { return file }
    return unpacking.withLock { state in
      while !state.isOver, scratch.tree.stamp(of: name) == nil { unpackNext(&state) }
      return scratch.tree.stamp(of: name) == nil ? nil : file
    }
  }

  /// Advances to the next image and unpacks it.
  private func unpackNext(_ state: inout Unpacking) {
    var last: String?
    do throws(ArchiveFault) {
      if state.reader == nil { state.reader = try begin(&state) }
      guard let reader = state.reader else { return state.isOver = true }
      while let entry = try reader.next() {
        last = String(decoding: entry.name, as: UTF8.self)
        guard entry.kind == .file, case .inside(let path) = ArchivePath(entry.name), !entry.isEncrypted,
          survey.pictures[path.text] != nil, scratch.tree.stamp(of: path) == nil
        else { continue }
        return try unpack(path, from: reader, &state)
      }
    } catch {
      // A problem that was reported in the first pass is not repeated.
      if survey.isWhole { tell(.unreadable(error), at: last, &state) }
    }
    (state.isOver, state.reader) = (true, nil)
  }

  /// - Returns: Nil if the archive has changed.
  private func begin(_ state: inout Unpacking) throws(ArchiveFault) -> ArchiveReader? {
    let file: RegularFile
    do throws(FileError) {
      file = try RegularFile(path)
    } catch {
      throw .file(error)
    }
    if file.stamp == stamp { return try ArchiveReader(file, form: form, limits: limits.archive) }
    tell(.changed, at: nil, &state)
    return nil
  }

  private func unpack(
    _ path: RelativePath, from reader: ArchiveReader, _ state: inout Unpacking
  ) throws(ArchiveFault) {
    let limit = min(limits.pictureBytes, limits.picturesBytes - state.bytes)
    try? scratch.tree.remove(Self.unfinished)
    let outcome = try reader.unpack(to: Self.unfinished, in: scratch, limit: limit)
    state.bytes += outcome.bytes
    switch outcome.failure {
    case nil: try? scratch.tree.rename(Self.unfinished, to: path)
    case .entry(let fault): tell(.entry(fault), at: path.text, &state)
    case .tooLarge: tell(.pictureTooLarge(limit: limit), at: path.text, &state)
    case .nameTaken, .unusableName: tell(.unusableName, at: path.text, &state)
    case .noRoom(let error):
      tell(.noRoom(error), at: path.text, &state)
      (state.isOver, state.reader) = (true, nil)
    }
  }

  /// Hidden, so that no archive contains this name.
  private static let unfinished: RelativePath = ".unfinished"

  private func tell(_ issue: ArchiveIssue, at path: String?, _ state: inout Unpacking) {
    state.diagnostics.add(issue, at: Place(file: path.map { "\(name)/\($0)" } ?? name))
  }
}

extension FeedArchive: Hashable {
  package static func == (left: FeedArchive, right: FeedArchive) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Image names with a prefix in some archives: the address ends in `abc.jpg`, and the file is
/// `tweets_media/123-abc.jpg`, where 123 is the id of its post or account.
enum PrefixedMedia {
  /// Folders with such files, next to the documents.
  static let folders = ArchiveLayout.all.flatMap(\.prefixedMedia)

  /// The name in the feed; nil for any other file.
  static func name(of path: String) -> String? {
    let slash = UInt8(ascii: "/")
    guard let last = path.utf8.lastIndex(of: slash) else { return nil }
    let folder = path[..<last].utf8.lastIndex(of: slash).map { path[path.index(after: $0)..<last] } ?? path[..<last]
    return folders.contains(String(folder)) ? name(ofFile: path[path.index(after: last)...]) : nil
  }

  /// The name for a file in one of the folders.
  static func name(ofFile file: some StringProtocol) -> String? {
    guard let dash = file.firstIndex(of: "-"), dash != file.startIndex,
      file[..<dash].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    let name = file[file.index(after: dash)...]
    return name.isEmpty ? nil : String(name)
  }
}
