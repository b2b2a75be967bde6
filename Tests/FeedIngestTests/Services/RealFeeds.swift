import Foundation
import Support
import Testing

@testable import FeedIngest

/// As `ServiceFiles`, with entries that say of what type each of their values is.
enum RealFeeds {
  static func names(_ service: String) -> [String] { ServiceFiles(service).names }

  static func reading(_ service: String, _ name: String) throws -> (FeedReading, Data) {
    let files = ServiceFiles(service)
    return (try files.reading(name), try files.bytes(name))
  }

  private struct Expected<Entry: Decodable>: Decodable { let entries: [Entry] }

  static func expected<Entry: Decodable>(_ service: String, _ name: String, _: Entry.Type) throws -> [Entry] {
    let name = name.replacingOccurrences(of: ".json", with: ".expected.json")
    return try JSONDecoder().decode(Expected<Entry>.self, from: ServiceFiles(service).bytes(name)).entries
  }
}

extension Post {
  /// Whether every facet lies on whole characters of the text, in its order, none over another.
  var hasValidFacets: Bool {
    let bytes = Array(text.utf8)
    let isInOrder = zip(facets, facets.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound }
    return isInOrder
      && facets.allSatisfy {
        $0.range.lowerBound >= 0 && !$0.range.isEmpty && $0.range.upperBound <= bytes.count
          && bytes.isScalarBoundary($0.range.lowerBound) && bytes.isScalarBoundary($0.range.upperBound)
      }
  }

  /// The post, and what it holds of others.
  var withInner: [Post] { [self] + reposts.flatMap(\.withInner) + (quote?.post?.withInner ?? []) }
}
