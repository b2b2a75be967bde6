import Basics
import Diagnostics
import Drawing
import FeedSources
import Files
import Foundation
import Raster
import Synchronization

/// The photos of one post (or one image of the feed) at the sizes its cards need.
///
/// An image is resampled once for each target size, however many states and themes show it. A photo is decoded once for
/// all scales, large enough for the largest. The cache lives as long as the post is drawn, unless memory is scarce. The
/// result depends on the project's scales, never on the order of drawing.
package final class PostImages: Sendable {
  private struct Key: Hashable {
    var reference: ImageReference
    var width: Int
    var height: Int
    var scale: Int

    /// The photo as it fills its box.
    func picture(of photo: Bitmap) -> Bitmap {
      if reference.treatment == .contained { return Resampler.fit(photo, width: width, height: height) }
      return Resampler.fill(photo, width: width, height: height, focus: reference.focus).withGroundUnderDarkInk
    }
  }

  private struct DecodedKey: Hashable {
    var url: String
    var size: PixelSize
  }

  private struct State {
    var pictures: [Key: Bitmap?] = [:]
    var decoded: [DecodedKey: DecodedImage] = [:]
    /// The size of both caches in bytes.
    var kept = 0
    /// By address.
    var headers: [String: Result<ImageHeader, PhotoFailure>] = [:]
    var isLimited = false
    var diagnostics: [Diagnostic] = []
  }

  /// The post worker's share of the run's memory.
  package let share: MemoryBudget.Share
  private let memory: MemoryBudget
  private let files: PhotoFiles
  var photoFiles: PhotoFiles { files }
  private let scales: [Int]
  private let keepsDecoded: Bool
  private let undecodable: UndecodablePhotos
  private let state = Mutex(State())

  /// - Parameters:
  ///   - undecodable: The photos that already failed in this run.
  ///   - keepsDecoded: Whether decoded photos are kept even if only one scale needs them: for cards that are drawn
  ///     repeatedly.
  package init(
    files: PhotoFiles, memory: MemoryBudget, scales: [Int], undecodable: UndecodablePhotos = UndecodablePhotos(),
    keepsDecoded: Bool = false
  ) {
    self.keepsDecoded = keepsDecoded
    self.files = files
    self.undecodable = undecodable
    self.memory = memory
    self.scales = scales
    share = memory.share()
  }

  /// The problems so far, without duplicates, in order of occurrence.
  package var diagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }

  /// Whether a photo exceeds the whole memory budget: the images depend on the budget then.
  package var isLimited: Bool { state.withLock { $0.isLimited } }

  /// The format of the photo chosen for a reference; nil if none of it could be read so far.
  package func format(of reference: ImageReference) -> ImageFormat? {
    let headers = state.withLock { state in reference.candidates.map { state.headers[$0.url] } }
    return headers.lazy.compactMap { try? $0?.get().format }.first
  }

  /// The images for a canvas with the given pixels per point.
  package func at(scale: Int) -> any ImageSource { ScaledImageSource(pictures: self, scale: scale) }

  private struct ScaledImageSource: ImageSource {
    let pictures: PostImages
    let scale: Int

    func picture(for reference: ImageReference, width: Int, height: Int) -> Bitmap? {
      pictures.picture(Key(reference: reference, width: width, height: height, scale: scale))
    }
  }

  private func picture(_ key: Key) -> Bitmap? {
    if let known = state.withLock({ $0.pictures[key] }) { return known }
    if memory.isScarce { forget() }
    let picture = key.reference.treatment == .blurred ? blurred(key) : load(key)
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

  /// Drops everything that can be computed again.
  private func forget() {
    let kept = state.withLock { state in
      state.pictures = [:]
      state.decoded = [:]
      defer { state.kept = 0 }
      return state.kept
    }
    share.giveBack(kept)
  }

  /// Computed from a thumbnail, which needs only a small part of the decoded photo.
  private func blurred(_ key: Key) -> Bitmap? {
    var thumbnail = key
    thumbnail.reference.treatment = nil
    let size = ImageBlur.thumbnail(ofWidth: key.width, height: key.height)
    (thumbnail.width, thumbnail.height) = (size.width, size.height)
    return load(thumbnail).map { ImageBlur.blurred($0, width: key.width, height: key.height) }
  }

  private func load(_ key: Key) -> Bitmap? {
    let candidates = key.reference.candidates
    let found = candidates.compactMap { LocatedPhoto($0, in: files) }
    let cover = cover(key)
    guard !found.isEmpty else {
      if let wanted = PhotoChoice.best(of: candidates, width: cover.width, height: cover.height, size: \.declaredSize) {
        report(absence(of: wanted.url, isFace: key.reference.isFace))
      }
      return nil
    }
    // If a size can't be decoded, try the next best one.
    var rest = found
    while let choice = PhotoChoice.best(of: rest, width: cover.width, height: cover.height, size: size) {
      if let picture = picture(of: choice, key, covering: cover) { return picture }
      rest.removeAll { $0 == choice }
    }
    return nil
  }

  private func absence(of url: String, isFace: Bool) -> PhotoIssue {
    if !PhotoFiles.isInline(url), files.find(url) == .outside {
      return .outside(url: shown(url), folders: files.folderNames)
    }
    let places = files.places(for: url).map(shown)
    return isFace
      ? .missingFace(url: shown(url), lookedFor: places) : .missing(url: shown(url), lookedFor: places)
  }

  /// The size given by the feed, or else by the file.
  private func size(of photo: LocatedPhoto) -> PixelSize? {
    if let declared = photo.candidate.declaredSize { return declared }
    guard case .success(let header) = header(of: photo) else { return nil }
    return header.size
  }

  /// Headers and their errors are read once for all widths, scales and states.
  private func header(of photo: LocatedPhoto) -> Result<ImageHeader, PhotoFailure> {
    let url = photo.candidate.url
    if let known = state.withLock({ $0.headers[url] }) { return known }
    let result = Result { () throws(PhotoFailure) -> ImageHeader in
      if let failure = undecodable[photo.stamp] { throw failure }
      return try photo.header(share)
    }
    state.withLock { $0.headers[url] = result }
    return result
  }

  /// The size that a photo must cover to serve the largest scale as well.
  private func cover(_ key: Key) -> PixelSize {
    let largest = max(key.scale, scales.max() ?? key.scale)
    func grown(_ side: Int) -> Int { (side * largest + key.scale - 1) / key.scale }
    return PixelSize(width: grown(key.width), height: grown(key.height))
  }

  private func picture(of photo: LocatedPhoto, _ key: Key, covering cover: PixelSize) -> Bitmap? {
    let url = shown(photo.candidate.url)
    let decodedKey = DecodedKey(url: photo.candidate.url, size: cover)
    if let known = state.withLock({ $0.decoded[decodedKey] }) {
      return key.picture(of: known.bitmap)
    }
    do {
      let decoded = try decoded(photo, key, covering: cover)
      for note in decoded.image.notes { report(.note(url: url, note)) }
      if keepsDecoded || scales.count > 1, !memory.isScarce {
        keep(decoded.image.bitmap.bytes.count) { $0.decoded[decodedKey] = decoded.image }
      }
      return decoded.picture
    } catch {
      if case .overBudget = error {
        state.withLock { $0.isLimited = true }
      } else {
        state.withLock { $0.headers[photo.candidate.url] = .failure(error) }
        undecodable.note(error, of: photo.stamp)
      }
      report(error.issue(url))
    }
    return nil
  }

  /// Reads, decodes and resamples, when there is enough memory.
  private func decoded(
    _ photo: LocatedPhoto, _ key: Key, covering cover: PixelSize
  ) throws(PhotoFailure) -> (image: DecodedImage, picture: Bitmap) {
    let header = try header(of: photo).get()
    guard let decoding = header.decodingBytes(covering: cover),
      let target = Bitmap.byteCount(width: key.width, height: key.height)
    else { throw .undecodable(.tooLarge(header.size, limit: ImageDecoder.pixelLimit)) }
    let need = decoding.addingReportingOverflow(target + photo.size)
    guard !need.overflow, need.partialValue <= memory.limit else {
      throw .overBudget(bytes: need.overflow ? decoding : need.partialValue, limit: memory.limit)
    }
    if !memory.hasRoom(for: need.partialValue) { forget() }
    share.take(need.partialValue)
    defer { share.giveBack(need.partialValue) }
    let bytes = try photo.bytes(first: photo.size)
    do throws(ImageError) {
      let image = try ImageDecoder.decode(bytes, covering: cover, memory: decoding)
      return (image, key.picture(of: image.bitmap))
    } catch {
      throw .undecodable(error)
    }
  }

  private func report(_ issue: PhotoIssue) {
    let diagnostic = Diagnostic(issue)
    state.withLock { state in
      if !state.diagnostics.contains(diagnostic) { state.diagnostics.append(diagnostic) }
    }
  }

  /// Shortens data URLs, which are too long for messages.
  private func shown(_ url: String) -> String { url.count > 160 ? "\(url.prefix(120))…" : url }
}

