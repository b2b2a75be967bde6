import Drawing
import FeedSources
import Files
import Foundation
import Raster
import Synchronization

/// A cache of photo digests. Bytes are read only if the file's metadata may have changed.
package final class PhotoDigests: Sendable {
  /// The files that exist for a card's photos, without reading them.
  package struct PhotoFileStamps: Sendable {
    /// One for each address, in order.
    fileprivate var files: [PhotoFiles.Place]
    /// Nil if a file is so new that it could change again without changing its modification time.
    package var digest: Digest?
  }

  private let files: PhotoFiles
  /// Recently used digests: photos are shared (an author's avatar is in every post).
  private let known = Mutex<[FileStamp: Digest]>([:])
  private static let knownLimit = 4096

  package init(files: PhotoFiles) {
    self.files = files
  }

  /// - Parameter now: Nanoseconds since 1970.
  package func stamp(of images: [ImageReference], now: Int64 = FileStamp.now) -> PhotoFileStamps {
    stamp(ofAddresses: Self.addresses(of: images), now: now)
  }

  /// The addresses of photo files, in order; data URLs never change and are left out.
  package static func addresses(of images: [ImageReference]) -> [String] {
    images.flatMap { $0.candidates.map(\.url) }.filter { !PhotoFiles.isInline($0) }
  }

  package func stamp(ofAddresses addresses: [String], now: Int64 = FileStamp.now) -> PhotoFileStamps {
    var stamp = PhotoFileStamps(files: [], digest: nil)
    var isSettled = true
    var words: [UInt8] = []
    for address in addresses {
      let place = files.place(of: address)
      stamp.files.append(place)
      if let file = place.stamp {
        isSettled = isSettled && file.isSettled(at: now)
        file.append(to: &words)
      } else {
        words.append(0)
      }
    }
    stamp.digest = isSettled ? Digest(of: words) : nil
    return stamp
  }

  /// The digest of the bytes that the stamp was made of.
  ///
  /// An unreadable file counts as having unknown bytes: the card is drawn again as soon as the file can be read.
  package func digest(of stamp: PhotoFileStamps) -> Digest {
    Digest(joining: stamp.files.map(digest))
  }

  private func digest(of photo: PhotoFiles.Place) -> Digest {
    guard let file = photo.stamp else { return .none }
    if let digest = known.withLock({ $0[file] }) { return digest }
    // Such a file is never read.
    guard file.size <= PhotoFiles.sizeLimit else { return Digest(of: "too large") }
    var running = RunningDigest()
    do {
      guard let file = try photo.open() else { return Digest(of: "unreadable") }
      try file.forEachPiece { running.add($0) }
    } catch {
      return Digest(of: "unreadable")
    }
    let digest = running.finish()
    known.withLock { known in
      if known.count >= Self.knownLimit { known.removeAll(keepingCapacity: true) }
      known[file] = digest
    }
    return digest
  }
}
