import Diagnostics
import Files
import Foundation

/// The treatment of unmanaged files at paths that a run writes.
package enum UnmanagedFilePolicy: Sendable {
  /// The run ends without changing anything.
  case refuse
  /// The file is renamed in place: `index.html.kept-1`.
  case setAside
}

/// Unmanaged files at paths that a run writes: their number, and the first of them.
package struct UnmanagedFiles: Sendable {
  package private(set) var count = 0
  package private(set) var first: [RelativePath] = []

  private static let limit = 5

  package init() {}

  package mutating func add(_ path: RelativePath) {
    count += 1
    if first.count < Self.limit { first.append(path) }
  }

  package mutating func add(_ others: UnmanagedFiles) {
    count += others.count
    first = Array((first + others.first).prefix(Self.limit))
  }

  /// - Throws: `Diagnostic` if there are any and the policy refuses them.
  package func check(_ policy: UnmanagedFilePolicy, in folder: String) throws(Diagnostic) {
    guard count > 0, policy == .refuse else { return }
    throw Diagnostic(OutputIssue.notOurs(first: first.map(\.text), count: count), at: Place(file: folder))
  }
}

/// Backup names for conflicting files: `index.html.kept-1`, `index.html.kept-2`, ….
package enum BackupNames {
  /// Returns the first suitable name.
  static func first(for path: RelativePath, where serves: (RelativePath) throws -> Bool) rethrows -> RelativePath? {
    for number in 1... {
      guard let name = path.sibling(Array(path.name) + Array(".kept-\(number)".utf8)) else { break }
      if try serves(name) { return name }
    }
    return nil
  }

  /// Renames an item to a free backup name.
  package static func setAside(_ path: RelativePath, in tree: FileTree) throws -> RelativePath? {
    do {
      return try first(for: path) { try tree.renameIfFree(path, to: $0) }
    } catch let error as FileError where error.code == ENOENT {
      return nil
    }
  }
}

/// The tree that an exchange leaves next to an output folder: the old tree or, after an earlier run was killed, an
/// unpublished new one. Removes only files that are ours or still exist under their own names.
struct LeftoverTree {
  private let path: String
  private let folder: String

  /// The maximum number of passes over a tree that another process writes into.
  private static let attempts = 8

  init(beside folder: String) {
    (path, self.folder) = (FolderExchange.sibling(of: folder), folder)
  }

  /// - Parameter report: Receives a diagnostic for files that stay until the next run removes them.
  /// - Throws: `Diagnostic` if another file or folder has the tree's name; `FileError`.
  func remove(report: (Diagnostic) -> Void) throws {
    let output = try FileTree(folder)
    // An earlier run was killed between its last two steps.
    if output.stamp(of: StateFolder.left) != nil {
      if let tree = try? FileTree(path), tree.stamp(of: StateFolder.name) == nil {
        _ = try output.renameIfFree(StateFolder.left, in: tree, to: StateFolder.name)
      } else {
        try? output.removeAll(StateFolder.left)
      }
    }
    guard let kind = FileStamp(path, following: false)?.kind else { return }
    guard kind == .folder else { throw Diagnostic(OutputIssue.inTheWay, at: Place(file: path)) }
    let tree = try FileTree(path)
    guard let own = tree.stamp(of: StateFolder.lock), output.stamp(of: StateFolder.lock)?.isSameFile(as: own) == true
    else {
      // The earlier run was killed before it linked any file.
      tree.removeFolder(StateFolder.name)
      guard FileSystem.removeFolder(path) else { throw Diagnostic(OutputIssue.inTheWay, at: Place(file: path)) }
      return
    }
    let ledger = tree.stamp(of: StateFolder.ledger) == nil ? nil : Ledger(of: tree)
    var failure: (any Error)?
    for _ in 0..<Self.attempts {
      failure = clear(tree, ledger, into: output)
      if failure != nil || (try? end(tree, output)) == true { break }
    }
    guard FileStamp(path, following: false) != nil else { return }
    report(Diagnostic(OutputIssue.leftover(reason: failure.map { reason($0) }), at: Place(file: path)))
  }