/// The photos of a document's page: JPEGs that can be embedded are copied unchanged, all others are drawn.
package struct DocumentPhotos: DocumentImages {
  private let pictures: PostImages
  private let files: PhotoFiles
  package let scale: Double

  init(_ pictures: PostImages, files: PhotoFiles, scale: Int) {
    (self.pictures, self.files, self.scale) = (pictures, files, Double(scale))
  }

  /// The problems so far.
  package var diagnostics: [Diagnostic] { pictures.diagnostics }

  package func picture(for reference: ImageReference, width: Int, height: Int) -> Bitmap? {
    pictures.at(scale: Int(scale)).picture(for: reference, width: width, height: height)
  }

  package func isLossless(_ reference: ImageReference) -> Bool {
    switch pictures.format(of: reference) {
    case .jpeg, .webp, nil: false
    default: true
    }
  }

  package func original(of reference: ImageReference, width: Double, height: Double) -> DocumentJPEG? {
    guard reference.treatment == nil, width * height < 1e8 else { return nil }
    let (across, down) = (Int((width * scale).rounded(.up)), Int((height * scale).rounded(.up)))
    let found = reference.candidates.compactMap { LocatedPhoto($0, in: files) }
    // If the feed gives no size, drawing determines it.
    guard
      let photo = PhotoChoice.best(of: found, width: across, height: down, size: { $0.candidate.declaredSize }),
      // A file that has more bytes than its box has pixels would only enlarge the document.
      photo.size <= across * down, let bytes = try? photo.bytes(first: photo.size)
    else { return nil }
    return pictures.share.holding(photo.size) { DocumentJPEG(jpeg: bytes) }
  }
}
