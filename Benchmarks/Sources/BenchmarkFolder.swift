import FeedproofKit
import Foundation
import Raster

/// Where a benchmark's feeds and outputs lie: feeds beside each other, with the example's larger photos for all of them.
struct BenchmarkFolder {
  let url: URL
  private let photos: [MixedFeed.Photo]

  /// Brings the photos of `media` into a new folder at `url`.
  init(at url: URL, media: URL) throws {
    self.url = url
    let target = url.appendingPathComponent("media")
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    var photos: [MixedFeed.Photo] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: media.path).sorted() where name.hasSuffix(".jpg") {
      let bytes = try Data(contentsOf: media.appendingPathComponent(name))
      let size = try ImageDecoder.header(of: [UInt8](bytes)).size
      guard size.width >= 600, size.width <= 3000 else { continue }
      try bytes.write(to: target.appendingPathComponent(name))
      photos.append(MixedFeed.Photo(name: name, width: size.width, height: size.height))
    }
    self.photos = photos
  }

  /// A generated feed, written as `name`.json.
  func feed(_ name: String, posts: Int, kinds: [MixedFeed.Kind] = MixedFeed.Kind.allCases) throws -> (url: URL, Data) {
    let document = try MixedFeed(photos: photos, kinds: kinds).json(posts: posts)
    let file = url.appendingPathComponent("\(name).json")
    try document.write(to: file)
    return (file, document)
  }

  /// A generated feed of which the last posts say something else.
  func document(posts: Int, changed: Int) throws -> Data {
    try MixedFeed(photos: photos, changed: changed).json(posts: posts)
  }

  /// What the command line would ask for with that feed alone.
  func project(_ feed: URL, _ environment: Environment) throws -> Project {
    var overrides = ProjectOverrides()
    overrides.output = url.appendingPathComponent("output").path
    return try Project.load(inputs: [feed.path], overrides: overrides, environment: environment)
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
