import Diagnostics
import Foundation

/// Applies the decisions that a server receives.
package protocol ReviewController: Sendable {
  /// The name of the reviewed project, for the page's title; nil if the server can't approve anything.
  var project: String? { get }

  /// Applies a file of decisions. Concurrent calls are applied one after the other.
  ///
  /// - Throws: `ReviewRefusal` if the decisions can't be applied.
  func apply(_ decisions: Data) async throws -> ReviewOutcome

  /// Undoes decisions about cases. Baselines that were approved here are restored.
  ///
  /// - Parameter cases: `{"cases": [id…]}`
  /// - Throws: `ReviewRefusal` if the decisions can't be undone.
  func undo(_ cases: Data) async throws -> ReviewOutcome

  /// Remembers which element of an app's screen shows which part of a card.
  ///
  /// - Parameter pair: `{"part": …, "identifier": …}`
  /// - Throws: `ReviewRefusal` if the pair can't be stored.
  func pin(_ pair: Data) async throws -> PinnedMatch

  /// Returns all current decisions, including those made elsewhere.
  ///
  /// - Throws: `ReviewRefusal` if they can't be read.
  func state() async throws -> ReviewState

  /// Returns when and why a case's baseline changed, as JSON.
  ///
  /// - Throws: `ReviewRefusal` if the history is unknown.
  func history(of id: String) async throws -> Data

  /// Returns when no decision is being applied.
  func finish() async
}

extension ReviewController {
  package func pin(_ pair: Data) async throws -> PinnedMatch {
    throw ReviewRefusal(.conflict, Diagnostic(ServingIssue.noReview))
  }

  package func history(of id: String) async throws -> Data {
    throw ReviewRefusal(.conflict, Diagnostic(ServingIssue.noReview))
  }
}

/// Where the pair of a part and an element was stored.
package struct PinnedMatch: Encodable, Sendable {
  /// The path as shown to people.
  package var file: String

  package init(file: String) { self.file = file }
}

/// The current decisions of a review.
package struct ReviewState: Encodable, Sendable {
  package struct Decision: Encodable, Sendable {
    package var id: String
    /// `approve` if the image became the baseline, or `reject`.
    package var decision: String
    package var comment: String?
    /// Whether the decision can be undone here.
    package var canUndo: Bool

    private enum CodingKeys: String, CodingKey {
      case id = "case"
      case decision, comment, canUndo
    }

    package init(id: String, decision: String, comment: String?, canUndo: Bool) {
      (self.id, self.decision, self.comment, self.canUndo) = (id, decision, comment, canUndo)
    }
  }

  /// Increases with every change.
  package var revision: Int
  /// Increases with every comparison that is made while the server runs.
  package var comparison: Int
  package var decisions: [Decision]

  package init(revision: Int, comparison: Int, decisions: [Decision]) {
    (self.revision, self.comparison, self.decisions) = (revision, comparison, decisions)
  }
}

/// The result of applying or undoing decisions, as case ids.
package struct ReviewOutcome: Encodable, Sendable {
  package var approved: [String]
  /// Cases that the decisions name but that remain unchanged: rejected, or nothing to approve.
  package var skipped: [String]
  /// The rejected cases among the skipped ones.
  package var rejected: [String]
  /// Cases without a decision after an undo.
  package var undone: [String]

  package init(approved: [String] = [], skipped: [String] = [], rejected: [String] = [], undone: [String] = []) {
    (self.approved, self.skipped, self.rejected, self.undone) = (approved, skipped, rejected, undone)
  }
}

/// Why decisions were not applied. In this case, nothing was written.
package struct ReviewRefusal: Error, Sendable {
  package enum Reason: Sendable {
    /// The request is not a valid file of decisions.
    case malformed
    /// The decisions concern a case that no longer exists or has changed since it was reviewed.
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
