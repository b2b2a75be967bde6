import Diagnostics

extension StoreIssue {
  package var severity: Diagnostic.Severity {
    switch self {
    case .setAside: .note
    case .unusable: .error
    }
  }

  package var code: String {
    switch self {
    case .setAside: "store.set-aside"
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
    case .unusable(let reason): "the store can't be used: \(reason)"
    }
  }

  package var hint: String? {
    switch self {
    case .setAside: nil
    case .unusable: "check the folder's permissions and the disk's free space, or choose another --output"
    }
  }
}
