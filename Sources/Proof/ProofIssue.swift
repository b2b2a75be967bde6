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
  case figmaUnreadable(reason: String)
  case figmaNoFrame(String, known: [String])
  case figmaFrameWithoutBox(String)

  package var text: IssueText {
    switch self {
    case .selfCheckFailed(let failure):
      .error(
        "proof.self-check", "the comparison can't be trusted: it \(failure.inWords)",
        hint: "build Feedproof and its libraries again; nothing was compared")
    case .figmaUnreadable(let reason):
      .error(
        "figma.unreadable", "not a design file as Figma's REST API gives it: \(reason)",
        hint: "save the answer of GET /v1/files/:key, or of GET /v1/files/:key/nodes")
    case .figmaNoFrame(let name, let known):
      .error(
        "figma.no-frame", "the design file has no frame \"\(name)\"",
        hint: nearest(to: name, among: known).map { "did you mean \"\($0)\"?" }
          ?? "frames: \(known.listed)")
    case .figmaFrameWithoutBox(let name):
      .error(
        "figma.frame-without-box", "the frame \"\(name)\" has no absoluteBoundingBox",
        hint: "show the frame in Figma and save its JSON again")
    }
  }
}
