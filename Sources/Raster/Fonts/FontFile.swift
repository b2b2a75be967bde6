import CPangoCairo
import Diagnostics
import Digests
import Synchronization

/// One file of the lock: found by name and size when the set is loaded, opened and verified when a text first needs it.
///
/// `@unchecked Sendable`: everything is constant but `state`, which a mutex guards. Its blob is an immutable mapping of
/// the file, made once and freed with the file; HarfBuzz's reference counts are atomic.
final class FontFile: @unchecked Sendable {
  /// Every face of a lock that lies in one file has the same facts.
  let facts: FontLock.Face
  /// Files with the locked name and size; the first whose digest is right is taken.
  let paths: [String]

  private enum State {
    case unopened
    case verified(OpaquePointer)
    case failed(FontIssue)
  }
  /// `@unchecked Sendable`: the blob in it is an immutable mapping, and the mutex around it guards the rest.
  private struct Guarded: @unchecked Sendable { var state: State }
  private let guarded = Mutex(Guarded(state: .unopened))

  /// Keeps those of `candidates` that have the locked size; throws `font.different` where none has.
  init(_ facts: FontLock.Face, sized candidates: [String]) throws(Diagnostic) {
    self.facts = facts
    paths = candidates.filter { FontSearch.size(of: $0) == facts.bytes }
    guard paths.isEmpty, let first = candidates.first else { return }
    let difference = FontSearch.size(of: first).map { FontIssue.Difference.bytes(found: $0, locked: facts.bytes) }
    throw Diagnostic(
      FontIssue.different(
        path: first, version: facts.version, package: facts.package, what: difference ?? .unreadable))
  }

  deinit {
    guarded.withLock { if case .verified(let blob) = $0.state { hb_blob_destroy(blob) } }
  }

  /// The file's bytes as a HarfBuzz blob, owned by this object. Other threads wait while one verifies.
  func blob() throws(Diagnostic) -> OpaquePointer {
    let state = guarded.withLock { guarded in
      if case .unopened = guarded.state { guarded.state = open() }
      return Guarded(state: guarded.state)
    }.state
    switch state {
    case .verified(let blob): return blob
    case .failed(let issue): throw Diagnostic(issue)
    case .unopened: throw Diagnostic(failure(.unreadable))
    }
  }

  private func open() -> State {
    var difference = FontIssue.Difference.unreadable
    for path in paths {
      guard let blob = FontBlob.open(path) else { continue }
      var length: UInt32 = 0
      let data = hb_blob_get_data(blob, &length)
      if Digest(of: UnsafeRawBufferPointer(start: data, count: Int(length))).hex == facts.sha256 {
        return .verified(blob)
      }
      hb_blob_destroy(blob)
      difference = .digest
    }
    return .failed(failure(difference))
  }

  private func failure(_ difference: FontIssue.Difference) -> FontIssue {
    .different(
      path: paths.first ?? facts.file, version: facts.version, package: facts.package, what: difference)
  }
}
