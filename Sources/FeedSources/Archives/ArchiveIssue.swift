import Diagnostics
import FeedReading
import Files
import Projects

/// A problem with an archive or its contents.
enum ArchiveIssue: Issue, Hashable {
  /// The rest of the archive can't be read.
  case unreadable(ArchiveFault)
  /// One of its files can't be read.
  case entry(ArchiveFault)
  /// An unsupported kind of archive.
  case otherKind(String)
  case leadsOut
  case link
  case special
  case unusableName
  /// Two of its files have the same name here.
  case sameName
  /// A nested archive.
  case nested
  case tooDeep(limit: Int)
  case documentTooLarge(limit: Int)
  case documentsTooLarge(limit: Int)
  case picturesTooLarge(limit: Int)
  case pictureTooLarge(limit: Int)
  /// There is no room for unpacked files.
  case noRoom(FileError)
  case changed
  case empty
  /// The number of files, and the names of the first ones.
  case noFeed(count: Int, names: [String])

  var text: IssueText {
    switch self {
    case .unreadable(let fault):
      .error("archive.\(fault.code)", fault.ending, hint: fault.hint)
    case .entry(let fault):
      .warning("archive.\(fault.code)", "the file can't be unpacked: \(fault.reason)", hint: fault.entryHint)
    case .otherKind(let name):
      .error(
        "archive.unknown-kind", "\(name) archives are not supported",
        hint: "unpack it and pass the folder, or repack it as .zip or .tar.gz")
    case .leadsOut:
      .warning("archive.leads-out", "the path points outside of the archive; the file is skipped")
    case .link:
      .warning("archive.not-a-file", "links in archives are skipped")
    case .special:
      .warning("archive.not-a-file", "devices, pipes and sockets in archives are skipped")
    case .unusableName:
      .warning("archive.name", "the name is not allowed on this system; the file is skipped")
    case .sameName:
      .warning("archive.name", "two files of the archive have this name; the first is read")
    case .nested:
      .warning(
        "archive.nested", "the archive is skipped: it is nested too deeply, or one of too many nested archives",
        hint: "if it contains a feed, extract it and pass it separately")
    case .tooDeep(let limit):
      .warning(
        "input.too-many-files", "files nested more than \(limit) folders deep are skipped",
        hint: "name the folders or files that contain the feed")
    case .documentTooLarge(let limit):
      .error(
        "archive.too-large", "the document is larger than \(ByteCount.text(limit))",
        hint: "if you trust the archive, unpack it and pass the folder")
    case .documentsTooLarge(let limit):
      .error(
        "archive.too-large", "the archive's documents are larger than \(ByteCount.text(limit)) in total",
        hint: "if you trust the archive, unpack it and pass the folder")
    case .picturesTooLarge(let limit):
      .warning(
        "archive.too-large",
        "the archive's images are larger than \(ByteCount.text(limit)) in total; the remaining ones are skipped",
        hint: "if you trust the archive, unpack it and pass the folder")
    case .pictureTooLarge(let limit):
      .warning("archive.too-large", "the image is larger than \(ByteCount.text(limit)) and is skipped")
    case .noRoom(let error):
      .error(
        "archive.no-room", "the archive can't be unpacked: \(error.fact.reason)",
        hint: "free some space there, or set TMPDIR to a folder on a larger disk", kind: .environment)
    case .changed:
      .warning(
        "input.changed", "the archive has changed since this run began to read it; some of its images are missing",
        hint: "run again when no other program is writing to it")
    case .empty:
      .error(
        "archive.empty", "the archive is empty",
        hint:
          "supported files: \(Self.feeds), or any .json, .ndjson or .jsonl; pass all parts of a split archive together")
    case .noFeed(let count, let names):
      .error(
        "archive.no-feed",
        "the archive contains no feed; \(count == 1 ? "its only file is" : "the first of its \(count) files are") "
          + names.joined(separator: ", "),
        hint:
          "supported files: \(Self.feeds), or any .json, .ndjson or .jsonl; pass all parts of a split archive together")
    }
  }
}

extension ArchiveFault {
  fileprivate var code: String {
    switch self {
    case .file: "unreadable"
    case .truncated: "truncated"
    case .damaged: "damaged"
    case .encrypted: "encrypted"
    case .tooManyEntries: "too-many-files"
    case .bomb, .hugeHeader: "bomb"
    case .sparse: "not-a-file"
    }
  }

  /// Wording for use after a colon.
  fileprivate var reason: String {
    switch self {
    case .file(let error): error.fact.reason
    case .truncated: "the archive ends before the end of the file"
    case .damaged(let reason, _): "it is damaged" + (reason.map { " (\($0))" } ?? "")
    case .encrypted: "it is encrypted"
    case .tooManyEntries(let limit): "it has more than \(limit) files"
    case .bomb(let unpacked, let packed):
      "\(ByteCount.text(packed)) unpack to more than \(ByteCount.text(unpacked, rounded: .down))"
    case .hugeHeader(let limit): "its header is larger than \(ByteCount.text(limit))"
    case .sparse: "it is a sparse file"
    }
  }

  /// Appended if the rest of the archive can't be read.
  fileprivate var ending: String {
    switch self {
    case .tooManyEntries(let limit): "the archive has more than \(limit) files; the rest is skipped"
    case .bomb(let unpacked, let packed):
      "the archive unpacks from \(ByteCount.text(packed)) to more than \(ByteCount.text(unpacked, rounded: .down)); real archives of "
        + "accounts never do, so the rest is skipped"
    case .hugeHeader(let limit): "the header of the next file is larger than \(ByteCount.text(limit))"
    case .truncated: "the archive is truncated; the files after this point are lost"
    case .file, .damaged, .encrypted, .sparse: "the rest of the archive can't be read: \(reason)"
    }
  }

  fileprivate var hint: String? {
    switch self {
    case .bomb, .hugeHeader: "if you trust the archive, unpack it and pass the folder"
    case .tooManyEntries: "unpack it and name the folders or files that contain the feed"
    case .file, .truncated, .damaged, .encrypted, .sparse: entryHint
    }
  }

  fileprivate var entryHint: String? {
    switch self {
    case .encrypted: "unpack it with its password, and pass the folder"
    case .truncated, .damaged: "download the archive again; the files read so far are used"
    case .file, .tooManyEntries, .bomb, .hugeHeader, .sparse: nil
    }
  }
}

extension ArchiveIssue {
  /// `outbox.json in Mastodon's archives, result.json in Telegram's`
  private static var feeds: String {
    let known = ArchiveLayout.feeds.sorted { $0.service.name < $1.service.name }
    return known.enumerated().map { index, feed in
      "\(feed.name) in \(feed.service.name)'s\(index == 0 ? " archive" : "")"
    }.joined(separator: ", ")
  }
}
