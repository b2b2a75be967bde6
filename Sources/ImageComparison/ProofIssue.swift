import Diagnostics

/// A problem with comparing images and layouts.
package enum ProofIssue: Issue, Hashable {
  package enum SelfCheckFailure: Hashable, Sendable {
    case samePictureDiffers, changedPixelMissed, addedRowMissed

    fileprivate var inWords: String {
      switch self {
      case .samePictureDiffers: "reported differences between equal images"
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
        "proof.self-check", "the comparison failed its self-check: it \(failure.inWords)",
        hint: "rebuild Feedproof and its libraries; nothing was compared")
    case .maskedWhole:
      .error(
        "proof.not-compared", "not compared: masks cover the entire card", hint: "shrink the masks of this case")
    case .toleratesAll:
      .error(
        "proof.not-compared", "not compared: the tolerance allows every pixel to differ",
        hint: "lower threshold, pixels or count of this case")
    }
  }
}
