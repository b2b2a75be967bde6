import DataFormats
import Foundation
import Support
import Testing

@testable import FeedReading

/// A feed with any replaced value is read without crashing, and all facets cover characters of their text.
@Suite struct MutatedFeedsTests {
  /// The documents of the examples, by folder.
  private static let documents: [String] = ["mastodon", "bluesky", "x", "telegram"].flatMap { example -> [String] in
    let folder = Checkout.url("Examples/\(example)/feed")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") || $0.hasSuffix(".js") }.sorted().map {
      "Examples/\(example)/feed/\($0)"
    }
  }

  /// Values that no service would write there.
  private static let values = [
    "null", "true", "-1", "99999999999999999999", "1e999", "\"\"", "\"\\ud800\"", "\"javascript:alert(1)\"", "[]", "{}",
    "[[1], {\"a\": null}]", "\"\u{1F30A}\u{301}\"", "\"at://\"", "0", "\"0\"",
  ]

  @Test("a document whose values are changed is read without harm", arguments: documents)
  func mutated(path: String) throws {
    let text = try String(decoding: Data(contentsOf: Checkout.url(path)), as: UTF8.self)
    let bytes = Array(text.utf8)
    let ranges = Self.scalarRanges(bytes)
    var random = SplitMix64(seed: UInt64(truncatingIfNeeded: bytes.count))
    for _ in 0..<60 {
      var mutated = bytes
      // From the end, so that earlier ranges stay valid.
      let chosen = (0..<4).map { _ in ranges[Int(random.next() % UInt64(ranges.count))] }
      for range in Set(chosen).sorted(by: { $0.lowerBound > $1.lowerBound }) {
        let value = Self.values[Int(random.next() % UInt64(Self.values.count))]
        mutated.replaceSubrange(range, with: Array(value.utf8))
      }
      let page = FeedReader.page(from: FeedDocument(name: "a.json", bytes: mutated))
      for post in page.entries.flatMap(\.post.withInner) {
        try #require(post.hasValidFacets, "\(String(decoding: mutated, as: UTF8.self))")
        let name = post.author
        var named = post
        (named.text, named.facets) = (name.name, name.nameEmoji)
        try #require(named.hasValidFacets)
      }
    }
  }

  /// Returns the ranges of strings and numbers that are values, not keys.
  private static func scalarRanges(_ bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = bytes.firstIndex { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") } ?? 0
    while index < bytes.count {
      let start = index
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index += 1
        let next = bytes[min(index, bytes.count)...].first { $0 != UInt8(ascii: " ") }
        if next != UInt8(ascii: ":") { ranges.append(start..<min(index, bytes.count)) }
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        while index < bytes.count, "0123456789-.eE+".utf8.contains(bytes[index]) { index += 1 }
        ranges.append(start..<index)
      default: index += 1
      }
    }
    return ranges
  }
}
