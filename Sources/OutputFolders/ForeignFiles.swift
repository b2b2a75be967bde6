import Diagnostics
import Files
import Foundation

/// What becomes of somebody's own file at a path that a run writes.
package enum ForeignFilePolicy: Sendable {
  /// The run ends, and nothing is changed.
  case refuse
  /// It gets another name beside its own: `index.html.kept-1`.
  case setAside
}

/// Somebody's own files at paths that a run writes: how many, and the first of them.
package struct ForeignFiles: Sendable {
  package private(set) var count = 0
  package private(set) var first: [RelativePath] = []

  private static let limit = 5

  package init() {}

  package mutating func add(_ path: RelativePath) {
    count += 1
    if first.count < Self.limit { first.append(path) }
  }

  package mutating func add(_ others: ForeignFiles) {
    count += others.count
    first = Array((first + others.first).prefix(Self.limit))
  }

  /// - Throws: `Diagnostic` where there are any and they are not to be set aside.
  package func check(_ policy: ForeignFilePolicy, in folder: String) throws(Diagnostic) {
    guard count > 0, policy == .refuse else { return }
    throw Diagnostic(OutputIssue.notOurs(first: first.map(\.text), count: count), at: Place(file: folder))
  }
}

/// Other names for what is in the way: `index.html.kept-1`, `index.html.kept-2`, ….
package enum BackupNames {
  static func name(_ number: Int, for path: RelativePath) -> RelativePath? {
    path.sibling(Array(path.name) + Array(".kept-\(number)".utf8))
  }

  /// Gives something another name, one that nothing has.
  ///
  /// - Returns: The name; nil where it has gone meanwhile.
  package static func setAside(_ path: RelativePath, in tree: FileTree) throws(FileError) -> RelativePath? {
    for number in 1... {
      guard let name = name(number, for: path) else { break }
      do {
        if try tree.renameIfFree(path, to: name) { return name }
      } catch {
        if error.code == ENOENT { return nil }
        throw error
      }
    }
    return nil
  }
}
