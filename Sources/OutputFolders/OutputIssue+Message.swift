import Diagnostics

extension OutputIssue {
  package var kind: Diagnostic.Kind {
    switch self {
    case .busy: .busy
    case .inTheWay: .output
    }
  }

  package var severity: Diagnostic.Severity { .error }

  package var code: String {
    switch self {
    case .busy: "output.busy"
    case .inTheWay: "output.in-the-way"
    }
  }

  package var message: String {
    switch self {
    case .busy(let holder): "another run works in this folder\(holder.map { ": \($0)" } ?? "")"
    case .inTheWay: "this is where the new output is made, and something else is there"
    }
  }

  package var hint: String? {
    switch self {
    case .busy: "wait until it ends, or choose another --output"
    case .inTheWay: "move it away"
    }
  }
}
