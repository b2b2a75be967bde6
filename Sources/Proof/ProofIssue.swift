import Diagnostics

/// What can go wrong where pictures and layouts are compared.
package enum ProofIssue: Issue, Hashable {
  package enum SelfCheckFailure: Hashable, Sendable {
    case samePictureDiffers, changedPixelMissed, addedRowMissed
  }

  case selfCheckFailed(SelfCheckFailure)
  case figmaUnreadable(reason: String)
  case figmaNoFrame(String, known: [String])
  case figmaFrameWithoutBox(String)
}
