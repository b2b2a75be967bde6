import Diagnostics

/// What can be wrong with a store.
package enum StoreIssue: Issue, Hashable {
  /// It could not be used and stands aside under another name; everything is drawn again.
  case setAside(name: String, Fault)
  /// Found while it was only looked at; it is set aside by the next run that writes.
  case damaged(Fault)
  case unusable(reason: String)

  package enum Fault: Hashable, Sendable {
    case corrupt
    /// A pipe, a socket, a device, a folder, a symbolic link.
    case noFile
    /// Another program's database.
    case foreign
    /// Of a later version of the tool.
    case newer
  }
}
