import Basics
import CardRendering
import Drawing
import FeedReading
import FeedSources
import Files
import Foundation
import Layout
import Projects
import Raster

/// The cost and loss of each encoding for the example's cards: every card and state at 375 points, 2x, light.
struct EncodingBenchmark {
  struct Result: Encodable {
    var encoding: String
    var pictures: Int
    /// CPU milliseconds per image.
    var milliseconds: Double
    var megabytes: Double
    /// The mean error per channel over white, compared with PNG.
    var meanError: Double
    var maxError: Int
    /// The minimum channel error among the worst thousandth of the pixels.
    var rareError: Int
  }

  let project: Project
  let environment: Environment

  private enum Way {
    case png
    /// Applies to cards with photos; nil encodes all cards losslessly.
    case webp(photoQuality: Int?)

    static let all: [Way] = [.png, .webp(photoQuality: nil)] + [95, 90, 80, 70].map { .webp(photoQuality: $0) }

    var name: String {
      switch self {
      case .png: "PNG"
      case .webp(nil): "WebP, all lossless"
      case .webp(let quality?): "WebP, photos at \(quality)"
      }
    }
  }

  func results() throws -> [Result] {
    var totals = Way.all.map { (way: $0, pictures: 0, seconds: 0.0, bytes: 0, errors: [Int](repeating: 0, count: 256)) }
    try forEachPicture { bitmap, list in
      let original = try Self.shown(ImageDecoder.decodeExactly(PNGEncoder().encode(bitmap, scale: 2)))
      for index in totals.indices {
        var clock = StageClock()
        let file = try clock.measure("encode") { try encode(bitmap, list, totals[index].way) }
        totals[index].pictures += 1
        totals[index].seconds += clock.seconds[0].seconds
        totals[index].bytes += file.count
        let shown = try Self.shown(ImageDecoder.decodeExactly(file))
        for (found, expected) in zip(shown, original) { totals[index].errors[abs(Int(found) - Int(expected))] += 1 }
      }
    }
    return totals.map { total in
      let count = Double(max(1, total.errors.reduce(0, +)))
      let sum = total.errors.enumerated().reduce(0) { $0 + $1.offset * $1.element }
      var rarer = 0
      let rare = total.errors.indices.reversed().first { error in
        rarer += total.errors[error]
        return Double(rarer) > count / 1000
      }
      return Result(
        encoding: total.way.name, pictures: total.pictures,
        milliseconds: total.seconds * 1000 / Double(max(1, total.pictures)), megabytes: Double(total.bytes) / 1e6,
        meanError: Double(sum) / count, maxError: total.errors.lastIndex { $0 > 0 } ?? 0, rareError: rare ?? 0)
    }
  }

  private func encode(_ bitmap: Bitmap, _ list: DisplayList, _ way: Way) throws -> [UInt8] {
    switch way {
    case .png: try PNGEncoder().encode(bitmap, scale: 2)
    case .webp(nil): try WebPEncoder.picture(bitmap, .lossless)
    case .webp(let quality?):
      try WebPEncoder.picture(bitmap, ImageFileEncoder(photoQuality: quality).quality(of: list))
    }
  }

  private func forEachPicture(_ body: (Bitmap, DisplayList) throws -> Void) throws {
    let files = FeedFiles.find(of: project)
    let feed = try FeedSource.open(files, report: { _ in })
    let renderer = try CardRenderer(
      project: project, files: files, facts: feed.facts, environment: environment)
    let theme = renderer.design.themes[0]
    let posts = feed.posts()
    while let post = try posts.nextPlaced() {
      let states = try renderer.states(of: post, in: theme, screen: 375)
      let pictures = renderer.pictures()
      for (_, layout) in states.all {
        let list = layout.displayList(scale: 2)
        try body(renderer.painter.paint(list, scale: 2, images: pictures.at(scale: 2)), list)
      }
    }
  }

  /// The red, green and blue values of all pixels over white.
  private static func shown(_ bitmap: Bitmap) -> [UInt8] {
    var shown: [UInt8] = []
    shown.reserveCapacity(bitmap.bytes.count / 4 * 3)
    for at in stride(from: 0, to: bitmap.bytes.count, by: 4) {
      let alpha = Int(bitmap.bytes[at + 3])
      for byte in at..<at + 3 { shown.append(UInt8((Int(bitmap.bytes[byte]) * alpha + 255 * (255 - alpha)) / 255)) }
    }
    return shown
  }
}

extension Tables {
  static func table(_ results: [EncodingBenchmark.Result]) -> String {
    let head = [
      "| encoding | CPU ms a picture | MB | of PNG | mean error | 1 in 1 000 | largest |",
      "|---|---:|---:|---:|---:|---:|---:|",
    ]
    let rows = results.map { result in
      let share = result.megabytes / (results.first?.megabytes ?? 1)
      return "| \(result.encoding) | \(rounded(result.milliseconds, 1)) | \(rounded(result.megabytes, 2)) "
        + "| 1 : \(rounded(1 / share, 1)) | \(rounded(result.meanError, 2)) | \(result.rareError) | \(result.maxError) |"
    }
    return (head + rows).joined(separator: "\n")
  }
}
