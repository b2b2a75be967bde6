import Foundation
import Support
import Testing

@testable import FeedIngest

/// Real documents of a service, where somebody has put them beside the checkout, and what another program read out of them.
struct ServiceFiles {
  private let folder: URL?

  init(_ service: String) {
    folder = ExtraVectors.url("feeds/\(service)")
  }

  /// Names of the documents, without those that say what to expect of them.
  var names: [String] {
    guard let folder, let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { return [] }
    return files.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".expected.json") }.sorted()
  }

  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: try #require(folder).appendingPathComponent(name))
  }

  /// What says what to expect of a document.
  func expectedBytes(_ name: String) throws -> Data {
    try bytes(name.replacingOccurrences(of: ".json", with: ".expected.json"))
  }

  func reading(_ name: String) throws -> FeedReading {
    FeedReader.read([FeedDocument(name: name, bytes: Array(try bytes(name)))])
  }

  /// What is read of a document, and each of its posts beside what the other program read.
  func compared(_ name: String) throws -> (reading: FeedReading, pairs: [(post: Post, entry: Expected)]) {
    let reading = try reading(name)
    let posts = try #require(reading.feed).posts
    let entries = try expected(name)
    try #require(posts.count == entries.count)
    return (reading, Array(zip(posts, entries)))
  }

  /// What the other program read, an entry each.
  func expected(_ name: String) throws -> [Expected] {
    let root = try #require(try JSONSerialization.jsonObject(with: expectedBytes(name)) as? [String: Any])
    return try #require(root["entries"] as? [[String: Any]]).map(Expected.init)
  }

  /// One entry of what is expected.
  struct Expected {
    let values: [String: Any]

    func text(_ key: String) -> String? { values[key] as? String }
    func int(_ key: String) -> Int? { values[key] as? Int }
    func flag(_ key: String) -> Bool { values[key] as? Bool ?? false }
    func texts(_ key: String) -> [String] { values[key] as? [String] ?? [] }
    func entry(_ key: String) -> Expected? { (values[key] as? [String: Any]).map(Expected.init) }
    /// Seconds since 1970.
    func date(_ key: String) -> Int? { text(key).flatMap(WrittenDate.seconds) }
  }
}
