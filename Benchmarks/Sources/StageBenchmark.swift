import Basics
import CardRendering
import Cards
import Drawing
import FeedReading
import FeedSources
import Files
import Foundation
import Layout
import Projects
import Raster
import Support
import Synchronization

/// The cost of each stage: takes every post of a feed through the pipeline on one thread, at 375 points, 2x, light.
struct StageBenchmark {
  struct Result: Encodable {
    struct Stage: Encodable {
      var stage: String
      /// CPU milliseconds per card.
      var milliseconds: Double
      /// The share of all stages.
      var share: Double
    }

    var posts: Int
    var stages: [Stage]
  }

  let project: Project
  let environment: Environment

  func run(document: Data) throws -> Result {
    var clock = StageClock()
    let reading = clock.measure("read") {
      FeedReader.read([FeedDocument(name: "feed.json", bytes: [UInt8](document))])
    }
    let posts = reading.feed?.posts ?? []
    let renderer = try CardRenderer(
      project: project, files: FeedFiles.find(of: project), facts: FeedFacts(posts), environment: environment)
    let theme = renderer.design.themes[0]
    let builder = renderer.builder(for: theme)
    let measuring = TimedMeasuring(Typesetter(fonts: renderer.fonts))
    let scale = 2
    for post in posts {
      let card = clock.measure("card") { builder.feedCard(for: post) }
      // A new cache for each card, as if no cards shared texts.
      let engine = LayoutEngine(measuring: MeasuredTextCache(measuring))
      let states = try clock.measure("layout") {
        try CardStates(card, design: theme, engine: engine, width: renderer.cardWidth(screen: 375, theme: theme))
      }
      clock.move(measuring.takeSeconds(), from: "layout", to: "text")
      for (_, layout) in states.all {
        let list = clock.measure("display list") { layout.displayList(scale: Double(scale)) }
        let pictures = CountedPictures(photos: renderer.photos)
        let bitmap = try clock.measure("draw") {
          try renderer.painter.paint(list, scale: Double(scale), images: pictures)
        }
        clock.move(pictures.decodeSeconds, from: "draw", to: "decode")
        clock.move(pictures.resampleSeconds, from: "draw", to: "resample")
        _ = try clock.measure("encode") { try renderer.encoder.png.encode(bitmap, scale: Double(scale)) }
      }
    }
    return result(clock, posts: posts.count)
  }

  private func result(_ clock: StageClock, posts: Int) -> Result {
    let total = clock.seconds.reduce(0) { $0 + $1.seconds }
    func seconds(_ stage: String) -> Double { clock.seconds.first { $0.stage == stage }?.seconds ?? 0 }
    let order = ["read", "card", "text", "layout", "display list", "decode", "resample", "draw", "encode"]
    return Result(
      posts: posts,
      stages: order.map { stage in
        Result.Stage(
          stage: stage, milliseconds: seconds(stage) * 1000 / Double(max(1, posts)),
          share: total > 0 ? seconds(stage) / total : 0)
      })
  }
}

/// Finds, decodes and resamples photos like an export, and measures each step.
private final class CountedPictures: ImageSource {
  private let photos: PhotoFiles
  private let seconds = Mutex((decode: 0.0, resample: 0.0))

  init(photos: PhotoFiles) {
    self.photos = photos
  }

  var decodeSeconds: Double { seconds.withLock { $0.decode } }
  var resampleSeconds: Double { seconds.withLock { $0.resample } }

  func picture(for reference: ImageReference, width: Int, height: Int) -> Bitmap? {
    guard let candidate = reference.candidates.first, case .file(let path, _)? = photos.location(of: candidate.url)
    else { return nil }
    let start = StageClock.threadSeconds()
    guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)),
      let decoded = try? ImageDecoder.decode([UInt8](bytes), covering: PixelSize(width: width, height: height))
    else { return nil }
    let decodedAt = StageClock.threadSeconds()
    let picture = Resampler.fill(decoded.bitmap, width: width, height: height)
    let end = StageClock.threadSeconds()
    seconds.withLock { seconds in
      seconds.decode += decodedAt - start
      seconds.resample += end - decodedAt
    }
    return picture
  }
}
