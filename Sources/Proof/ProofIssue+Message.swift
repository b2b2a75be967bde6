import Diagnostics

extension ProofIssue {
  package var severity: Diagnostic.Severity { .error }

  package var code: String {
    switch self {
    case .selfCheckFailed: "proof.self-check"
    case .figmaUnreadable: "figma.unreadable"
    case .figmaNoFrame: "figma.no-frame"
    case .figmaFrameWithoutBox: "figma.frame-without-box"
    }
  }

  package var message: String {
    switch self {
    case .selfCheckFailed(.samePictureDiffers): "the comparison can't be trusted: it finds differences where none are"
    case .selfCheckFailed(.changedPixelMissed): "the comparison can't be trusted: it missed a changed pixel"
    case .selfCheckFailed(.addedRowMissed): "the comparison can't be trusted: it missed an added white row"
    case .figmaUnreadable(let reason): "not a design file as Figma's REST API gives it: \(reason)"
    case .figmaNoFrame(let name, known: _): "the design file has no frame \"\(name)\""
    case .figmaFrameWithoutBox(let name): "the frame \"\(name)\" has no absoluteBoundingBox"
    }
  }

  package var hint: String? {
    switch self {
    case .selfCheckFailed: "build Feedproof and its libraries again; nothing was compared"
    case .figmaUnreadable: "save the answer of GET /v1/files/:key, or of GET /v1/files/:key/nodes"
    case .figmaNoFrame(let name, let known):
      nearest(to: name, among: known).map { "did you mean \"\($0)\"?" }
        ?? "frames: \(known.prefix(8).joined(separator: ", "))\(known.count > 8 ? ", …" : "")"
    case .figmaFrameWithoutBox: "show the frame in Figma and save its JSON again"
    }
  }
}
