import Archives
import Diagnostics
import Files
import Projects

extension ArchiveIssue {
  var severity: Diagnostic.Severity {
    switch self {
    case .unreadable, .otherKind, .empty, .noFeed, .documentTooLarge, .documentsTooLarge, .noRoom: .error
    case .entry, .leadsOut, .link, .special, .unusableName, .sameName, .nested, .picturesTooLarge, .pictureTooLarge,
      .changed:
      .warning
    }
  }

  var kind: Diagnostic.Kind {
    if case .noRoom = self { .environment } else { .input }
  }

  var code: String {
    switch self {
    case .unreadable(let fault), .entry(let fault): "archive.\(fault.code)"
    case .otherKind: "archive.unknown-kind"
    case .leadsOut: "archive.leads-out"
    case .link, .special: "archive.not-a-file"
    case .unusableName, .sameName: "archive.name"
    case .nested: "archive.nested"
    case .documentTooLarge, .documentsTooLarge, .picturesTooLarge, .pictureTooLarge: "archive.too-large"
    case .noRoom: "archive.no-room"
    case .changed: "input.changed"
    case .empty: "archive.empty"
    case .noFeed: "archive.no-feed"
    }
  }

  var message: String {
    switch self {
    case .unreadable(.tooManyEntries(let limit)): "after \(limit) files no more of the archive is looked at"
    case .unreadable(.bomb(let unpacked, let packed)):
      "the archive unpacks to \(ByteCount.text(unpacked)) and more of \(ByteCount.text(packed)): no archive of an account "
        + "does, so nothing more of it is read"
    case .unreadable(.hugeHeader(let limit)): "what describes the next file takes more than \(ByteCount.text(limit))"
    case .unreadable(.truncated): "the archive ends in the middle: what follows here is lost"
    case .unreadable(let fault): "the archive can't be read any further: \(fault.reason)"
    case .entry(let fault): "the file can't be unpacked: \(fault.reason)"
    case .otherKind(let name): "\(name) archives are not read"
    case .leadsOut: "the path leads out of the archive, and is left out"
    case .link: "a link in an archive is left out"
    case .special: "a device, pipe or socket in an archive is left out"
    case .unusableName: "no file can be called so here; it is left out"
    case .sameName: "another file of the archive has this name already; the first is read"
    case .nested: "an archive inside of the archive is not looked into"
    case .documentTooLarge(let limit): "the document has more than \(ByteCount.text(limit))"
    case .documentsTooLarge(let limit): "the archive's documents take more than \(ByteCount.text(limit)) together"
    case .picturesTooLarge(let limit):
      "the archive's pictures take more than \(ByteCount.text(limit)); from here on they are left out"
    case .pictureTooLarge(let limit): "the picture has more than \(ByteCount.text(limit))"
    case .noRoom(let error): "the archive can't be unpacked: \(error.fact.reason)"
    case .changed: "the archive has changed since this run began to read it; pictures that it had are missing"
    case .empty: "the archive is empty"
    case .noFeed(let count, let names):
      "the archive holds no feed; \(count == 1 ? "its one file is" : "of its \(count) files the first are") "
        + names.joined(separator: ", ")
    }
  }

  var hint: String? {
    switch self {
    case .unreadable(.encrypted), .entry(.encrypted): "unpack it with its password, and give the folder"
    case .unreadable(.truncated), .unreadable(.damaged), .entry(.damaged), .entry(.truncated):
      "download the archive again; what was read of it is shown"
    case .unreadable(.bomb), .unreadable(.hugeHeader), .documentTooLarge, .documentsTooLarge, .picturesTooLarge:
      "where it is what it should be, unpack it and give the folder"
    case .unreadable(.tooManyEntries): "unpack it and give the folders or files that hold the feed"
    case .unreadable, .entry: nil
    case .otherKind: "unpack it and give the folder, or pack it as .zip or .tar.gz"
    case .leadsOut, .link, .special, .unusableName, .sameName, .pictureTooLarge: nil
    case .nested: "where a feed lies in it, take it out and give it too"
    case .noRoom: "make room there, or name another folder in TMPDIR"
    case .changed: "run again when nobody writes to it"
    case .empty, .noFeed:
      "a feed is outbox.json in Mastodon's archives, data/tweets.js in X's, result.json in Telegram's, or any .json, "
        + ".ndjson or .jsonl"
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

  /// In words that follow a colon.
  fileprivate var reason: String {
    switch self {
    case .file(let error): error.fact.reason
    case .truncated: "the archive ends in the middle of it"
    case .damaged(let reason, _): "it is damaged (\(reason))"
    case .encrypted: "it is encrypted"
    case .tooManyEntries(let limit): "it has more than \(limit) files"
    case .bomb(let unpacked, let packed): "\(ByteCount.text(unpacked)) and more come of \(ByteCount.text(packed))"
    case .hugeHeader(let limit): "its description takes more than \(ByteCount.text(limit))"
    case .sparse: "it is a file with holes"
    }
  }
}
