import Diagnostics

extension ProjectIssue {
  package var kind: Diagnostic.Kind {
    switch self {
    case .noSuchInput, .inputMissing, .optionValue, .pictureTooTall: .usage
    case .source, .unknownKey, .value, .commentedOut, .needsEncoding: .input
    }
  }

  package var severity: Diagnostic.Severity { .error }

  package var code: String {
    switch self {
    case .noSuchInput: "input.missing"
    case .inputMissing: "input.none"
    case .source: "project.syntax"
    case .unknownKey: "project.unknown-key"
    case .value, .commentedOut, .needsEncoding: "project.value"
    case .optionValue: "option.value"
    case .pictureTooTall: "option.too-tall"
    }
  }

  package var message: String {
    switch self {
    case .noSuchInput: "there is no such file or folder"
    case .inputMissing: "no feed is given, and this folder is no project"
    case .source(let fact): fact.message
    case .unknownKey(let key, known: _): "unknown key \"\(key)\""
    case .value(let key, let expected): "\"\(key)\" must be \(expected)"
    case .commentedOut(let key, let comment): "\"\(key)\" has no value: \(comment) without quotes is a comment"
    case .optionValue(let option, let value, let expected): "\(option) \"\(value)\" must be \(expected)"
    case .needsEncoding(let key): "\"\(key)\" says nothing of PNG, which keeps every pixel"
    case .pictureTooTall(let points, let scale, let limit):
      "a feed picture of \(points) points at \(scale)x is taller than the \(limit) pixels a picture may have"
    }
  }

  package var hint: String? {
    switch self {
    case .noSuchInput, .inputMissing:
      "give a feed's JSON file, a folder of them, or a project folder with feedproof.yml"
    case .source(let fact): fact.hint
    case .value, .optionValue: nil
    case .commentedOut(_, let comment): "write it in quotes: \"\(comment)\""
    case .unknownKey(let key, let known): wayOut(of: key, among: known)
    case .needsEncoding: "add encoding: webp (--encoding webp), or leave it out"
    case .pictureTooTall: "choose a smaller --feed-height or --scale, or --encoding png"
    }
  }
}
