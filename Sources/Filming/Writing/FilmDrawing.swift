import Basics
import CardRendering
import Diagnostics
import Files
import Foundation
import Raster
import RunSupport

/// Renders a played film: an animated image, and single frames.
struct FilmDrawing: Sendable {
  let film: PlayedFilm
  let composer: FrameComposer
  let jobs: Int
  let interruption: Interruption

  /// A sequence of equal frames.
  private struct Shot: Sendable {
    var parts: [FramePart]
    /// Nil for the first one.
    var previous: PreviousFrame?
    /// Milliseconds.
    var start: Int
    var end: Int
    /// The number of frames.
    var frames: Int

    struct PreviousFrame: Sendable {
      var parts: [FramePart]
      var isStill: Bool
    }

    /// Whether it is visible long enough to be encoded losslessly.
    var isStill: Bool { end - start >= FilmDrawing.still }
  }

  /// The minimum duration of a still frame in milliseconds.
  private static let still = 100
  /// The number of pixels below which lossless encoding costs almost nothing.
  private static let small = 40_000
  /// The quality of moving frames, which are visible for a sixtieth of a second.
  private static let movingQuality = 75

  private var shots: [Shot] {
    var shots: [Shot] = []
    let time = { (frame: Int) in (frame * 1000 + film.rate / 2) / film.rate }
    for (number, frame) in film.frames.enumerated() {
      let parts = composer.parts(of: frame)
      if let last = shots.last, last.parts == parts {
        shots[shots.count - 1].end = time(number + 1)
        shots[shots.count - 1].frames += 1
      } else {
        shots.append(Shot(parts: parts, previous: nil, start: time(number), end: time(number + 1), frames: 1))
      }
    }
    for index in shots.indices.dropFirst() {
      shots[index].previous = Shot.PreviousFrame(parts: shots[index - 1].parts, isStill: shots[index - 1].isStill)
    }
    return shots
  }

  /// Writes the film as an animated WebP. Repeated frames take no space; of others, only the changed area is stored.
  ///
  /// Frames visible for at least a tenth of a second are lossless, moving ones as good as fast WebP encoding allows.
  ///
  /// - Parameters:
  ///   - write: Receives the file in chunks.
  ///   - advance: Receives the number of finished frames.
  /// - Throws: `RunFailure.interrupted`, `Diagnostic`.
  func animate(advance: (Int) -> Void, to write: ((FileSink) throws -> Void) throws -> Void) async throws {
    let size = composer.parts.background.size
    let scratch = try ScratchFolder()
    let sink = try scratch.tree.create("frames")
    var waiting: AnimatedWebP.Frame?
    var count = 0
    func append(_ frame: AnimatedWebP.Frame) throws {
      let bytes = frame.bytes
      count += bytes.count
      try sink.append(bytes)
    }
    let shots = shots
    var rest = shots.makeIterator()
    try await WorkerLoop(jobs: jobs).run(taking: .asked) {
      rest.next()
    } work: { shot in
      if interruption.isRequested { throw RunFailure.interrupted }
      return try frame(of: shot)
    } take: { number, frame in
      if let frame {
        if let waiting { try append(waiting) }
        waiting = frame
      } else {
        waiting?.duration += shots[number].end - shots[number].start
      }
      advance(shots[number].frames)
    }
    if let waiting { try append(waiting) }
    try sink.end()
    guard let header = AnimatedWebP(size: size).header(frames: count) else {
      throw Diagnostic(FilmIssue.unplayable("the film exceeds the size limit of WebP"))
    }
    try write { target in
      try target.append(header)
      try RegularFile(scratch.url.appendingPathComponent("frames")).copy(to: target)
    }
  }

  /// Returns nil if the change is invisible.
  private func frame(of shot: Shot) throws -> AnimatedWebP.Frame? {
    let bitmap = try composer.compose(shot.parts)
    var (area, isExact) = (PixelRect(bitmap.size), shot.previous == nil || shot.isStill)
    if let previous = shot.previous {
      if !isExact, composer.moves(from: previous.parts, to: shot.parts) {
        // A scrolling list changes everything below the bar, so no comparison is needed.
        area = AnimatedWebP.Frame.aligned(composer.areaBelowBar)
      } else {
        guard let changed = bitmap.difference(from: try composer.compose(previous.parts)) else { return nil }
        // Earlier moving frames were lossy; encode the whole changed area again.
        if !isExact || previous.isStill { area = AnimatedWebP.Frame.aligned(changed) }
      }
      if area.width * area.height <= Self.small { isExact = true }
    }
    let quality = isExact ? WebPEncoder.Quality.lossless : .lossy(Self.movingQuality)
    let chunk: [UInt8]
    do {
      chunk = try WebPEncoder.chunk(of: bitmap, in: area, quality: quality)
    } catch {
      throw Diagnostic(error)
    }
    return AnimatedWebP.Frame(area: area, duration: shot.end - shot.start, chunk: chunk)
  }

  func picture(ofFrame number: Int) throws -> Bitmap {
    try composer.compose(composer.parts(of: film.frames[number]))
  }
}

extension Bitmap {
  /// The digest of its size and pixels.
  var sha256: Digest {
    var digest = RunningDigest()
    Array("\(width) \(height) ".utf8).withUnsafeBytes { digest.add($0) }
    bytes.withUnsafeBytes { digest.add($0) }
    return digest.finish()
  }
}
