import Diagnostics
import FeedSources
import Files
import Projects
import Raster
import Synchronization

/// A problem with a photo of a feed.
package enum PhotoIssue: Issue, Hashable {
  case missing(url: String, lookedFor: [String])
  /// A missing avatar.
  case missingFace(url: String, lookedFor: [String])
  case unreadable(url: String, reason: String)
  case undecodable(url: String, ImageError)
  case note(url: String, ImageNote)
  /// The photo is outside the folders that photos may come from; these are their names.
  case outside(url: String, folders: [String])
  /// The file exceeds the size limit for photos, in bytes.
  case tooLarge(url: String, bytes: Int, limit: Int)
  /// Reading and decoding it exceeds the memory budget.
  case overBudget(url: String, bytes: Int, limit: Int)
  /// The number of different missing photos, and the command that lists them.
  case manyMissing(count: Int, command: String)
  /// The number of missing avatars, with the messages for the first ones.
  case missingFaces(count: Int, first: [String], command: String)

  package var text: IssueText {
    switch self {
    case .missing(let url, let lookedFor):
      .warning(
        Self.photoMissing, "the photo \(url) is missing; a placeholder is drawn",
        hint: lookedFor.first.map { "save it as \($0); Feedproof does not download photos" })
    case .missingFace(let url, let lookedFor):
      .warning(
        Self.faceMissing, "\(Self.face)\(url)\(Self.isMissing)",
        hint: lookedFor.first.map { "save it as \($0); Feedproof does not download photos" })
    case .unreadable(let url, let reason):
      .warning(
        "photo.unreadable", "the photo \(url) can't be read: \(reason); a placeholder is drawn",
        hint: "check the file's permissions")
    case .undecodable(let url, let error):
      .warning(error.code, "the photo \(url): \(error.message); a placeholder is drawn", hint: error.hint)
    case .note(let url, let note):
      IssueText(note.severity, note.code, "the photo \(url): \(note.message)", hint: note.hint)
    case .outside(let url, let folders):
      .warning(
        "photo.outside",
        "the photo \(url) is outside the folders of photos; a placeholder is drawn",
        hint:
          "photos are read from \(folders.joined(separator: ", ")); add its folder with --photos, or photos: in feedproof.yml"
      )
    case .tooLarge(let url, let bytes, let limit):
      .warning(
        "photo.too-large",
        "the photo \(url) has \(ByteCount.text(bytes)), more than the limit of \(ByteCount.text(limit)); a placeholder is drawn",
        hint: "store a smaller copy of it")
    case .overBudget(let url, let bytes, let limit):
      .warning(
        "photo.over-budget",
        "decoding the photo \(url) needs \(ByteCount.text(bytes)), more than the run's limit of \(ByteCount.text(limit))",
        hint: "store a smaller copy of it, or raise --memory")
    case .manyMissing(let count, let command):
      .warning(
        Self.photoMissing, "\(count == 1 ? "1 photo is" : "\(count) photos are") missing; placeholders are drawn",
        hint: "to list them with the file names to use: \(command)")
    case .missingFaces(let count, let first, let command):
      .warning(
        Self.faceMissing,
        "\(count == 1 ? "1 avatar is" : "\(count) avatars are") missing ("
          + first.map(Self.fileName).joined(separator: ", ") + (count > first.count ? ", …" : "")
          + "); placeholders are drawn",
        hint: "to list them with the file names to use: \(command)")
    }
  }

  package static let photoMissing = "photo.missing"
  package static let faceMissing = "photo.face-missing"
  private static let face = "the avatar "
  private static let isMissing = " is missing; a placeholder is drawn"

  /// Shortens a message about an avatar, which names it by its address, to the file name for use in a list.
  private static func fileName(_ message: String) -> String {
    let url = message.dropFirst(face.count).dropLast(isMissing.count)
    return url.split(separator: "/").last.map(String.init) ?? String(url)
  }
}

/// Why an existing photo can't be drawn.
package enum PhotoFailure: Error, Hashable, Sendable {
  case unreadable(reason: String)
  /// The file's size.
  case tooLarge(bytes: Int)
  /// The bytes that reading and decoding need at once, and the limit.
  case overBudget(bytes: Int, limit: Int)
  case undecodable(ImageError)

  func issue(_ url: String) -> PhotoIssue {
    switch self {
    case .unreadable(let reason): .unreadable(url: url, reason: reason)
    case .tooLarge(let bytes): .tooLarge(url: url, bytes: bytes, limit: PhotoFiles.sizeLimit)
    case .overBudget(let bytes, let limit): .overBudget(url: url, bytes: bytes, limit: limit)
    case .undecodable(let error): .undecodable(url: url, error)
    }
  }
}

/// Files that can't be decoded, as far as the run knows: each is tried once, however many posts show it.
package final class UndecodablePhotos: Sendable {
  private let errors = Mutex<[FileStamp: ImageError]>([:])
  private static let limit = 4096

  package init() {}

  package subscript(stamp: FileStamp?) -> PhotoFailure? {
    guard let stamp else { return nil }
    return errors.withLock { $0[stamp] }.map(PhotoFailure.undecodable)
  }

  /// Remembers a failure that would recur.
  package func note(_ failure: PhotoFailure, of stamp: FileStamp?) {
    guard let stamp, case .undecodable(let error) = failure else { return }
    switch error {
    case .outOfMemory, .overMemory: return
    case .empty, .unrecognized, .unsupported, .corrupt, .tooLarge, .sideTooLong, .excessive, .unencodable:
      errors.withLock { errors in
        if errors.count >= Self.limit { errors.removeAll() }
        errors[stamp] = error
      }
    }
  }
}
