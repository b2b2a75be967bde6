import Basics
import CImageCodecs
import CardRendering
import Cards
import Drawing
import Export
import FeedReading
import FeedSources
import Files
import Floor
import Foundation
import Layout
import Projects
import Raster
import Support

/// The minimum cost of a feed's images: the same photos decoded by libjpeg, the same pixels resampled by pixman, the
/// same rows compressed by libdeflate at the same level, and nothing else. CPU time of one thread.
struct FloorBenchmark {
  struct Result: Encodable {
    var posts = 0
    var pictures = 0
    /// CPU milliseconds per card.
    var decode = 0.0
    /// With a two-pixel filter, and with Lanczos-3 as in Feedproof.
    var bilinear = 0.0
    var lanczos = 0.0
    var compress = 0.0

    var floor: Double { decode + bilinear + compress }
    var floorWithSameFilter: Double { decode + lanczos + compress }
  }

  let project: Project
  let environment: Environment

  func run(document: Data) throws -> Result {
    let posts = FeedReader.read([FeedDocument(name: "feed.json", bytes: [UInt8](document))]).feed?.posts ?? []
    let renderer = try CardRenderer(
      project: project, files: FeedFiles.find(of: project), facts: FeedFacts(posts), environment: environment)
    let compressors = FloorCompressors()
    var clock = StageClock()
    var result = Result(posts: posts.count)
    for png in try pictures() {
      result.pictures += 1
      try compressors.compress(png, &clock)
    }
    for post in posts {
      for request in try requests(of: post, renderer) {
        let decoded = try request.decode(&clock)
        clock.measure("bilinear") { request.resample(decoded, lanczos: false) }
        clock.measure("lanczos") { request.resample(decoded, lanczos: true) }
      }
    }
    func milliseconds(_ stage: String) -> Double {
      let seconds = clock.seconds.first { $0.stage == stage }?.seconds ?? 0
      return seconds * 1000 / Double(max(1, posts.count))
    }
    result.decode = milliseconds("decode")
    result.bilinear = milliseconds("bilinear")
    result.lanczos = milliseconds("lanczos")
    result.compress = milliseconds("compress")
    return result
  }

  /// The exported images: cards, pages of carousels, the feed's image.
  private func pictures() throws -> [[UInt8]] {
    let files = FileManager.default.enumerator(at: project.output, includingPropertiesForKeys: nil)
    return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "png" }
      .map { [UInt8](try Data(contentsOf: $0)) }
  }

  /// The photos that a post's images need.
  private func requests(of post: Post, _ renderer: CardRenderer) throws -> [PhotoRequest] {
    let photos = RecordedPictures(photos: renderer.photos)
    let theme = renderer.design.themes[0]
    let card = renderer.builder(for: theme).feedCard(for: post)
    let read = try renderer.read(card, in: theme, width: 375)
    for layout in read.states.all.map(\.layout) + read.pages {
      _ = try renderer.painter.paint(layout.displayList(scale: 2), scale: 2, images: photos)
    }
    return photos.requests
  }
}

/// A photo at the size required by an image.
struct PhotoRequest: Hashable {
  var bytes: [UInt8]
  var width: Int
  var height: Int

  /// Decodes with libjpeg alone, at the scale that Feedproof chooses.
  func decode(_ clock: inout StageClock) throws -> Bitmap {
    let header = try ImageDecoder.header(of: bytes)
    let size = try ImageDecoder.decode(bytes, covering: PixelSize(width: width, height: height)).bitmap.size
    let stored = header.orientation.isTransposed ? size.transposed : size
    let eighths = (1...8).first { (header.storedSize.width * $0 + 7) / 8 == stored.width } ?? 8
    var pixels = [UInt8](repeating: 0, count: stored.width * stored.height * 4)
    let report = clock.measure("decode") {
      fp_jpeg_decode(
        bytes, bytes.count, Int32(eighths), UInt32(stored.width), UInt32(stored.height),
        UInt64(header.decoderBytes), UInt64.max, &pixels)
    }
    guard report.status == FP_COMPLETE,
      let bitmap = Bitmap(width: stored.width, height: stored.height, format: .bgraPremultiplied, bytes: pixels)
    else { throw BenchmarkFailure("a photo of the benchmark's can't be decoded") }
    return header.orientation.upright(bitmap)
  }

  func resample(_ decoded: Bitmap, lanczos: Bool) {
    var source = decoded.bytes
    var target = [UInt8](repeating: 0, count: width * height * 4)
    _ = floor_resample(
      &source, Int32(decoded.width), Int32(decoded.height), &target, Int32(width), Int32(height), lanczos)
  }
}

struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// libdeflate's compressors and their output buffer.
private final class FloorCompressors {
  /// The levels that `PNGEncoder` chooses from.
  private let compressors = (1...3).map { floor_compressor(Int32($0)) }
  private var rows = [UInt8](repeating: 0, count: 64 << 20)
  private var target = [UInt8](repeating: 0, count: 64 << 20)

  deinit { for compressor in compressors { floor_free(compressor) } }

  /// Compresses the rows of a PNG again at the level that produces the same bytes.
  func compress(_ png: [UInt8], _ clock: inout StageClock) throws {
    let stream = Self.pixels(of: png)
    let count = floor_inflate(stream, stream.count, &rows, rows.count)
    for compressor in compressors {
      var trial = clock
      let written = trial.measure("compress") {
        floor_compress(compressor, rows, count, &target, target.count)
      }
      if written == stream.count, target.prefix(written).elementsEqual(stream) {
        clock = trial
        return
      }
    }
    throw BenchmarkFailure("a picture was compressed with another level")
  }

  /// The payload of the IDAT chunk.
  private static func pixels(of png: [UInt8]) -> [UInt8] {
    var position = 8
    while position + 12 <= png.count {
      let length = png[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      if png[position + 4..<position + 8].elementsEqual("IDAT".utf8) {
        return Array(png[position + 8..<position + 8 + length])
      }
      position += 12 + length
    }
    return []
  }
}
