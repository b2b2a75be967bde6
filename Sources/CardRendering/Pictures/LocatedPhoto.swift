import Basics
import Diagnostics
import Drawing
import FeedSources
import Files
import Raster

/// One of a photo's sizes, whose bytes are available.
package struct LocatedPhoto: Equatable {
  let candidate: ImageReference.Candidate
  private let place: PhotoFiles.Place

  /// Returns nil if the bytes are not available.
  package init?(_ candidate: ImageReference.Candidate, in files: PhotoFiles) {
    guard let place = files.location(of: candidate.url) else { return nil }
    (self.candidate, self.place) = (candidate, place)
  }

  /// The file's stamp; nil if the address is a data URL.
  var stamp: FileStamp? { place.stamp }

  /// The size in bytes.
  package var size: Int {
    if case .inline(let bytes) = place { bytes.count } else { stamp?.size ?? 0 }
  }

  /// The first bytes, or all of them if there are at most `count`.
  func bytes(first count: Int) throws(PhotoFailure) -> [UInt8] {
    if case .inline(let bytes) = place { return count >= bytes.count ? bytes : Array(bytes.prefix(max(0, count))) }
    guard case .file(let path, let stamp) = place else { return [] }
    do throws(FileError) {
      let file = try RegularFile(path)
      guard file.stamp.isSameFile(as: stamp), file.stamp.size == stamp.size else { throw FileError(path, .changed) }
      return try file.bytes(first: count)
    } catch {
      throw .unreadable(reason: error.fact.reason)
    }
  }

  /// The image header, read from as little of the file as possible.
  ///
  /// - Parameter share: The memory share that the bytes are charged to.
  package func header(_ share: MemoryBudget.Share) throws(PhotoFailure) -> ImageHeader {
    guard size <= PhotoFiles.sizeLimit else { throw .tooLarge(bytes: size) }
    var count = 64 << 10
    while true {
      let isWhole = count >= size
      let found = try header(first: min(count, size), share)
      do throws(ImageError) {
        let header = try found.get()
        guard let area = header.storedSize.area, area <= ImageDecoder.pixelLimit else {
          throw .tooLarge(header.size, limit: ImageDecoder.pixelLimit)
        }
        return header
      } catch {
        // A file can have profiles, previews and comments of any length before its pixels.
        guard !isWhole, case .corrupt = error else { throw .undecodable(error) }
      }
      count *= 16
    }
  }

  private func header(
    first count: Int, _ share: MemoryBudget.Share
  ) throws(PhotoFailure) -> Result<ImageHeader, ImageError> {
    share.take(count)
    defer { share.giveBack(count) }
    let bytes = try bytes(first: count)
    return Result { () throws(ImageError) -> ImageHeader in try ImageDecoder.header(of: bytes) }
  }
}

extension ImageReference.Candidate {
  /// The size given by the feed.
  var declaredSize: PixelSize? {
    guard let width, let height, width > 0, height > 0 else { return nil }
    return PixelSize(width: width, height: height)
  }
}

/// Chooses which of a photo's sizes to read for a target.
package enum PhotoChoice {
  /// The smallest size that covers the target without enlarging, or else the largest. Sizes with unknown pixels are
  /// used only if there is no other. A size's type letter is never considered.
  package static func best<Candidate>(
    of candidates: [Candidate], width: Int, height: Int, size: (Candidate) -> PixelSize?
  ) -> Candidate? {
    var covering: (candidate: Candidate, area: Double)?
    var largest: (candidate: Candidate, area: Double)?
    for candidate in candidates {
      guard let pixels = size(candidate), pixels.width > 0, pixels.height > 0 else { continue }
      let area = Double(pixels.width) * Double(pixels.height)
      if pixels.width >= width, pixels.height >= height, area < covering?.area ?? .infinity {
        covering = (candidate, area)
      }
      if area > largest?.area ?? 0 { largest = (candidate, area) }
    }
    return covering?.candidate ?? largest?.candidate ?? candidates.first
  }
}

