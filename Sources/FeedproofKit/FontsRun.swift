import CardDrawing
import Diagnostics
import Files
import Foundation
import Raster
import Runs

/// `feedproof fonts`: the lock beside what is on the machine.
struct FontsRun {
  /// Nil takes the tool's own lock.
  let lockFile: URL?
  let environment: Environment

  func report() throws -> FontReport {
    FontSet.report(lock: try lock(), searching: environment.fontFolders.map(\.path))
  }

  /// A lock of the same faces as they are on this machine, for a distribution whose packages hold other files.
  func writeLock(to file: URL) throws {
    let lock = try lock().locking(filesIn: environment.fontFolders.map(\.path))
    try OutputFolder.write(Data(try lock.json().utf8), to: file)
  }

  /// The lock that a family is added to where no file is named.
  static let ownLock = "fonts.lock.json"

  /// The lock and the faces of some families as they are on this machine.
  ///
  /// - Parameter file: Where it is written. Nil takes `fonts.lock.json` in the working folder.
  /// - Throws: `Diagnostic` where a family is not there, or the file is and is not the lock that was read.
  func add(_ families: [String], to file: String?) throws -> WrittenLock {
    let (name, target) = (file ?? Self.ownLock, environment.url(file ?? Self.ownLock))
    if lockFile?.path != target.path || file == nil, FileSystem.exists(target) {
      throw Diagnostic(FontsIssue.lockIsThere(name, families), at: Place(file: name))
    }
    var (lock, added) = (try lock(), [FontLock.Face]())
    for family in families {
      let more = try lock.adding(family: family, filesIn: environment.fontFolders.map(\.path))
      lock = more.lock
      added += more.added
    }
    try OutputFolder.write(Data(try lock.json().utf8), to: target)
    return WrittenLock(
      wrote: name,
      added: added.map {
        WrittenLock.Face(family: $0.family, weight: $0.weight, file: $0.file, package: $0.package)
      })
  }

  private func lock() throws -> FontLock {
    try FontLoading.lock(at: lockFile, environment: environment)
  }

  static func table(_ report: FontReport) -> String {
    let rows = report.entries.map { entry in
      let face = entry.face
      let found = entry.path ?? face.package.map { "install \($0)" } ?? ""
      return [
        "\(face.family) \(face.weight)\(face.style == "normal" ? "" : " \(face.style)")", face.file,
        entry.status.rawValue, found,
      ]
    }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      zip(row, widths + [0]).map { text, width in
        text + String(repeating: " ", count: max(0, width - text.count))
      }.joined(separator: "  ")
    }
    return lines.map { "\($0.trimmingSuffix(while: " "))\n" }.joined()
  }
}

/// A lock that was written: `feedproof fonts --add`, `--write`.
struct WrittenLock: Encodable {
  struct Face: Encodable {
    var family: String
    var weight: Int
    var file: String
    var package: String?
  }

  /// As the command line names it.
  var wrote: String
  var added: [Face] = []

  /// What was added, and how the lock is used.
  var text: String {
    let lines = added.map { "added \($0.family) \($0.weight) (\($0.file)\($0.package.map { ", \($0)" } ?? ""))" }
    let use = "use it with \"fonts: \(wrote)\" in feedproof.yml, --font-lock \(wrote) or FEEDPROOF_FONT_LOCK"
    return (["wrote \(wrote)"] + lines + [use]).map { $0 + "\n" }.joined()
  }
}

/// `feedproof fonts --json`
struct ShownFonts: Encodable {
  var faces: [ShownFace]

  init(_ report: FontReport) { faces = report.entries.map(ShownFace.init) }
}

/// A face of a lock, and what is on the machine.
struct ShownFace: Encodable {
  var family: String
  var style: String
  var weight: Int
  var file: String
  var version: String
  var sha256: String?
  var status: FontReport.Status
  var found: String?
  var package: String?

  init(_ entry: FontReport.Entry) {
    let face = entry.face
    (family, style, weight, file) = (face.family, face.style, face.weight, face.file)
    (version, sha256, status, found, package) = (face.version, face.sha256, entry.status, entry.path, face.package)
  }
}

extension String {
  fileprivate func trimmingSuffix(while character: Character) -> Substring {
    var rest = self[...]
    while rest.last == character { rest.removeLast() }
    return rest
  }
}

/// Why a lock is not written.
enum FontsIssue: Issue {
  /// A file that is not the lock to be added to has the name.
  case lockIsThere(String, [String])

  static var kind: Diagnostic.Kind { .usage }

  var text: IssueText {
    switch self {
    case .lockIsThere(let name, let families):
      .error(
        "font.lock-exists", "the file is there already, and is not overwritten",
        hint:
          "to add to it: feedproof fonts --font-lock \(name) \(families.map { "--add \"\($0)\"" }.joined(separator: " ")) "
          + "--write \(name); or name another with --write")
    }
  }
}
