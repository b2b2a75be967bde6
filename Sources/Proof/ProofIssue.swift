import Diagnostics

/// What can go wrong where pictures and layouts are compared.
package enum ProofIssue: Issue, Hashable {
  package enum SelfCheckFailure: Hashable, Sendable {
    case samePictureDiffers, changedPixelMissed, addedRowMissed

    fileprivate var inWords: String {
      switch self {
      case .samePictureDiffers: "finds differences where none are"
      case .changedPixelMissed: "missed a changed pixel"
      case .addedRowMissed: "missed an added white row"
      }
    }
  }

  case selfCheckFailed(SelfCheckFailure)

  package var text: IssueText {
    switch self {
    case .selfCheckFailed(let failure):
      .error(
        "proof.self-check", "the comparison can't be trusted: it \(failure.inWords)",
        hint: "build Feedproof and its libraries again; nothing was compared")
    }
  }
}
