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
        "archive.unknown-kind", "\(name) archives are not read",
        hint: "unpack it and give the folder, or pack it as .zip or .tar.gz")
    case .leadsOut:
      .warning("archive.leads-out", "the path leads out of the archive, and is left out")
    case .link:
      .warning("archive.not-a-file", "a link in an archive is left out")
    case .special:
      .warning("archive.not-a-file", "a device, pipe or socket in an archive is left out")
    case .unusableName:
      .warning("archive.name", "no file can be called so here; it is left out")
    case .sameName:
      .warning("archive.name", "another file of the archive has this name already; the first is read")
    case .nested:
      .warning(
        "archive.nested", "an archive inside of the archive is not looked into",
        hint: "where a feed lies in it, take it out and give it too")
    case .tooDeep(let limit):
      .warning(
        "input.too-many-files", "what lies more than \(limit) folders deep is not unpacked",
        hint: "name the folders or files that contain the feed")
    case .documentTooLarge(let limit):
      .error(
        "archive.too-large", "the document has more than \(ByteCount.text(limit))",
        hint: "where it is what it should be, unpack it and give the folder")
    case .documentsTooLarge(let limit):
      .error(
        "archive.too-large", "the archive's documents take more than \(ByteCount.text(limit)) together",
        hint: "where it is what it should be, unpack it and give the folder")
    case .picturesTooLarge(let limit):
      .warning(
        "archive.too-large",
        "the archive's pictures take more than \(ByteCount.text(limit)); from here on they are left out",
        hint: "where it is what it should be, unpack it and give the folder")
    case .pictureTooLarge(let limit):
      .warning("archive.too-large", "the picture has more than \(ByteCount.text(limit))")
    case .noRoom(let error):
      .error(
        "archive.no-room", "the archive can't be unpacked: \(error.fact.reason)",
        hint: "make room there, or name another folder in TMPDIR", kind: .environment)
    case .changed:
      .warning(
        "input.changed", "the archive has changed since this run began to read it; pictures that it had are missing",
        hint: "run again when no program writes to it")
    case .empty:
      .error(
        "archive.empty", "the archive is empty",
        hint: "a feed is \(Self.feeds), or any .json, .ndjson or .jsonl")
    case .noFeed(let count, let names):
      .error(
        "archive.no-feed",
        "the archive holds no feed; \(count == 1 ? "its one file is" : "of its \(count) files the first are") "
          + names.joined(separator: ", "),
        hint: "a feed is \(Self.feeds), or any .json, .ndjson or .jsonl")
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
    case .truncated: "the archive ends in the middle of it"
    case .damaged(let reason, _): "it is damaged" + (reason.map { " (\($0))" } ?? "")
    case .encrypted: "it is encrypted"
    case .tooManyEntries(let limit): "it has more than \(limit) files"
    case .bomb(let unpacked, let packed):
      "\(ByteCount.text(unpacked, rounded: .down)) and more come of \(ByteCount.text(packed))"
    case .hugeHeader(let limit): "its description takes more than \(ByteCount.text(limit))"
    case .sparse: "it is a file with holes"
    }
  }

  /// Appended if the rest of the archive can't be read.
  fileprivate var ending: String {
    switch self {
    case .tooManyEntries(let limit): "after \(limit) files no more of the archive is looked at"
    case .bomb(let unpacked, let packed):
      "the archive unpacks to \(ByteCount.text(unpacked, rounded: .down)) and more of \(ByteCount.text(packed)): no archive of an account "
        + "does, so nothing more of it is read"
    case .hugeHeader(let limit): "what describes the next file takes more than \(ByteCount.text(limit))"
    case .truncated: "the archive ends in the middle: what follows here is lost"
    case .file, .damaged, .encrypted, .sparse: "the archive can't be read any further: \(reason)"
    }
  }

  fileprivate var hint: String? {
    switch self {
    case .bomb, .hugeHeader: "where it is what it should be, unpack it and give the folder"
    case .tooManyEntries: "unpack it and name the folders or files that contain the feed"
    case .file, .truncated, .damaged, .encrypted, .sparse: entryHint
    }
  }

  fileprivate var entryHint: String? {
    switch self {
    case .encrypted: "unpack it with its password, and give the folder"
    case .truncated, .damaged: "download the archive again; what was read of it is shown"
    case .file, .tooManyEntries, .bomb, .hugeHeader, .sparse: nil
    }
  }
}

extension ArchiveIssue {
  /// `outbox.json in Mastodon's archives, result.json in Telegram's`
  private static var feeds: String {
    let known = ArchiveLayout.feeds.sorted { $0.service.name < $1.service.name }
    return known.enumerated().map { index, feed in
      "\(feed.name) in \(feed.service.name)'s\(index == 0 ? " archives" : "")"
    }.joined(separator: ", ")
  }
}