/// A photo's original bytes, for display on a page and for saving.
package struct OriginalPhoto: Sendable {
  package let bytes: [UInt8]
  /// The file name extension for the photo's format, without a dot.
  package let fileExtension: String
}

extension PostImages {
  /// The largest available size of a photo, with its original bytes. Nil if the photo is missing or in a format
  /// that browsers can't show. Drawing has already reported why.
  package func original(of reference: ImageReference) -> OriginalPhoto? {
    let found = reference.candidates.compactMap { LocatedPhoto($0, in: photoFiles) }
    let ranked = found.sorted { ($0.area, $0.size) > ($1.area, $1.size) }
    for photo in ranked where photo.size <= PhotoFiles.sizeLimit {
      share.take(photo.size)
      defer { share.giveBack(photo.size) }
      guard let bytes = try? photo.bytes(first: photo.size),
        let format = ImageFormat(of: bytes), format.isForPages, let ending = format.endings.first
      else { continue }
      return OriginalPhoto(bytes: bytes, fileExtension: ending)
    }
    return nil
  }
}

extension LocatedPhoto {
  /// The area given by the feed, or 0.
  fileprivate var area: Int { candidate.declaredSize?.area ?? 0 }
}

/// A file that cards are drawn from, or would be if it existed.
package struct RequiredFile: Hashable, Sendable {
  package enum State: String, Codable, Sendable {
    case there, missing
    /// It is outside the folders that photos may come from.
    case outside
  }

  /// The address given by the feed.
  package var address: String
  package var state: State

  /// The photo size that an export needs for a box; nil for a data URL or if there is none.
  ///
  /// - Parameter size: The box's pixels at the largest scale.
  package init?(_ reference: ImageReference, covering size: PixelSize, in files: PhotoFiles) {
    let candidates = reference.candidates.filter { !PhotoFiles.isInline($0.url) }
    guard candidates.count == reference.candidates.count else { return nil }
    let states = candidates.map { ($0, State(of: $0.url, in: files)) }
    let found = states.filter { $0.1 == .there }
    // An existing size replaces a better one that is missing.
    let choice = PhotoChoice.best(
      of: found.isEmpty ? states : found, width: size.width, height: size.height, size: \.0.declaredSize)
    guard let (candidate, state) = choice else { return nil }
    (address, self.state) = (candidate.url, state)
  }

  /// Another file that an export names, by its path in the export.
  package init(_ address: String, in files: PhotoFiles) {
    (self.address, state) = (address, files.hold([address]) ? .there : .missing)
  }
}

extension RequiredFile.State {
  fileprivate init(of address: String, in files: PhotoFiles) {
    switch files.find(address) {
    case .file, .inline, .packed: self = .there
    case .missing: self = .missing
    case .outside: self = .outside
    }
  }
}

extension DisplayList {
  /// The images in the display list, each with the pixels of its box.
  ///
  /// - Parameter scale: Pixels per point.
  package func pictures(scale: Int) -> [(reference: ImageReference, size: PixelSize)] {
    commands.flatMap { $0.pictures(scale: Double(scale)) }
  }
}

extension DrawingCommand {
  fileprivate func pictures(scale: Double) -> [(reference: ImageReference, size: PixelSize)] {
    switch self {
    case .image(let reference, let shape, placeholder: _, missing: _):
      let box = shape.bounds.size
      func pixels(_ points: Double) -> Int { Int(min(max(0, points * scale), 1e6).rounded(.up)) }
      return [(reference, PixelSize(width: pixels(box.width), height: pixels(box.height)))]
    case .group(clip: _, opacity: _, let commands), .translated(_, let commands), .blurred(let commands, _):
      return commands.flatMap { $0.pictures(scale: scale) }
    case .fill, .stroke, .dashed, .shadow, .innerShadow, .glyphs: return []
    }
  }
}
