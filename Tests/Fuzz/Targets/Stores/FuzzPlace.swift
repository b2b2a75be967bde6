import Files
import Foundation

/// A temporary folder for one input. The product knows only `inside`; `outside` contains files that must not change.
final class FuzzPlace {
  /// The path without symbolic links.
  let root: String
  private let before: [String: [UInt8]]

  private static let picture: [UInt8] = Array("precious picture".utf8)

  init() throws {
    var template = Array("\(Self.base)/feedproof-fuzz-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Violation("no temporary folder: \(errno)") }
    root = String(cString: made)
    for folder in ["inside", "outside", "outside/folder"] { mkdir("\(root)/\(folder)", 0o755) }
    try Self.write(Array("precious text".utf8), to: "\(root)/outside/precious.txt")
    for name in ["index.html", "card.png", "manifest.json"] {
      try Self.write(Self.picture, to: "\(root)/outside/folder/\(name)")
    }
    before = Self.contents(of: "\(root)/outside")
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private static let base: String = {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    return folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }()

  var inside: String { "\(root)/inside" }
  var outside: String { "\(root)/outside" }

  /// - Throws: `Violation` if anything outside of `inside` has changed.
  func checkOutside() throws {
    let entries = Set((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [])
    try Violation.unless(entries == ["inside", "outside"], "something was written outside: \(entries)")
    let after = Self.contents(of: outside)
    for path in Set(before.keys).union(after.keys).sorted() {
      try Violation.unless(before[path] == after[path], "\(path) outside is not as it was")
    }
  }

  /// Returns the type, link count, modification time and bytes of every item below a folder.
  private static func contents(of folder: String) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [] {
      var info = stat()
      guard lstat("\(folder)/\(path)", &info) == 0 else { continue }
      let isFile = info.st_mode & S_IFMT == S_IFREG
      let bytes = isFile ? (try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(path)"))) ?? Data() : Data()
      found[path] = Array("\(info.st_mode) \(isFile ? info.st_nlink : 0) \(info.st_ino) ".utf8) + bytes
    }
    return found
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "w") else { throw Violation("\(path) can't be written: \(errno)") }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Violation("\(path) can't be written") }
  }

  /// Returns whether a file below `inside` has these bytes, under any name.
  func holds(_ bytes: [UInt8]) -> Bool {
    guard let tree = try? FileTree(inside) else { return false }
    var isFound = false
    try? tree.walk { path, step in
      guard case .file(.file) = step, !isFound, tree.stamp(of: path)?.size == bytes.count else { return }
      isFound = (try? tree.data(path)).map { $0.map { Array($0) == bytes } ?? false } ?? false
    }
    return isFound
  }
}
