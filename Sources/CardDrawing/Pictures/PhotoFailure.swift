import FeedSources
import Files
import Raster
import Synchronization

/// Why a photo that is there is not drawn.
enum PhotoFailure: Error, Hashable, Sendable {
  case unreadable(reason: String)
  /// Of the file.
  case tooLarge(bytes: Int)
  /// What reading and decoding takes at once, of what there may be.
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

/// Files that can't be decoded, as far as a run has met them: each is tried once, however many posts show it.
package final class UndecodablePhotos: Sendable {
  private let errors = Mutex<[FileStamp: ImageError]>([:])
  private static let limit = 4096

  package init() {}

  subscript(stamp: FileStamp?) -> PhotoFailure? {
    guard let stamp else { return nil }
    return errors.withLock { $0[stamp] }.map(PhotoFailure.undecodable)
  }

  /// Remembers a failure that would be the same another time.
  func note(_ failure: PhotoFailure, of stamp: FileStamp?) {
    guard let stamp, case .undecodable(let error) = failure else { return }
    switch error {
    case .outOfMemory, .overMemory: return
    case .empty, .unrecognized, .unsupported, .corrupt, .tooLarge, .excessive, .unencodable:
      errors.withLock { errors in
        if errors.count >= Self.limit { errors.removeAll() }
        errors[stamp] = error
      }
    }
  }
}
