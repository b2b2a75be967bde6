import Digests
import Drawing
import FeedSources
import Files
import Foundation
import Raster
import Synchronization

/// Digests of photos. Bytes are read only where the file system says that they may have changed.
package final class PhotoKeys: Sendable {
  /// What is there of a card's photos, without a look into them.
  package struct Stamp: Sendable {
    /// One for each address, in order.
    fileprivate var files: [PhotoFiles.Place]
    /// Nil where a file is so new that it could be changed again without its times telling of it.
    package var digest: Digest?
  }

  private let files: PhotoFiles
  /// Photos are shared (an author's avatar is in every post): digests met lately.
  private let known = Mutex<[FileStamp: Digest]>([:])
  private static let knownLimit = 4096

  package init(files: PhotoFiles) {
    self.files = files
  }

  /// - Parameter now: Nanoseconds since 1970.
  package func stamp(of images: [ImageReference], now: Int64 = FileStamp.now) -> Stamp {
    stamp(ofAddresses: Self.addresses(of: images), now: now)
  }

  /// Where photos are looked for, in order; what has its bytes in itself never changes.
  package static func addresses(of images: [ImageReference]) -> [String] {
    images.flatMap { $0.candidates.map(\.url) }.filter { !PhotoFiles.isInline($0) }
  }

  package func stamp(ofAddresses addresses: [String], now: Int64 = FileStamp.now) -> Stamp {
    var stamp = Stamp(files: [], digest: nil)
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

  /// Of the bytes that the stamp was taken of.
  ///
  /// A file that can't be read (any more) counts as one with no bytes that anybody knows: the card is drawn again as soon
  /// as it can.
  package func digest(of stamp: Stamp) -> Digest {
    Digest(joining: stamp.files.map(digest))
  }

  private func digest(of photo: PhotoFiles.Place) -> Digest {
    guard let file = photo.stamp else { return .none }
    if let digest = known.withLock({ $0[file] }) { return digest }
    // Such a file is never looked into.
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
