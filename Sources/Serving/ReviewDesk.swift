import Diagnostics
import Foundation

/// What a server does with decisions.
package protocol ReviewDesk: Sendable {
  /// What is reviewed, for the page's title; nil where nothing can be approved here.
  var project: String? { get }

  /// Applies a file of decisions, one file after the other whoever asks at the same time.
  ///
  /// - Throws: `ReviewRefusal`.
  func apply(_ decisions: Data) async throws -> ReviewOutcome

  /// Returns when nothing is being applied any more.
  func finish() async
}

/// Ids of cases.
package struct ReviewOutcome: Encodable, Sendable {
  package var approved: [String]
  /// Named by the decisions and left as they are: rejected, or nothing to approve.
  package var skipped: [String]

  package init(approved: [String], skipped: [String]) {
    self.approved = approved
    self.skipped = skipped
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
