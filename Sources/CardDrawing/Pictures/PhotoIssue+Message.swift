import Diagnostics
import Projects
import Raster

extension PhotoIssue {
  package var severity: Diagnostic.Severity {
    switch self {
    case .missing, .manyMissing, .unreadable, .undecodable, .overBudget, .outside, .tooLarge: .warning
    case .note(url: _, let note): note.severity
    }
  }

  package var code: String {
    switch self {
    case .missing, .manyMissing: "photo.missing"
    case .unreadable: "photo.unreadable"
    case .undecodable(url: _, let error): error.code
    case .note(url: _, let note): note.code
    case .outside: "photo.outside"
    case .tooLarge: "photo.too-large"
    case .overBudget: "photo.over-budget"
    }
  }

  package var message: String {
    switch self {
    case .missing(let url, lookedFor: _): "the photo \(url) is not there; its placeholder is drawn"
    case .manyMissing(let count, command: _):
      "\(count == 1 ? "1 photo is" : "\(count) photos are") not there; placeholders are drawn"
    case .unreadable(let url, let reason): "the photo \(url) can't be read: \(reason); its placeholder is drawn"
    case .undecodable(let url, let error): "the photo \(url): \(error.message); its placeholder is drawn"
    case .note(let url, let note): "the photo \(url): \(note.message)"
    case .overBudget(let url, let bytes, let limit):
      "the photo \(url) takes \(ByteCount.text(bytes)) to decode, more than the \(ByteCount.text(limit)) of the whole run"
    case .outside(let url, folders: _):
      "the photo \(url) lies outside of the folders that photos may come from; its placeholder is drawn"
    case .tooLarge(let url, let bytes, let limit):
      "the photo \(url) is a file of \(ByteCount.text(bytes)), more than the \(ByteCount.text(limit)) of a photo's"
    }
  }

  package var hint: String? {
    switch self {
    case .missing(_, let lookedFor): lookedFor.first.map { "put it at \($0); no network request is made" }
    case .manyMissing(count: _, let command): "all of them, with the names to save them under: \(command)"
    case .unreadable: "check the file's permissions"
    case .undecodable(url: _, let error): error.hint
    case .note(url: _, let note): note.hint
    case .outside(_, let folders):
      "they are \(folders.joined(separator: ", ")); name its folder with --photos, or photos: in feedproof.yml"
    case .tooLarge: "store a smaller copy of it"
    case .overBudget: "store a smaller copy of it, or raise --memory"
    }
  }
}
