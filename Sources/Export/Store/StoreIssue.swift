import Diagnostics

/// A problem with a store.
package enum StoreIssue: Issue, Hashable {
  /// It was unusable and has been renamed; everything is drawn again.
  case setAside(name: String, Fault)
  /// Found during read-only use; the next run that writes sets it aside.
  case damaged(Fault)
  case unusable(reason: String)

  package enum Fault: Hashable, Sendable {
    case corrupt
    /// A pipe, a socket, a device, a folder, a symbolic link.
    case noFile
    /// Another program's database.
    case foreign
    /// A database of a later version of the tool.
    case newer
  }

  package static var kind: Diagnostic.Kind { .output }

  package var text: IssueText {
    switch self {
    case .setAside(let name, let fault):
      .note(
        "store.set-aside",
        "\(fault.inWords); it was renamed to \(name), "
          + "and all cards are drawn again")
    case .damaged(let fault):
      .note("store.damaged", "\(fault.inWords); the next export renames it and draws all cards again")
    case .unusable(let reason):
      .error(
        "store.unusable", "the cache can't be used: \(reason)",
        hint: "check the folder's permissions and the disk's free space, or choose another --output")
    }
  }
}

/// An unhandled fault; errors thrown inside the store are reported as this if they propagate to the top.
extension StoreIssue.Fault: Issue {
  package static var kind: Diagnostic.Kind { .output }

  package var text: IssueText {
    .error(
      "store.damaged", inWords,
      hint: "run the export again: it renames the cache and creates a new one")
  }

  fileprivate var inWords: String {
    switch self {
    case .corrupt: "the cache is damaged"
    case .noFile: "the cache is not a regular file"
    case .foreign: "the file is not a cache of Feedproof"
    case .newer: "a later version of Feedproof wrote the cache"
    }
  }
}
