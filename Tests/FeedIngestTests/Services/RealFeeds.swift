import Foundation
import Support
import Testing

@testable import FeedIngest

/// Real documents of a service, where somebody has put them beside the checkout, with what another program read out of
/// each.
enum RealFeeds {
  static func names(_ service: String) -> [String] { RealAnswersTests.names(in: ExtraVectors.url("feeds/\(service)")) }

  static func reading(_ service: String, _ name: String) throws -> (FeedReading, Data) {
    let url = try #require(ExtraVectors.url("feeds/\(service)/\(name)"))
    let bytes = try Data(contentsOf: url)
    return (FeedReader.read([FeedDocument(name: name, bytes: Array(bytes))]), bytes)
  }

  private struct Expected<Entry: Decodable>: Decodable { let entries: [Entry] }

  static func expected<Entry: Decodable>(_ service: String, _ name: String, _: Entry.Type) throws -> [Entry] {
    let path = "feeds/\(service)/\(name.replacingOccurrences(of: ".json", with: ".expected.json"))"
    return try JSONDecoder().decode(Expected<Entry>.self, from: Data(contentsOf: try #require(ExtraVectors.url(path))))
      .entries
  }
}

extension Post {
  func count(_ kind: Counter.Kind) -> Int? { counters.first { $0.kind == kind }?.value }

  var photos: [Photo] { attachments.compactMap(\.photo) }

  var rows: [AttachmentItem] {
    attachments.compactMap { if case .item(let item) = $0 { item } else { nil } }
  }

  /// `link:example.org`: what each facet is, and the words that it lies on.
  var marks: [String] { facets.map { "\($0.kind):\(words(of: $0))" } }

  private func words(of facet: Facet) -> String { String(decoding: Array(text.utf8)[facet.range], as: UTF8.self) }

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
