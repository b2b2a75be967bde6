import Archives
import FeedSources
import Files
import Foundation
import Projects
import Support

/// An archive that a service is said to have made: gone through entry by entry, then read as a feed with its pictures.
enum ArchiveTarget {
  /// Far below what an archive of an account may take, so that inputs of some kilobytes come to every bound.
  private static let limits: ArchiveLimits = {
    var limits = ArchiveLimits()
    (limits.entries, limits.ratio, limits.freeBytes, limits.headerBytes) = (500, 50, 1 << 20, 1 << 18)
    return limits
  }()

  static func run(_ input: [UInt8]) throws {
    let place = try FuzzPlace()
    let url = URL(fileURLWithPath: place.inside).appendingPathComponent("archive")
    try FuzzPlace.write(input, to: url.path)
    let contents = try contents(of: url)
    // As a feed, an archive may take more than there is time for.
    if let contents, contents.isBounded { try readFeed(url, pictures: contents.pictures) }
    try checkNothingEscaped()
    try place.checkOutside()
  }

  // MARK: Entries

  private struct Contents {
    /// Names of files that look like pictures.
    var pictures: [String] = []
    /// Whether it came to its end, or to damage, within the limits.
    var isBounded = true
  }

  /// - Returns: Nil for what is no archive that is read.
  private static func contents(of url: URL) throws -> Contents? {
    let file = try RegularFile(url)
    guard case .readable(let form)? = try ArchiveKind.recognise(file) else { return nil }
    var contents = Contents()
    var (entries, unpacked) = (0, 0)
    // Once the bytes have come to more than the free ones, they are no more than so many times the archive.
    let allowed = max(limits.freeBytes, file.stamp.size * limits.ratio)
    do throws(ArchiveFault) {
      let reader = try ArchiveReader(file, form: form, limits: limits)
      while let entry = try reader.next() {
        entries += 1
        let name = String(decoding: entry.name, as: UTF8.self)
        if entry.kind == .file, name.hasSuffix(".png") { contents.pictures.append(name) }
        do throws(ArchiveFault) {
          try reader.read { bytes in
            unpacked += bytes.count
            return true
          }
        } catch  where error.isOfEntry {
          continue
        }
      }
    } catch {
      switch error {
      case .bomb, .tooManyEntries, .hugeHeader: contents.isBounded = false
      case .file, .truncated, .damaged, .encrypted, .sparse: break
      }
    }
    try Violation.unless(entries <= limits.entries, "\(entries) entries are given")
    try Violation.unless(unpacked <= allowed, "\(input(file)) come to \(unpacked) bytes")
    return contents
  }

  private static func input(_ file: RegularFile) -> String { "\(file.stamp.size) bytes" }

  // MARK: As a feed

  private static func readFeed(_ url: URL, pictures: [String]) throws {
    let folder = url.deletingLastPathComponent()
    let found = FeedFiles.find(of: Project(folder: folder, feeds: [url], output: folder))
    var count = 0
    if let source = try? FeedSource.open(found, keptBytes: 0, report: { _ in count += 1 }) {
      let posts = source.posts()
      while let post = try? posts.next() { try Violation.unless(!post.id.isEmpty, "a post without an id") }
    }
    // The first of a kind is told, the others counted.
    try Violation.unless(count < 10_000, "diagnostics without bound: \(count)")
    for archive in found.archives {
      let photos = PhotoFiles(roots: [archive.folder], archives: [archive])
      for name in pictures.prefix(20) {
        guard case .file(let path, _) = photos.find(name) else { continue }
        try Violation.unless(path.hasPrefix(resolved(archive.folder) + "/"), "\(name) is unpacked at \(path)")
      }
      try checkFiles(in: archive.folder)
    }
  }

  private static func resolved(_ folder: URL) -> String { ResolvedPath.of(folder.path) ?? folder.path }

  /// What is unpacked are files of ours and their folders, and no more than the archive may come to.
  private static func checkFiles(in folder: URL) throws {
    var bytes = 0
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? [] {
      let stamp = FileStamp("\(folder.path)/\(path)", following: false)
      try Violation.unless(
        stamp?.kind == .file || stamp?.kind == .folder, "\(path.debugDescription) is neither file nor folder")
      if stamp?.kind == .file { bytes += stamp?.size ?? 0 }
    }
    // Documents and pictures come of two ways through the archive.
    try Violation.unless(bytes <= 2 * limits.freeBytes + (64 << 20), "\(bytes) bytes are unpacked")
  }

  // MARK: Outside

  /// A file that entries are called whose names lead out of the folder that is unpacked into.
  static let escapee = "feedproof-fuzz-escapee.json"

  private static func checkNothingEscaped() throws {
    let temporary = FileManager.default.temporaryDirectory
    for folder in [temporary, temporary.deletingLastPathComponent(), URL(fileURLWithPath: "/")] {
      let file = folder.appendingPathComponent(escapee)
      guard FileStamp(file.path, following: false) != nil else { continue }
      try? FileManager.default.removeItem(at: file)
      throw Violation("an entry was written to \(file.path)")
    }
  }
}
