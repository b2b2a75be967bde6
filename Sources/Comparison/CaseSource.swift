import Diagnostics
import Files

/// A kind of cases that a comparison compares: posts with their baselines or mockups, films, images by other tools,
/// screens of an app.
package protocol CaseSource {
  /// Compares all cases, and passes them to `take` in the order of the report.
  ///
  /// - Throws: `RunFailure` if the comparison can't go on, and the errors of `take`. A problem with one case is its
  ///   result.
  func compare(_ take: (ComparedItem) throws -> Void) async throws
}

/// The compared cases of one item of a source: of a post, a film, an image, or a screen.
package struct ComparedItem: Sendable {
  /// The name for the progress line.
  package var id: String
  package var cases: [ComparedCase]
  var diagnostics: [Diagnostic] = []
  /// Whether the progress line counts the item.
  package var isCounted = true
  /// The kind of a post's references; nil if the item is no post.
  var post: ComparisonCase.Kind?
  /// The key of such a post if it may be reused.
  var key: PostKey?
  /// Replaces the cases of a post that was not drawn.
  var reused: ComparisonStore.Post?

  package init(
    id: String, cases: [ComparedCase], diagnostics: [Diagnostic] = [], isCounted: Bool = true,
    post: ComparisonCase.Kind? = nil, key: PostKey? = nil, reused: ComparisonStore.Post? = nil
  ) {
    (self.id, self.cases, self.diagnostics, self.isCounted, self.post) = (id, cases, diagnostics, isCounted, post)
    (self.key, self.reused) = (key, reused)
  }
}

extension ComparedItem {
  /// The post for the store, without its cases; nil if the next comparison must draw it because some of its cases were
  /// not identical.
  var reusable: ComparisonStore.Post? {
    get throws {
      guard let key, !cases.isEmpty, cases.allSatisfy({ $0.dependencies != nil }) else { return nil }
      return ComparisonStore.Post(id: id, key: key, facts: try JSONText.line(facts))
    }
  }

  private var facts: PostFacts {
    var facts = PostFacts(diagnostics: diagnostics, environments: [:], drift: [])
    for compared in cases {
      if let named = compared.environment { facts.environments[named.name] = named.environment }
      facts.drift += compared.drift.map { CompareReport.Drift(text: $0.message, cases: 1, same: 1) }
    }
    return facts
  }
}

/// Cases whose results are known without drawing: mockups of missing posts, and tokens of designs.
struct KnownCases: CaseSource {
  var cases: [ComparedCase]

  func compare(_ take: (ComparedItem) throws -> Void) throws {
    for known in cases { try take(ComparedItem(id: known.entry.id, cases: [known], isCounted: false)) }
  }
}
