import Files
import Floor
import Foundation
import Projects
import Raster

/// The folder of a benchmark's feeds and outputs. All feeds share the example's larger photos.
struct BenchmarkFolder {
  let url: URL
  private let photos: [MixedFeed.Photo]

  /// Creates a folder at `url` with the photos of `media`.
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

  /// Writes a generated feed as `name`.json.
  ///
  /// - Parameter photo: The photo to use everywhere, instead of the example's.
  func feed(
    _ name: String, posts: Int, kinds: [MixedFeed.Kind] = MixedFeed.Kind.allCases,
    changed: Int = 0, photo: (width: Int, height: Int)? = nil, form: MixedFeed.Form = .vk
  ) throws -> (url: URL, Data) {
    let photos = try photo.map { [try large(width: $0.width, height: $0.height)] } ?? photos
    let document = try MixedFeed(photos: photos, form: form, kinds: kinds, changed: changed).json(posts: posts)
    let file = url.appendingPathComponent("\(name).json")
    try document.write(to: file)
    return (file, document)
  }

  /// Writes the same feed as a folder of pages with 100 posts each.
  func pages(
    _ name: String, posts: Int, kinds: [MixedFeed.Kind] = MixedFeed.Kind.allCases, changed: Int = 0
  ) throws -> URL {
    let folder = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("media"), withDestinationURL: url.appendingPathComponent("media"))
    try MixedFeed(photos: photos, kinds: kinds, changed: changed).pages(posts: posts, of: 100) { number, page in
      try page.write(to: folder.appendingPathComponent("page-\(number).json"))
    }
    return folder
  }

  /// Enlarges the first photo.
  private func large(width: Int, height: Int) throws -> MixedFeed.Photo {
    let name = "large-\(width)x\(height).jpg"
    let media = url.appendingPathComponent("media")
    let source = try ImageDecoder.decode([UInt8](Data(contentsOf: media.appendingPathComponent(photos[0].name)))).bitmap
    let bitmap = Resampler.scale(source, toWidth: width, height: height)
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    let count = floor_write_jpeg(bitmap.bytes, Int32(width), Int32(height), &bytes, bytes.count)
    guard count > 0 else { throw BenchmarkFailure("a photo can't be written") }
    try Data(bytes.prefix(count)).write(to: media.appendingPathComponent(name))
    return MixedFeed.Photo(name: name, width: width, height: height)
  }

  /// The project that the command line would create for the feed.
  ///
  /// - Parameter output: A separate name for each export: replacing files costs the file system more than creating
  ///   them.
  func project(_ feed: URL, output: String, _ environment: Environment) throws -> Project {
    var overrides = ProjectOverrides()
    overrides["output"] = [url.appendingPathComponent(output).path]
    return try Project.load(inputs: [feed.path], overrides: overrides, environment: environment)
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
