import Drawing
import FeedSources
import Pixels

/// A file that cards are drawn from, or would be if it were there.
package struct NeededFile: Hashable, Sendable {
  package enum State: String, Codable, Sendable {
    case there, missing
    /// It lies outside of the folders that photos may come from.
    case outside
  }

  /// As the feed gives it.
  package var address: String
  package var state: State

  /// What of a photo's sizes an export takes for a box; nil where the address has the bytes in itself, or there is none.
  ///
  /// - Parameter size: Pixels of the box at the largest scale.
  package init?(_ reference: ImageReference, covering size: PixelSize, in files: PhotoFiles) {
    let candidates = reference.candidates.filter { !PhotoFiles.isInline($0.url) }
    guard candidates.count == reference.candidates.count else { return nil }
    let states = candidates.map { ($0, State(of: $0.url, in: files)) }
    let found = states.filter { $0.1 == .there }
    // A size that is there stands in for a better one that is not.
    let choice = PhotoChoice.best(
      of: found.isEmpty ? states : found, width: size.width, height: size.height, size: \.0.declaredSize)
    guard let (candidate, state) = choice else { return nil }
    (address, self.state) = (candidate.url, state)
  }
}

extension NeededFile.State {
  fileprivate init(of address: String, in files: PhotoFiles) {
    switch files.find(address) {
    case .file, .inline, .packed: self = .there
    case .missing: self = .missing
    case .outside: self = .outside
    }
  }
}

extension DisplayList {
  /// The pictures that it shows, each with the pixels of its box.
  ///
  /// - Parameter scale: Pixels a point.
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
    case .group(clip: _, opacity: _, let commands), .translated(_, let commands):
      return commands.flatMap { $0.pictures(scale: scale) }
    case .fill, .stroke, .shadow, .glyphs: return []
    }
  }
}
