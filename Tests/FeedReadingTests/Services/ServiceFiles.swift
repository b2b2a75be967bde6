import Foundation
import Support
import Testing

@testable import FeedReading

/// Real documents of a service, if they are next to the checkout, with the results of another program.
struct ServiceFiles {
  private let folder: URL?

  init(_ service: String) {
    folder = ExtraVectors.url("feeds/\(service)")
  }

  /// The names of the documents, without files of expected results.
  var names: [String] {
    guard let folder, let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { return [] }
    return files.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".expected.json") }.sorted()
  }

  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: try #require(folder).appendingPathComponent(name))
  }

  /// Returns the file of expected results for a document.
  func expectedBytes(_ name: String) throws -> Data {
    try bytes(name.replacingOccurrences(of: ".json", with: ".expected.json"))
  }

  func reading(_ name: String) throws -> ReadFeed {
    FeedReader.read([FeedDocument(name: name, bytes: Array(try bytes(name)))])
  }

  /// Returns the reading of a document, and each of its posts with the other program's entry.
  func compared(_ name: String) throws -> (reading: ReadFeed, pairs: [(post: Post, entry: Expected)]) {
    let reading = try reading(name)
    let posts = try #require(reading.feed).posts
    let entries = try expected(name)
    try #require(posts.count == entries.count)
    return (reading, Array(zip(posts, entries)))
  }

  /// Returns the other program's entries.
  func expected(_ name: String) throws -> [Expected] {
    let root = try #require(try JSONSerialization.jsonObject(with: expectedBytes(name)) as? [String: Any])
    return try #require(root["entries"] as? [[String: Any]]).map(Expected.init)
  }

  /// An expected entry.
  struct Expected {
    let values: [String: Any]

    func text(_ key: String) -> String? { values[key] as? String }
    func int(_ key: String) -> Int? { values[key] as? Int }
    func flag(_ key: String) -> Bool { values[key] as? Bool ?? false }
    func texts(_ key: String) -> [String] { values[key] as? [String] ?? [] }
    func entry(_ key: String) -> Expected? { (values[key] as? [String: Any]).map(Expected.init) }
    /// Returns seconds since 1970.
    func date(_ key: String) -> Int? { text(key).flatMap(DateParser.seconds) }
  }
}
