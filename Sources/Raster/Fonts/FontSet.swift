import Diagnostics
import Drawing
import Synchronization

/// The faces of a lock, found on this machine. Nothing else is ever drawn with: no font configuration of the machine, no
/// environment variable and no home folder is asked.
///
/// Loading looks at names and sizes only. A face is opened, and its file's digest checked, when a text first needs it,
/// so that a text in Cyrillic doesn't pay for 20 MB of CJK. The results can't show it: which face draws a character
/// follows from the lock's order and the faces' own character sets alone (see `FaceOrder`), never from what happens to
/// be open. A face for one script need not even be there before a text in that script is.
package final class FontSet: Sendable {
  package let lock: FontLock
  /// Those that faces of the lock are for alone.
  let scripts: Set<Script>
  private let faces: [LockedFace]
  /// What kept texts from being shaped with these faces.
  private let noted = Mutex<[Diagnostic]>([])

  private init(lock: FontLock, faces: [LockedFace]) {
    self.lock = lock
    self.faces = faces
    scripts = Set(lock.faces.compactMap(\.script).map { Script($0) })
  }

  /// Finds the lock's files by name under `folders`, the first folder first. Where several have the name, those of the
  /// locked size count. Throws a `Diagnostic`: `font.missing`, `font.different`. What is wrong with a face for one script
  /// is among the `problems` once a text needs it.
  package static func load(lock: FontLock, searching folders: [String]) throws(Diagnostic) -> FontSet {
    let found = FontSearch.paths(of: Set(lock.faces.map(\.file)), in: folders)
    let missing = lock.faces.filter { found[$0.file] == nil && $0.script == nil }
    guard missing.isEmpty else { throw Diagnostic(FontIssue.missing(missing)) }
    var files: [String: Result<FontFile, Diagnostic>] = [:]
    var faces: [LockedFace] = []
    for (index, face) in lock.faces.enumerated() {
      let file = files[face.file] ?? Self.file(of: face, found[face.file] ?? [])
      files[face.file] = file
      if case .failure(let problem) = file, face.script == nil { throw problem }
      faces.append(LockedFace(FontFaceID(index: index), face, file))
    }
    return FontSet(lock: lock, faces: faces)
  }

  private static func file(of face: FontLock.Face, _ paths: [String]) -> Result<FontFile, Diagnostic> {
    if paths.isEmpty { return .failure(Diagnostic(FontIssue.missing([face]))) }
    return Result { () throws(Diagnostic) in try FontFile(face, sized: paths) }
  }

  /// What turned out wrong so far with files that were opened and texts that were shaped; empty in a sound run. A face
  /// with a problem draws nothing and a text that failed is empty, so whoever measured or drew with this set must look
  /// here before trusting the result (`Painter` does).
  package var problems: [Diagnostic] { (faces.compactMap(\.problem) + noted.withLock { $0 }).unique }

  /// A text could not be shaped.
  func note(_ problem: Diagnostic) {
    noted.withLock { if !$0.contains(problem) { $0.append(problem) } }
  }

  /// Opens the face if it is not open yet; nil where it can't be, which `problems` tells, or where there is none.
  func face(_ id: FontFaceID) -> FontFace? {
    faces.indices.contains(id.index) ? faces[id.index].opened : nil
  }
}

/// A face of a set, opened at most once.
private final class LockedFace: Sendable {
  private enum State: Sendable {
    case unopened
    case open(FontFace)
    case failed(Diagnostic)
  }

  private let id: FontFaceID
  private let facts: FontLock.Face
  private let file: Result<FontFile, Diagnostic>
  private let state = Mutex(State.unopened)

  init(_ id: FontFaceID, _ facts: FontLock.Face, _ file: Result<FontFile, Diagnostic>) {
    self.id = id
    self.facts = facts
    self.file = file
  }

  var opened: FontFace? {
    state.withLock { state in
      if case .unopened = state {
        do throws(Diagnostic) {
          state = .open(try FontFace(id: id, facts: facts, file: try file.get()))
        } catch {
          state = .failed(error)
        }
      }
      guard case .open(let face) = state else { return nil }
      return face
    }
  }

  var problem: Diagnostic? {
    state.withLock { state in
      guard case .failed(let diagnostic) = state else { return nil }
      return diagnostic
    }
  }
}

extension Array where Element: Hashable {
  /// Each element once, where it first stood.
  var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
