import Diagnostics
import Drawing
import FeedSources
import Files
import Foundation
import Pixels
import Raster
import Synchronization

/// The photos of one post (or one feed picture) at the sizes its cards ask for.
///
/// A picture is resampled once for each target size, however many states and themes show it, and a photo is decoded once
/// for all scales: large enough for the largest of them. The cache lives as long as the post is drawn, unless somebody
/// waits for memory. A picture depends on the project's scales, never on the order in which pictures are drawn.
package final class PostPictures: Sendable {
  private struct Key: Hashable {
    var reference: ImageReference
    var width: Int
    var height: Int
    var scale: Int
  }

  private struct DecodedKey: Hashable {
    var url: String
    var size: PixelSize
  }

  private struct State {
    var pictures: [Key: Bitmap?] = [:]
    var decoded: [DecodedKey: DecodedImage] = [:]
    /// Bytes of both.
    var kept = 0
    var diagnostics: [Diagnostic] = []
  }

  /// What the post's worker takes of the run's memory.
  package let share: MemoryBudget.Share
  private let memory: MemoryBudget
  private let files: PhotoFiles
  private let scales: [Int]
  private let state = Mutex(State())

  package init(files: PhotoFiles, memory: MemoryBudget, scales: [Int]) {
    self.files = files
    self.memory = memory
    self.scales = scales
    share = memory.share()
  }

  /// What went wrong so far, each thing once, in the order in which it was met.
  package var diagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }

  /// The pictures for a canvas of so many pixels a point.
  package func at(scale: Int) -> any ImageSource { Scaled(pictures: self, scale: scale) }

  private struct Scaled: ImageSource {
    let pictures: PostPictures
    let scale: Int

    func picture(for reference: ImageReference, width: Int, height: Int) -> Bitmap? {
      pictures.picture(Key(reference: reference, width: width, height: height, scale: scale))
    }
  }

  private func picture(_ key: Key) -> Bitmap? {
    if let known = state.withLock({ $0.pictures[key] }) { return known }
    if memory.isScarce { forget() }
    let picture = load(key)
    keep(picture?.bytes.count ?? 0) { $0.pictures[key] = .some(picture) }
    return picture
  }

  private func keep(_ bytes: Int, _ store: (inout State) -> Void) {
    share.take(bytes)
    state.withLock { state in
      store(&state)
      state.kept += bytes
    }
  }

  /// Lets go of everything that can be made again.
  private func forget() {
    let kept = state.withLock { state in
      state.pictures = [:]
      state.decoded = [:]
      defer { state.kept = 0 }
      return state.kept
    }
    share.giveBack(kept)
  }

  private func load(_ key: Key) -> Bitmap? {
    let reference = key.reference
    let found = reference.candidates.compactMap { candidate in
      files.location(of: candidate.url).map { LocatedPhoto(candidate: candidate, location: $0) }
    }
    let cover = cover(key)
    guard !found.isEmpty else {
      if let wanted = PhotoChoice.best(
        of: reference.candidates, width: cover.width, height: cover.height, size: \.pixelSize)
      {
        report(.missing(url: shown(wanted.url), lookedFor: files.places(for: wanted.url).map(shown)))
      }
      return nil
    }
    // A size that can't be decoded leaves the next best one.
    var rest = found
    while let choice = PhotoChoice.best(of: rest, width: cover.width, height: cover.height, size: \.pixelSize) {
      if let picture = picture(of: choice, key, covering: cover) { return picture }
      rest.removeAll { $0 == choice }
    }
    return nil
  }

  /// What a photo has to cover, so that it serves the largest scale as well.
  private func cover(_ key: Key) -> PixelSize {
    let largest = max(key.scale, scales.max() ?? key.scale)
    func grown(_ side: Int) -> Int { (side * largest + key.scale - 1) / key.scale }
    return PixelSize(width: grown(key.width), height: grown(key.height))
  }

  private func picture(of photo: LocatedPhoto, _ key: Key, covering cover: PixelSize) -> Bitmap? {
    let url = shown(photo.candidate.url)
    let decodedKey = DecodedKey(url: photo.candidate.url, size: cover)
    if let known = state.withLock({ $0.decoded[decodedKey] }) {
      return Resampler.fill(known.bitmap, width: key.width, height: key.height)
    }
    do {
      let bytes = try photo.bytes()
      let header = try ImageDecoder.header(of: bytes)
      guard let need = header.decodingBytes(covering: cover) else {
        throw ImageError.tooLarge(header.size, limit: ImageDecoder.pixelLimit)
      }
      if need > memory.limit { report(.overBudget(url: url, bytes: need, limit: memory.limit)) }
      let (decoded, picture) = try share.holding(need) {
        let decoded = try ImageDecoder.decode(bytes, covering: cover, memory: need)
        return (decoded, Resampler.fill(decoded.bitmap, width: key.width, height: key.height))
      }
      for note in decoded.notes { report(.note(url: url, note)) }
      if scales.count > 1, !memory.isScarce {
        keep(decoded.bitmap.bytes.count) { $0.decoded[decodedKey] = decoded }
      }
      return picture
    } catch let error as ImageError {
      report(.undecodable(url: url, error))
    } catch {
      report(.unreadable(url: url, reason: reason(error)))
    }
    return nil
  }

  private func report(_ issue: PhotoIssue) {
    let diagnostic = Diagnostic(issue)
    state.withLock { state in
      if !state.diagnostics.contains(diagnostic) { state.diagnostics.append(diagnostic) }
    }
  }

  /// A data URL is too long to be told.
  private func shown(_ url: String) -> String { url.count > 160 ? "\(url.prefix(120))…" : url }
}

/// A photo's size whose bytes are there.
private struct LocatedPhoto: Equatable {
  var candidate: ImageReference.Candidate
  var location: PhotoFiles.Location

  /// As the feed says, else as the file itself says.
  var pixelSize: PixelSize? {
    if let declared = candidate.pixelSize { return declared }
    guard let bytes = try? bytes(), let header = try? ImageDecoder.header(of: bytes) else { return nil }
    return header.size
  }

  func bytes() throws -> [UInt8] {
    switch location {
    case .inline(let bytes): bytes
    case .file(let url): [UInt8](try Data(contentsOf: url, options: .mappedIfSafe))
    }
  }
}

extension ImageReference.Candidate {
  fileprivate var pixelSize: PixelSize? {
    guard let width, let height, width > 0, height > 0 else { return nil }
    return PixelSize(width: width, height: height)
  }
}
