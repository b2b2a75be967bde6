import Diagnostics

extension OutputIssue {
  package var severity: Diagnostic.Severity {
    switch self {
    case .setAside: .note
    case .notOurs, .unsafePath: .error
    }
  }

  package var code: String {
    switch self {
    case .notOurs: "output.not-ours"
    case .setAside: "output.set-aside"
    case .unsafePath: "output.unsafe-path"
    }
  }

  package var message: String {
    switch self {
    case .notOurs(let first, let count):
      "\(count == 1 ? "a file" : "\(count) files") of your own would be overwritten: \(first.joined(separator: ", "))"
        + (count > first.count ? ", …" : "")
    case .setAside(let name): "what was here and is not Feedproof's is kept as \(name)"
    case .unsafePath(let path): "\"\(path)\" would lead out of the folder"
    }
  }

  package var hint: String? {
    switch self {
    case .notOurs: "choose another --output, move them away, or keep them under other names with --set-aside"
    case .setAside, .unsafePath: nil
    }
  }
}
