@testable import FeedReading

/// Parts of a post that tests check.
extension Post {
  func count(_ kind: Counter.Kind) -> Int? { counters.first { $0.kind == kind }?.value }

  var photos: [Photo] { attachments.compactMap(\.photo) }

  var items: [AttachmentItem] {
    attachments.compactMap { if case .item(let item) = $0 { item } else { nil } }
  }

  var poll: AttachmentItem.Poll? {
    items.lazy.compactMap { if case .poll(let poll) = $0.content { poll } else { nil } }.first
  }

  var card: AttachmentItem? { items.first { if case .link = $0.content { true } else { false } } }

  /// The facets with their words: `link:example.org`.
  var marks: [String] { facets.map { "\($0.kind):\(words(of: $0))" } }

  private func words(of facet: Facet) -> String { String(decoding: Array(text.utf8)[facet.range], as: UTF8.self) }

  /// Whether the facets cover whole characters, in order and without overlap.
  var hasValidFacets: Bool {
    let bytes = Array(text.utf8)
    let isInOrder = zip(facets, facets.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound }
    return isInOrder
      && facets.allSatisfy {
        $0.range.lowerBound >= 0 && !$0.range.isEmpty && $0.range.upperBound <= bytes.count
          && bytes.isScalarBoundary($0.range.lowerBound) && bytes.isScalarBoundary($0.range.upperBound)
      }
  }

  /// The post and all posts within it.
  var withInner: [Post] { [self] + reposts.flatMap(\.withInner) + (quote?.post?.withInner ?? []) }
}
