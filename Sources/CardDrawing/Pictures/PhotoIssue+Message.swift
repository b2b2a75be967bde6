import Diagnostics
import Projects
import Raster

extension PhotoIssue {
  package var severity: Diagnostic.Severity {
    switch self {
    case .missing, .unreadable, .undecodable, .overBudget: .warning
    case .note(url: _, let note): note.severity
    }
  }

  package var code: String {
    switch self {
    case .missing: "photo.missing"
    case .unreadable: "photo.unreadable"
    case .undecodable(url: _, let error): error.code
    case .note(url: _, let note): note.code
    case .overBudget: "photo.over-budget"
    }
  }

  package var message: String {
    switch self {
    case .missing(let url, lookedFor: _): "the photo \(url) is not there; its placeholder is drawn"
    case .unreadable(let url, let reason): "the photo \(url) can't be read: \(reason); its placeholder is drawn"
    case .undecodable(let url, let error): "the photo \(url): \(error.message); its placeholder is drawn"
    case .note(let url, let note): "the photo \(url): \(note.message)"
    case .overBudget(let url, let bytes, let limit):
      "the photo \(url) takes \(ByteCount.text(bytes)) to decode, of \(ByteCount.text(limit)) for the whole run"
    }
  }

  package var hint: String? {
    switch self {
    case .missing(_, let lookedFor): lookedFor.first.map { "put it at \($0); no network request is made" }
    case .unreadable: "check the file's permissions"
    case .undecodable(url: _, let error): error.hint
    case .note(url: _, let note): note.hint
    case .overBudget: "store a smaller copy of it, or raise --memory"
    }
  }
}
