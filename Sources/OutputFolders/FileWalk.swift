import Files
import Foundation

/// A tree of files, walked without following links.
enum FileWalk {
  enum Step {
    /// Neither a folder.
    case file(FileStamp)
    /// Before what is in it.
    case enter(FileStamp)
    /// After what is in it.
    case leave
  }

  /// Calls `visit` for everything below `root`, with paths relative to it.
  ///
  /// - Parameter skipping: Folders that are not gone into, nor visited.
  /// - Throws: `CannotExchange` where a folder can't be looked into, and whatever `visit` throws.
  static func walk(
    _ root: String, skipping: (String) -> Bool = { _ in false }, visit: (_ path: String, _ step: Step) throws -> Void
  ) throws {
    var waiting: [(path: String, isDone: Bool)] = [("", false)]
    while let (path, isDone) = waiting.popLast() {
      if isDone {
        try visit(path, .leave)
        continue
      }
      let folder = path.isEmpty ? root : "\(root)/\(path)"
      if !path.isEmpty { waiting.append((path, true)) }
      for name in try names(in: folder).sorted(by: >) {
        let inner = path.isEmpty ? name : "\(path)/\(name)"
        guard let stamp = FileStamp("\(root)/\(inner)", following: false) else { continue }
        guard stamp.kind == .folder else {
          try visit(inner, .file(stamp))
          continue
        }
        if skipping(inner) { continue }
        try visit(inner, .enter(stamp))
        waiting.append((inner, false))
      }
    }
  }

  private static func names(in folder: String) throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      // Gone meanwhile.
      if FileStamp(folder, following: false) == nil { return [] }
      throw CannotExchange(EACCES) ?? error
    }
  }
}
