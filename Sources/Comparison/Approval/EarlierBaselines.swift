import CardRendering
import Diagnostics
import Files
import Foundation
import OutputTransactions

/// The state of baselines before they were approved, for undoing approvals. Descriptions are kept in memory, images in
/// a temporary folder.
package struct EarlierBaselines {
  private struct PreviousDecision {
    /// The earlier decision about the case; nil if there was none.
    var decision: CaseDecision?
    /// The bytes of the description; nil if there was no baseline.
    var description: Data?
    /// A copy of the image; nil if no image was stored.
    var picture: URL?
    /// The records that the description names.
    var names: BaselineStore.Names?
    /// The digest of the approved description. If the current one differs, someone else has changed the baseline.
    var approved: Digest = .none
  }

  private let target: ApprovalTarget
  private var store: BaselineStore { BaselineStore(target.folder) }
  private var folder: ScratchFolder?
  private var kept: [String: PreviousDecision] = [:]
  private var count = 0
  /// Environments by name; nearly all baselines share one.
  private var environments: [String: RenderingEnvironment] = [:]
  private var designs: [String: DesignRecord] = [:]

  package init(of target: ApprovalTarget) {
    self.target = target
  }

  /// Runs `approve`, and remembers the earlier state of the cases.
  ///
  /// - Parameter decisions: The current decisions about the cases.
  /// - Throws: Errors of `approve` and of the file system; nothing is remembered then.
  package mutating func keep(
    _ ids: [String], decisions: [String: CaseDecision], while approve: () throws -> Void
  ) throws {
    // If a case is approved again, its first state stays remembered.
    var earlier: [String: PreviousDecision] = [:]
    for id in ids where kept[id] == nil { earlier[id] = try state(of: id, decided: decisions[id]) }
    try approve()
    kept.merge(earlier) { first, _ in first }
    for id in ids { kept[id]?.approved = try Digest(of: target.state(of: id) ?? Data()) }
  }

  private mutating func state(of id: String, decided: CaseDecision?) throws -> PreviousDecision {
    var state = PreviousDecision(decision: decided)
    if case .pictures(let pictures) = target {
      let picture = pictures.appendingPathComponent(id).path
      if FileStamp(picture, following: false)?.kind == .file { state.picture = try copy(of: picture) }
      return state
    }
    state.description = try store.description(of: id)
    guard let description = state.description else { return state }
    // An unreadable description is kept as bytes.
    state.names = try? JSONDecoder().decode(BaselineStore.Names.self, from: description)
    if let name = state.names?.environment, environments[name] == nil {
      environments[name] = try? store.environment(name)
    }
    if let name = state.names?.design, designs[name] == nil { designs[name] = try? store.design(name) }
    let picture = store.pictureFile(of: id).path
    if FileStamp(picture, following: false)?.kind == .file {
      state.picture = try copy(of: picture)
    }
    return state
  }

  private mutating func copy(of picture: String) throws -> URL {
    let folder = try self.folder ?? ScratchFolder()
    self.folder = folder
    count += 1
    return try folder.copy(picture, as: RelativePath.checked("\(count)"))
  }

  /// Returns whether the case was approved here and can be undone.
  package func has(_ id: String) -> Bool { kept[id] != nil }

  /// Restores baselines: all of them, or none if it throws.
  ///
  /// - Returns: The decision about each case before its approval.
  /// - Throws: `RunFailure` if a baseline has changed since or can't be written.
  package mutating func restore(_ ids: [String]) throws -> [String: CaseDecision?] {
    for id in ids {
      guard let earlier = kept[id] else { throw Diagnostic(CompareIssue.notApprovedHere(id)) }
      guard try Digest(of: target.state(of: id) ?? Data()) == earlier.approved else {
        throw Diagnostic(CompareIssue.baselineChanged(id))
      }
    }
    switch target {
    case .baselines: try restoreBaselines(ids)
    case .pictures(let pictures): try restorePictures(ids, in: pictures)
    }
    var decisions: [String: CaseDecision?] = [:]
    for id in ids {
      guard let earlier = kept.removeValue(forKey: id) else { continue }
      decisions[id] = .some(earlier.decision)
      if let picture = earlier.picture { folder?.remove(picture) }
    }
    return decisions
  }

  private func restorePictures(_ ids: [String], in pictures: URL) throws {
    let transaction = try FolderTransaction(pictures.path)
    for id in ids {
      let path = try RelativePath.checked(id)
      if let picture = kept[id]?.picture {
        try transaction.put(try RegularFile(picture).data(limit: 1 << 30), at: path)
      } else {
        try transaction.drop(path)
      }
    }
    try transaction.commit()
  }

  private func restoreBaselines(_ ids: [String]) throws {
    var change = try BaselineChange(store)
    for id in ids {
      guard let earlier = kept[id] else { continue }
      if let description = earlier.description {
        let picture = try earlier.picture.map { try RegularFile($0).data(limit: 1 << 30) }
        try change.restore(
          id, description: description, png: picture,
          environment: earlier.names.flatMap { environments[$0.environment] },
          design: earlier.names?.design.flatMap { designs[$0] })
      } else {
        try change.remove(id)
      }
    }
    try change.commit()
  }

  /// Forgets all states and removes the copied images.
  package mutating func forget() {
    (kept, environments, designs, folder) = ([:], [:], [:], nil)
  }
}
