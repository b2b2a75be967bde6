import Diagnostics
import Files
import Foundation

/// The tree beside an output folder that an exchange leaves: the old one, or, of a run that was killed before, a new one
/// that never came to be. Nothing in it is removed that is not ours or still there under its own name.
package struct LeftTree {
  private let tree: String
  private let folder: String

  package init(_ tree: String, beside folder: String) {
    self.tree = tree
    self.folder = folder
  }

  /// Clears away what a killed run has left.
  ///
  /// - Throws: `Diagnostic` where something stands there that is not ours.
  package static func remove(of lock: OutputLock) throws {
    let tree = FolderExchange.sibling(of: lock.folder)
    guard FileStamp(tree, following: false) != nil else { return }
    try LeftTree(tree, beside: lock.folder).remove()
  }

  /// - Throws: `Diagnostic`.
  package func remove() throws {
    guard let own = FileStamp("\(tree)/\(OwnFolder.lock)", following: false),
      FileStamp("\(folder)/\(OwnFolder.lock)", following: false)?.isSameFile(as: own) == true
    else {
      // Killed before it began; or cleared but for the folders.
      for path in ["\(tree)/\(OwnFolder.name)", tree] { rmdir(path) }
      guard FileStamp(tree, following: false) == nil else {
        throw Diagnostic(OutputIssue.inTheWay, at: Place(file: tree))
      }
      return
    }
    let isWhole = FileStamp("\(tree)/\(OwnFolder.ledger)", following: false) != nil
    let ledger = Ledger(of: tree)
    let kept = [OwnFolder.lock, OwnFolder.ledger]
    try FileWalk.walk(tree) { path, step in
      switch step {
      case .file(let stamp) where !kept.contains(path):
        if isWhole, !OwnFolder.owns(path), !ledger.contains(path),
          FileStamp("\(folder)/\(path)", following: false)?.isSameFile(as: stamp) != true
        {
          try moveOver(path)
        } else {
          unlink("\(tree)/\(path)")
        }
      case .leave where path != OwnFolder.name: rmdir("\(tree)/\(path)")
      default: break
      }
    }
    // The lock last: as long as it is there, a run that comes after a kill knows the tree for ours.
    for path in [OwnFolder.ledger, OwnFolder.lock] { unlink("\(tree)/\(path)") }
    for path in ["\(tree)/\(OwnFolder.name)", tree] { rmdir(path) }
  }

  /// Somebody's file that was put there while the new tree was made. Under a name that is taken, it gets another.
  private func moveOver(_ path: String) throws {
    var target = "\(folder)/\(path)"
    var number = 0
    while FileStamp(target, following: false) != nil {
      number += 1
      target = "\(folder)/\(path).kept-\(number)"
    }
    try FileCall.makeFolder((target as NSString).deletingLastPathComponent)
    guard rename("\(tree)/\(path)", target) == 0 else { throw FileCall.failure(target) }
  }
}
