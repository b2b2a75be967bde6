import Diagnostics
import Foundation

/// What a server does with decisions.
package protocol ReviewController: Sendable {
  /// What is reviewed, for the page's title; nil where nothing can be approved here.
  var project: String? { get }

  /// Applies a file of decisions, one file after the other whoever asks at the same time.
  ///
  /// - Throws: `ReviewRefusal`.
  func apply(_ decisions: Data) async throws -> ReviewOutcome

  /// Takes back what was decided about cases: baselines that were approved here become what they were.
  ///
  /// - Parameter cases: `{"cases": [id…]}`
  /// - Throws: `ReviewRefusal`.
  func undo(_ cases: Data) async throws -> ReviewOutcome

  /// Keeps which element of an app's screen shows which part of a card.
  ///
  /// - Parameter pair: `{"part": …, "identifier": …}`
  /// - Throws: `ReviewRefusal`.
  func pin(_ pair: Data) async throws -> PinnedPair

  /// What is decided now, whoever did so.
  ///
  /// - Throws: `ReviewRefusal`.
  func state() async throws -> ReviewState

  /// When and why a case's baseline became what it is, as JSON.
  ///
  /// - Throws: `ReviewRefusal` where nobody knows.
  func history(of id: String) async throws -> Data

  /// Returns when nothing is being applied any more.
  func finish() async
}

extension ReviewController {
  package func pin(_ pair: Data) async throws -> PinnedPair {
    throw ReviewRefusal(.conflict, Diagnostic(ServingIssue.noReview))
  }

  package func history(of id: String) async throws -> Data {
    throw ReviewRefusal(.conflict, Diagnostic(ServingIssue.noReview))
  }
}

/// Where a pair of a part and an element is kept.
package struct PinnedPair: Encodable, Sendable {
  /// As people call it.
  package var file: String

  package init(file: String) { self.file = file }
}

/// What was decided about a review's cases.
package struct ReviewState: Encodable, Sendable {
  package struct Decision: Encodable, Sendable {
    package var id: String
    /// `approve` for what has become the baseline, or `reject`.
    package var decision: String
    package var comment: String?
    /// Whether it can be taken back here.
    package var canUndo: Bool

    private enum CodingKeys: String, CodingKey {
      case id = "case"
      case decision, comment, canUndo
    }

    package init(id: String, decision: String, comment: String?, canUndo: Bool) {
      (self.id, self.decision, self.comment, self.canUndo) = (id, decision, comment, canUndo)
    }
  }

  /// Another one for every change.
  package var revision: Int
  /// Another one for every comparison that is made while the server runs.
  package var comparison: Int
  package var decisions: [Decision]

  package init(revision: Int, comparison: Int, decisions: [Decision]) {
    (self.revision, self.comparison, self.decisions) = (revision, comparison, decisions)
  }
}

/// Ids of cases.
package struct ReviewOutcome: Encodable, Sendable {
  package var approved: [String]
  /// Named by the decisions and left as they are: rejected, or nothing to approve.
  package var skipped: [String]
  /// Of those that were skipped, those that were rejected.
  package var rejected: [String]
  /// Those about which nothing is decided any more.
  package var undone: [String]

  package init(approved: [String] = [], skipped: [String] = [], rejected: [String] = [], undone: [String] = []) {
    (self.approved, self.skipped, self.rejected, self.undone) = (approved, skipped, rejected, undone)
  }
}

/// Why decisions were not applied. Nothing was written then.
package struct ReviewRefusal: Error, Sendable {
  package enum Reason: Sendable {
    /// They are no decisions.
    case malformed
    /// They are about something that is not there, or not as it was looked at.
    case conflict
    /// The baselines can't be written.
    case unwritable
  }

  package var reason: Reason
  package var diagnostic: Diagnostic

  package init(_ reason: Reason, _ diagnostic: Diagnostic) {
    self.reason = reason
    self.diagnostic = diagnostic
  }
}
