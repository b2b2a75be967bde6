@testable import FeedIngest

/// What tests ask of a post.
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
