import Diagnostics

extension StoreIssue {
  package var kind: Diagnostic.Kind { .output }

  package var severity: Diagnostic.Severity {
    switch self {
    case .setAside, .damaged: .note
    case .unusable: .error
    }
  }

  package var code: String {
    switch self {
    case .setAside: "store.set-aside"
    case .damaged: "store.damaged"
    case .unusable: "store.unusable"
    }
  }

  package var message: String {
    switch self {
    case .setAside(let name, .corrupt): "the store is damaged; it is kept as \(name), and every card is drawn again"
    case .setAside(let name, .noFile):
      "the store is no file; what stands there is kept as \(name), and every card is drawn again"
    case .setAside(let name, .foreign): "this is no store of ours; it is kept as \(name), and every card is drawn again"
    case .setAside(let name, .newer):
      "the store is of a later version of Feedproof; it is kept as \(name), and every card is drawn again"
    case .damaged(let fault): "\(fault.message); an export keeps it under another name and draws every card again"
    case .unusable(let reason): "the store can't be used: \(reason)"
    }
  }

  package var hint: String? {
    switch self {
    case .setAside, .damaged: nil
    case .unusable: "check the folder's permissions and the disk's free space, or choose another --output"
    }
  }
}

/// A fault that nothing was done about. What is thrown inside of the store is told as this where it goes up to the end.
extension StoreIssue.Fault: Issue {
  package var kind: Diagnostic.Kind { .output }
  package var severity: Diagnostic.Severity { .error }
  package var code: String { "store.damaged" }

  package var message: String {
    switch self {
    case .corrupt: "the store is damaged"
    case .noFile: "the store is no file"
    case .foreign: "this is no store of ours"
    case .newer: "the store is of a later version of Feedproof"
    }
  }

  package var hint: String? { "run the export again: it keeps the store under another name and makes a new one" }
}
