import Diagnostics
import Files
import Foundation
import OutputFolders

/// Baselines that are approved and removed together: all of it happens, or nothing.
struct BaselineChange {
  private let store: BaselineStore
  private let transaction: FolderTransaction
  /// Of baselines that are approved, by case.
  private var environments: [String: String] = [:]
  private var removed: Set<String> = []
  private var written: Set<String> = []

  /// - Throws: `FileError`, `Diagnostic`.
  init(_ store: BaselineStore) throws {
    self.store = store
    try Leftovers.remove(in: store.url.path)
    transaction = try FolderTransaction(store.url.path)
  }

  /// - Throws: `FileError`, `Diagnostic`.
  mutating func approve(
    _ record: BaselineRecord, png: [UInt8], environment: BaselineEnvironment, keeping: BaselineKeeping
  ) throws {
    let (description, picture) = try Self.paths(of: record.id)
    switch keeping {
    case .full: try transaction.put(png, at: picture)
    case .digest: try transaction.drop(picture)
    }
    try put(record, environment, at: description)
  }

  /// Another description of a picture that stays.
  ///
  /// - Throws: `FileError`, `Diagnostic`.
  mutating func rewrite(_ record: BaselineRecord, environment: BaselineEnvironment) throws {
    try put(record, environment, at: try Self.paths(of: record.id).description)
  }

  private mutating func put(
    _ record: BaselineRecord, _ environment: BaselineEnvironment, at description: RelativePath
  ) throws {
    try transaction.put(try record.text(), at: description)
    if written.insert(record.environment).inserted {
      let path = try RelativePath.checked("\(record.environment).json")
      try transaction.put(try JSONText.pretty(environment), at: BaselineStore.environments / path)
    }
    environments[record.id] = record.environment
  }

  /// A baseline that nothing is compared with any more.
  mutating func remove(_ id: String) throws {
    let (description, picture) = try Self.paths(of: id)
    try transaction.drop(picture)
    try transaction.drop(description)
    removed.insert(id)
  }

  private static func paths(of id: String) throws -> (description: RelativePath, picture: RelativePath) {
    guard let description = RelativePath("\(id).json"), let picture = RelativePath(BaselineStore.pictureName(of: id))
    else {
      throw Diagnostic(CompareIssue.unsafeCase(id))
    }
    return (description, picture)
  }

  func commit() throws {
    for name in unusedEnvironments {
      try transaction.drop(BaselineStore.environments / RelativePath.checked("\(name).json"))
    }
    try transaction.commit()
  }

  /// Environments that no baseline will name. Where a baseline can't be read, what it names is not known, and all of them
  /// stay.
  private var unusedEnvironments: [String] {
    let others = store.ids.filter { environments[$0] == nil && !removed.contains($0) }
    guard let names = try? others.compactMap({ try store.record(of: $0)?.environment }) else { return [] }
    let used = Set(names).union(written)
    return store.environmentNames.filter { !used.contains($0) && RelativePath("\($0).json") != nil }
  }
}

/// Half-written files (`.<name>.partial-<process>`) that processes have left that were killed.
private enum Leftovers {
  static func remove(in folder: String) throws {
    guard FileStamp(folder, following: true)?.kind == .folder else { return }
    let tree = try FileTree(folder)
    var found: [RelativePath] = []
    try tree.walk(skipping: [OwnFolder.name]) { path, step in
      if case .file(.file) = step, isPartial(String(decoding: path.name, as: UTF8.self)) { found.append(path) }
    }
    for path in found { try tree.remove(path) }
  }

  private static func isPartial(_ name: String) -> Bool {
    guard let match = name.wholeMatch(of: /\..+\.(?:json|png)\.partial-([0-9]{1,10})/), let process = Int32(match.1)
    else {
      return false
    }
    // Somebody still writes it.
    return kill(process, 0) != 0 && errno == ESRCH
  }
}