  /// Removes everything except the marker that the tree is ours.
  ///
  /// - Parameter ledger: nil for a tree that was never published: its files are in the output too.
  private func clear(_ tree: FileTree, _ ledger: Ledger?, into output: FileTree) -> (any Error)? {
    var failure: (any Error)?
    do {
      try tree.walk { path, step in
        do {
          switch step {
          case .file where path != StateFolder.lock && path != StateFolder.ledger && !Self.isHeldOpen(path):
            if let ledger, !StateFolder.owns(path), !ledger.lists(path) { try moveOver(path, from: tree, to: output) }
            try tree.remove(path)
          case .leave where path != StateFolder.name: tree.removeFolder(path)
          default: break
          }
        } catch { failure = failure ?? error }
      }
    } catch { failure = failure ?? error }
    return failure
  }

  /// Returns whether a path is NFS's placeholder for a file that was removed while open. It disappears by itself.
  private static func isHeldOpen(_ path: RelativePath) -> Bool {
    let name = String(decoding: path.name, as: UTF8.self)
    return name.hasPrefix(".nfs") && name.count > 12 && name.dropFirst(4).allSatisfy(\.isHexDigit)
  }

  /// Removes the empty tree. Its marker moves to the output in one step, so that the tree is always either marked or
  /// empty. If another process adds a file in between, the marker moves back.
  private func end(_ tree: FileTree, _ output: FileTree) throws -> Bool {
    guard try tree.entries().map(\.path) == [StateFolder.name] else { return false }
    guard try tree.renameIfFree(StateFolder.name, in: output, to: StateFolder.left) else { return false }
    guard FileSystem.removeFolder(path) else {
      _ = try output.renameIfFree(StateFolder.left, in: tree, to: StateFolder.name)
      return false
    }
    try? output.removeAll(StateFolder.left)
    return true
  }

  /// Moves an unmanaged file, possibly added while the new tree was built, to the output, unless the output has it
  /// already. If its name is taken, it gets a backup name.
  private func moveOver(_ path: RelativePath, from tree: FileTree, to output: FileTree) throws {
    guard let stamp = tree.stamp(of: path) else { return }
    var target = path
    while true {
      func isTaken(_ name: RelativePath) -> Bool {
        output.stamp(of: name).map { !$0.isSameFile(as: stamp) } ?? false
      }
      let name = isTaken(target) ? BackupNames.first(for: target) { !isTaken($0) } ?? target : target
      if output.stamp(of: name) != nil { return }
      do throws(FileError) {
        if try tree.renameIfFree(path, in: output, to: name) { return }
      } catch {
        // One of its parent folders is a file of ours now.
        guard [.link, .notAFolder].contains(error.fact), let folder = output.firstInTheWay(of: target) else {
          throw error
        }
        guard let other = freeFolder(for: folder, in: output), let moved = target.moved(from: folder, to: other) else {
          throw error
        }
        target = moved
      }
    }
  }

  /// Returns the backup name under which an exchange kept a folder's contents, or else a free one.
  private func freeFolder(for folder: RelativePath, in output: FileTree) -> RelativePath? {
    BackupNames.first(for: folder) { [nil, .folder].contains(output.stamp(of: $0)?.kind) }
  }
}

extension FileTree {
  /// Returns what prevents writing or removing a file at a path: a folder with that name, or a parent that is not a
  /// folder.
  package func obstacle(at path: RelativePath) -> RelativePath? {
    stamp(of: path)?.kind == .folder ? path : firstInTheWay(of: path)
  }

  /// Returns the outermost parent of a path that exists but is not a folder.
  func firstInTheWay(of path: RelativePath) -> RelativePath? {
    var outermost: RelativePath?
    var parent = path.parent
    while let folder = parent {
      if let kind = stamp(of: folder)?.kind, kind != .folder { outermost = folder }
      parent = folder.parent
    }
    return outermost
  }
}
