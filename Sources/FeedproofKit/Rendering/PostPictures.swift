import Diagnostics
import Drawing
import Foundation
import Pixels
import Raster
import Synchronization

/// The photos of one post (or one feed picture) at the sizes its cards ask for.
///
/// A picture is decoded and resampled once for each target size, however many states and themes show it; the cache lives
/// as long as the post is drawn. Which of a photo's sizes is read depends on the target alone, so that one scale's
/// picture never depends on which other scales are exported.
final class PostPictures: ImageSource {
  private struct Key: Hashable {
    var reference: ImageReference
    var width: Int
    var height: Int
  }

  private struct State {
    var pictures: [Key: Bitmap?] = [:]
    var diagnostics: [Diagnostic] = []
  }

  private let files: PhotoFiles
  private let state = Mutex(State())

  init(files: PhotoFiles) {
    self.files = files
  }

  /// What went wrong so far, each thing once, in the order in which it was met.
  var diagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }

  func picture(for reference: ImageReference, width: Int, height: Int) -> Bitmap? {
    let key = Key(reference: reference, width: width, height: height)
    if let known = state.withLock({ $0.pictures[key] }) { return known }
    let picture = load(reference, width: width, height: height)
    state.withLock { $0.pictures[key] = .some(picture) }
    return picture
  }

  private func load(_ reference: ImageReference, width: Int, height: Int) -> Bitmap? {
    let found = reference.candidates.compactMap { candidate in
      files.location(of: candidate.url).map { LocatedPhoto(candidate: candidate, location: $0) }
    }
    guard !found.isEmpty else {
      if let wanted = PhotoChoice.best(of: reference.candidates, width: width, height: height, size: \.pixelSize) {
        report(.photoMissing(url: shown(wanted.url), lookedFor: files.places(for: wanted.url).map(shown)))
      }
      return nil
    }
    // A size that can't be decoded leaves the next best one.
    var rest = found
    while let choice = PhotoChoice.best(of: rest, width: width, height: height, size: \.pixelSize) {
      if let picture = decode(choice, width: width, height: height) { return picture }
      rest.removeAll { $0 == choice }
    }
    return nil
  }

  private func decode(_ photo: LocatedPhoto, width: Int, height: Int) -> Bitmap? {
    let url = shown(photo.candidate.url)
    do {
      let decoded = try ImageDecoder.decode(photo.bytes(), covering: PixelSize(width: width, height: height))
      for note in decoded.notes { report(.photoNote(url: url, note)) }
      return Resampler.fill(decoded.bitmap, width: width, height: height)
    } catch let error as ImageError {
      report(.photoUndecodable(url: url, error))
    } catch {
      report(.photoUnreadable(url: url, reason: reason(error)))
    }
    return nil
  }

  private func report(_ issue: KitIssue) {
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
