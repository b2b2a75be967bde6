import CardRendering
import Diagnostics
import Files
import Foundation
import OutputTransactions
import Projects

/// Approves and removes baselines in one step: all of them or none.
package struct BaselineChange {
  private let store: BaselineStore
  private let transaction: FolderTransaction
  /// Ids of the baselines that are approved or removed.
  private var changed: Set<String> = []
  /// Names of the written records, by folder, and of the records that the changed baselines named before.
  private var written: [RelativePath: Set<String>] = [:]
  private var named: [RelativePath: Set<String>] = [:]

  package init(_ store: BaselineStore) throws {
    self.store = store
    transaction = try FolderTransaction(store.url.path)
  }

  package mutating func approve(
    _ record: BaselineRecord, png: [UInt8], environment: RenderingEnvironment, keeping: BaselineStorage
  ) throws {
    let (description, picture) = try Self.paths(of: record.id)
    switch keeping {
    case .full: try transaction.put(png, at: picture)
    case .digest: try transaction.drop(picture)
    }
    try put(record, environment, at: description)
  }

  /// Replaces the description of a baseline whose image stays.
  mutating func rewrite(_ record: BaselineRecord, environment: RenderingEnvironment) throws {
    try put(record, environment, at: try Self.paths(of: record.id).description)
  }

  private mutating func put(
    _ record: BaselineRecord, _ environment: RenderingEnvironment, at description: RelativePath
  ) throws {
    try transaction.put(try record.text(), at: description)
    try put(environment, called: record.environment, in: BaselineStore.environments)
    // The record of an earlier design is not written again, only protected from removal.
    if let design = record.design { written[BaselineStore.designs, default: []].insert(design) }
    note(record.id)
  }

  private mutating func note(_ id: String) {
    guard changed.insert(id).inserted, let names = (try? store.names(of: id)) ?? nil else { return }
    for (folder, name) in names.all { named[folder, default: []].insert(name) }
  }

  /// Writes the design that the approved baselines were rendered with.
  mutating func put(_ design: DesignRecord) throws {
    try put(design, called: design.name, in: BaselineStore.designs)
  }

  private mutating func put(_ record: some Encodable, called name: String, in folder: RelativePath) throws {
    guard written[folder, default: []].insert(name).inserted else { return }
    try transaction.put(try JSONText.pretty(record), at: folder / RelativePath.checked("\(name).json"))
  }

  /// Restores a baseline byte by byte, with the records that it names.
  ///
  /// - Parameter png: nil if no image was stored.
  mutating func restore(
    _ id: String, description: Data, png: Data?, environment: RenderingEnvironment?, design: DesignRecord?
  ) throws {
    let (place, picture) = try Self.paths(of: id)
    try transaction.put(description, at: place)
    if let png { try transaction.put(png, at: picture) } else { try transaction.drop(picture) }
    if let environment { try put(environment, called: environment.name, in: BaselineStore.environments) }
    if let design { try put(design) }
    note(id)
  }

  /// Changes the stored parts of a baseline.
  ///
  /// - Parameter png: nil stores no image.
  mutating func keep(_ id: String, png: [UInt8]?) throws {
    let picture = try Self.paths(of: id).picture
    if let png { try transaction.put(png, at: picture) } else { try transaction.drop(picture) }
  }

  /// Removes a baseline.
  package mutating func remove(_ id: String) throws {
    let (description, picture) = try Self.paths(of: id)
    try transaction.drop(picture)
    try transaction.drop(description)
    note(id)
  }

  private static func paths(of id: String) throws -> (description: RelativePath, picture: RelativePath) {
    guard let description = RelativePath("\(id).json"), let picture = RelativePath(BaselineStore.pictureName(of: id))
    else {
      throw Diagnostic(CompareIssue.unsafeCase(id))
    }
    return (description, picture)
  }

  /// - Parameter pruning: Whether to remove all records that no baseline names, or only those that the changed
  ///   baselines named before.
  package func commit(pruning: Bool = false) throws {
    for (folder, name) in try unused(pruning: pruning) {
      try transaction.drop(folder / RelativePath.checked("\(name).json"))
    }
    try transaction.commit()
  }

  /// Returns the environments and designs that no baseline will name. Reads other baselines until each record turns out
  /// to be named, which usually happens at once. If a baseline can't be read, its records are unknown, so all records
  /// stay.
  private func unused(pruning: Bool) throws -> [(folder: RelativePath, name: String)] {
    let folders = [BaselineStore.environments, BaselineStore.designs]
    var waiting: [RelativePath: Set<String>] = [:]
    for folder in folders {
      let there = Set(store.names(in: folder).filter { RelativePath("\($0).json") != nil })
      waiting[folder] = (pruning ? there : there.intersection(named[folder] ?? [])).subtracting(written[folder] ?? [])
    }
    var isKnown = true
    store.forEachID(unreadable: { _ in isKnown = false }) { id in
      if waiting.values.allSatisfy(\.isEmpty) { return false }
      if changed.contains(id) { return true }
      guard let names = (try? store.names(of: id)) ?? nil else {
        isKnown = false
        return false
      }
      for (folder, name) in names.all { waiting[folder]?.remove(name) }
      return true
    }
    return isKnown ? folders.flatMap { folder in (waiting[folder] ?? []).sorted().map { (folder, $0) } } : []
  }
}
