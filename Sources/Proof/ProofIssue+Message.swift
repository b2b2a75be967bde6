import Diagnostics

extension ProofIssue {
  package var severity: Diagnostic.Severity { .error }

  package var code: String {
    switch self {
    case .selfCheckFailed: "proof.self-check"
    }
  }

  package var message: String {
    switch self {
    case .selfCheckFailed(.samePictureDiffers): "the comparison can't be trusted: it finds differences where none are"
    case .selfCheckFailed(.changedPixelMissed): "the comparison can't be trusted: it missed a changed pixel"
    case .selfCheckFailed(.addedRowMissed): "the comparison can't be trusted: it missed an added white row"
    }
  }

  package var hint: String? {
    switch self {
    case .selfCheckFailed: "build Feedproof and its libraries again; nothing was compared"
    }
  }
}
