import FeedSources
import Files
import Foundation
import Projects
import Support

/// An archive from a service, listed entry by entry, then read as a feed with its photos.
enum ArchiveTarget {
  /// Far below the real limits, so that inputs of some kilobytes reach each of them.
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
    // Reading a larger archive as a feed would take too long.
    if let contents, contents.isBounded { try readFeed(url, pictures: contents.pictures) }
    try checkNothingEscaped()
    try place.checkOutside()
  }

  // MARK: Entries

  private struct Contents {
    /// Names of files that look like images.
    var pictures: [String] = []
    /// Whether the archive ended, or turned out to be damaged, within the limits.
    var isBounded = true
  }

  /// - Returns: nil if the input is not a supported archive.
  private static func contents(of url: URL) throws -> Contents? {
    let file = try RegularFile(url)
    guard case .readable(let form)? = try ArchiveKind.recognise(file) else { return nil }
    var contents = Contents()
    var (entries, unpacked) = (0, 0)
    // The ratio limit applies once the unpacked bytes exceed `freeBytes`.
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

  // MARK: Reading as a feed

  private static func readFeed(_ url: URL, pictures: [String]) throws {
    let folder = url.deletingLastPathComponent()
    let found = FeedFiles.find(of: Project(folder: folder, feeds: [url], output: folder))
    var count = 0
    if let source = try? FeedSource.open(found, keptBytes: 0, report: { _ in count += 1 }) {
      let posts = source.posts()
      while let post = try? posts.next() { try Violation.unless(!post.id.isEmpty, "a post without an id") }
    }
    // The first diagnostics of a kind are reported, the others counted.
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

  /// Checks that only files and folders were unpacked, and not more bytes than allowed.
  private static func checkFiles(in folder: URL) throws {
    var bytes = 0
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? [] {
      let stamp = FileStamp("\(folder.path)/\(path)", following: false)
      try Violation.unless(
        stamp?.kind == .file || stamp?.kind == .folder, "\(path.debugDescription) is neither file nor folder")
      if stamp?.kind == .file { bytes += stamp?.size ?? 0 }
    }
    // Documents and images are unpacked separately.
    try Violation.unless(bytes <= 2 * limits.freeBytes + (64 << 20), "\(bytes) bytes are unpacked")
  }

  // MARK: Outside

  /// The name of entries whose paths lead out of the unpacked folder.
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
