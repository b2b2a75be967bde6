import CardDrawing
import Diagnostics
import Escaping
import Files
import Foundation
import Projects
import Raster
import Runs

/// `feedproof fonts`: the lock beside what is on the machine.
struct FontsRun {
  /// As the command line names it; nil takes the project's, else the tool's own.
  let lockFile: URL?
  let environment: Environment

  func report() throws -> FontReport {
    FontSet.report(lock: try lock(of: project(of: [])), searching: environment.fontFolders.map(\.path))
  }

  /// A lock of the same faces as they are on this machine, for a distribution whose packages hold other files.
  func writeLock(to file: URL) throws {
    let lock = try lock(of: project(of: [])).locking(filesIn: environment.fontFolders.map(\.path))
    try OutputFolder.write(Data(try lock.moved(to: file).json().utf8), to: file)
  }

  /// The lock and the faces of some families as they are on this machine, or of files of the project's own.
  ///
  /// - Parameters:
  ///   - names: Families, files of fonts, and folders of such files.
  ///   - file: Where it is written. Nil takes the project's lock, else `fonts.lock.json` in the working folder.
  /// - Throws: `Diagnostic` where a family is not there, or the file is and is not the lock that was read.
  func add(_ names: [String], to file: String?) throws -> WrittenLock {
    let project = lockFile == nil && file == nil ? project(of: names) : nil
    let own = project.map {
      FontLoading.lockFile($0.fontLock ?? $0.folder.appendingPathComponent(FontLoading.lockName))
    }
    let name = file ?? own.map(environment.shownPath) ?? FontLoading.lockName
    let target = environment.url(name)
    if own == nil, lockFile?.path != target.path || file == nil, FileSystem.exists(target) {
      throw Diagnostic(FontsIssue.lockIsThere(name, names), at: Place(file: name))
    }
    var (lock, added) = (try lock(of: project, isGrowing: true).moved(to: target), [FontLock.Face]())
    for name in names {
      let more =
        try files(name).map { try self.adding($0, to: lock, at: target) }
        ?? lock.adding(family: name, filesIn: environment.fontFolders.map(\.path))
      lock = more.lock
      added += more.added
    }
    try OutputFolder.write(Data(try lock.json().utf8), to: target)
    // What the project file calls it, also where the command line says where it goes.
    let around = project ?? Project.holding(target, in: environment)
    let named = around?.fontLock.map(FontLoading.lockFile)?.standardizedFileURL
    let isNamed = named == target.standardizedFileURL
    let remarks = names.compactMap(files).joined().flatMap {
      FontLock.remarks(on: $0.path, called: environment.shownPath($0))
    }
    return WrittenLock(
      wrote: name,
      added: added.map {
        WrittenLock.Face(
          family: $0.family, weight: $0.weight, file: $0.path ?? $0.file, package: $0.package, license: $0.license)
      },
      use: isNamed ? nil : around.map { target.path(from: $0.folder) } ?? name, isOfProject: around != nil,
      remarks: remarks)
  }

  private func adding(
    _ files: [URL], to lock: FontLock, at target: URL
  ) throws -> (lock: FontLock, added: [FontLock.Face]) {
    try files.reduce((lock, [])) { known, file in
      let more = try known.lock.adding(
        file: file.path, as: file.path(from: target.deletingLastPathComponent()))
      return (more.lock, known.added + more.added)
    }
  }

  /// What a name of fonts means as files: one of them, or all of a folder; nil of a family.
  private func files(_ name: String) -> [URL]? {
    let url = environment.url(name)
    guard FileSystem.isFolder(url) else { return name.contains("/") || FileSystem.exists(url) ? [url] : nil }
    let found = ((try? FileSystem.names(in: url)) ?? []).filter(FontFileName.isFont).sorted()
    return found.isEmpty ? nil : found.map { url.appendingPathComponent($0) }
  }

  /// The project that the first of the files is of, else that of the working folder.
  private func project(of names: [String]) -> Project? {
    guard lockFile == nil else { return nil }
    let places = names.compactMap(files).compactMap(\.first) + [environment.url(ProjectFile.name)]
    return places.lazy.compactMap { Project.holding($0, in: environment) }.first
  }

  /// - Parameter isGrowing: Whether faces are to be added: a lock that the project names and does not have yet begins as the
  ///   tool's.
  private func lock(of project: Project?, isGrowing: Bool = false) throws -> FontLock {
    let named = (project?.fontLock).map(FontLoading.lockFile)
    let asked = named.flatMap { isGrowing && !FileSystem.exists($0) ? nil : $0 }
    // One that the project file does not name yet is the project's all the same.
    let unnamed = project.map { $0.folder.appendingPathComponent(FontLoading.lockName) }.flatMap {
      FileSystem.exists($0) ? $0 : nil
    }
    return try FontLoading.lock(at: lockFile ?? asked ?? unnamed, environment: environment)
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
    var license: String?
  }

  /// As the command line names it.
  var wrote: String
  var added: [Face] = []
  /// What `fonts:` of the project is to say; nil where it says so already.
  var use: String?
  var isOfProject = false
  var remarks: [Diagnostic] = []

  private enum CodingKeys: String, CodingKey { case wrote, added }

  /// What was added, and how the lock is used.
  var text: String {
    let lines = added.map { face in
      let facts = [face.file, face.package, face.license ?? "the font says no licence"].compactMap { $0 }
      return "added \(face.family) \(face.weight) (\(facts.joined(separator: ", ")))"
    }
    let otherwise = isOfProject ? "" : ", --font-lock \(ShellWord.path(wrote)) or FEEDPROOF_FONT_LOCK"
    let use = use.map { ["use it with \"fonts: \($0)\" in feedproof.yml\(otherwise)"] } ?? []
    return (["wrote \(wrote)"] + lines + use).map { $0 + "\n" }.joined()
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
  var license: String?

  init(_ entry: FontReport.Entry) {
    let face = entry.face
    (family, style, weight, file) = (face.family, face.style, face.weight, face.file)
    (version, sha256, status, found, package) = (face.version, face.sha256, entry.status, entry.path, face.package)
    license = face.license
  }
}

extension FontLock {
  /// The same for another place: paths of a project's own files start at the lock's folder.
  fileprivate func moved(to file: URL) -> FontLock {
    var moved = self
    let target = file.deletingLastPathComponent()
    for index in faces.indices {
      guard let path = faces[index].path, let folder else { continue }
      moved.faces[index].path = URL(fileURLWithPath: folder).appendingPathComponent(path).path(from: target)
    }
    moved.folder = target.path
    return moved
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
          "to add to it: feedproof fonts --font-lock \(ShellWord.path(name)) \(families.map { "--add \(ShellWord.quoted($0))" }.joined(separator: " ")) "
          + "--write \(ShellWord.path(name)); or name another with --write")
    }
  }
}
