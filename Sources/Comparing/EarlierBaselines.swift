import CardDrawing
import Diagnostics
import Digests
import Files
import Foundation

/// Baselines as they were before they were approved, for as long as somebody may want to take that back: descriptions in
/// memory, pictures in a folder among the system's temporary files.
package struct EarlierBaselines {
  private struct Earlier {
    /// Of the case before; nil for nothing.
    var decision: CaseDecision?
    /// The description's bytes; nil where there was no baseline.
    var description: Data?
    /// The picture's file in the folder; nil where none was kept.
    var picture: URL?
    /// The records that the description names.
    var names: BaselineStore.Names?
    /// The description as it was approved: another one is somebody else's doing.
    var approved: Digest = .none
  }

  private let store: BaselineStore
  private var folder: ScratchFolder?
  private var kept: [String: Earlier] = [:]
  private var count = 0
  /// By name: nearly all baselines have the same.
  private var environments: [String: BaselineEnvironment] = [:]
  private var designs: [String: DesignRecord] = [:]

  package init(of baselines: URL) {
    store = BaselineStore(baselines)
  }

  /// Approves cases, and remembers what was there before.
  ///
  /// - Parameter decisions: What is known of the cases before.
  /// - Throws: What `approve` and the file system throw; nothing is remembered then.
  package mutating func keep(
    _ ids: [String], decisions: [String: CaseDecision], while approve: () throws -> Void
  ) throws {
    // What is approved again has its first state remembered.
    var earlier: [String: Earlier] = [:]
    for id in ids where kept[id] == nil { earlier[id] = try state(of: id, decided: decisions[id]) }
    try approve()
    kept.merge(earlier) { first, _ in first }
    for id in ids { kept[id]?.approved = try Digest(of: store.description(of: id) ?? Data()) }
  }

  private mutating func state(of id: String, decided: CaseDecision?) throws -> Earlier {
    var state = Earlier(decision: decided, description: try store.description(of: id))
    guard let description = state.description else { return state }
    // What can't be read is kept as the bytes that it is.
    state.names = try? JSONDecoder().decode(BaselineStore.Names.self, from: description)
    if let name = state.names?.environment, environments[name] == nil {
      environments[name] = try? store.environment(name)
    }
    if let name = state.names?.design, designs[name] == nil { designs[name] = try? store.design(name) }
    let picture = store.pictureFile(of: id).path
    if FileStamp(picture, following: false)?.kind == .file {
      let folder = try self.folder ?? ScratchFolder()
      self.folder = folder
      count += 1
      state.picture = try folder.copy(picture, as: RelativePath.checked("\(count)"))
    }
    return state
  }

  /// Whether the case was approved here, so that it can be taken back.
  package func has(_ id: String) -> Bool { kept[id] != nil }

  /// Makes baselines what they were; all of them or, with an error, none.
  ///
  /// - Returns: What was decided about each before it was approved.
  /// - Throws: `RunFailure` where a baseline was changed since, or can't be written.
  package mutating func restore(_ ids: [String]) throws -> [String: CaseDecision?] {
    var change = try BaselineChange(store)
    for id in ids {
      guard let earlier = kept[id] else { throw Diagnostic(CompareIssue.notApprovedHere(id)) }
      guard try Digest(of: store.description(of: id) ?? Data()) == earlier.approved else {
        throw Diagnostic(CompareIssue.baselineChanged(id))
      }
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
    var decisions: [String: CaseDecision?] = [:]
    for id in ids {
      guard let earlier = kept.removeValue(forKey: id) else { continue }
      decisions[id] = .some(earlier.decision)
      if let picture = earlier.picture { folder?.remove(picture) }
    }
    return decisions
  }

  /// Forgets all, and takes the pictures away.
  package mutating func forget() {
    (kept, environments, designs, folder) = ([:], [:], [:], nil)
  }
}
