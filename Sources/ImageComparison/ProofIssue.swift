import Diagnostics

/// A problem with comparing images and layouts.
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
  /// Masks leave neither a pixel nor a box to compare.
  case maskedWhole
  /// A tolerance lets every pixel differ.
  case toleratesAll

  package var text: IssueText {
    switch self {
    case .selfCheckFailed(let failure):
      .error(
        "proof.self-check", "the comparison can't be trusted: it \(failure.inWords)",
        hint: "build Feedproof and its libraries again; nothing was compared")
    case .maskedWhole:
      .error(
        "proof.not-compared", "not compared: masks cover the whole card", hint: "make the masks of this case smaller")
    case .toleratesAll:
      .error(
        "proof.not-compared", "not compared: the tolerance lets every pixel differ",
        hint: "lower threshold, pixels or count of this case")
    }
  }
}
