import DataFormats
import Diagnostics
import Files
import Foundation
import Projects
import Raster
import RunSupport

/// `feedproof fonts`: compares the font lock with the font files on this machine, and writes locks.
package struct FontsRun {
  /// The lock named on the command line. Nil uses the project's lock, else the built-in one.
  let lockFile: URL?
  let environment: Environment

  package init(lockFile: URL?, environment: Environment) {
    self.lockFile = lockFile
    self.environment = environment
  }

  /// The font files of the lock, as found on this machine.
  ///
  /// - Throws: `Diagnostic` if the lock can't be read.
  package func report() throws -> FontReport {
    FontSet.report(lock: try lock(of: project(of: [])), searching: environment.fontFolders.map(\.path))
  }

  /// Writes a lock of the same typefaces with the files on this machine, for distributions that package other versions.
  package func writeLock(to file: URL) throws {
    let lock = try lock(of: project(of: [])).locking(filesIn: environment.fontFolders.map(\.path))
    try OutputFolder.write(Data(try lock.moved(to: file).json().utf8), to: file)
  }

  /// Adds typefaces to the lock: installed families, or font files of the user's own.
  ///
  /// - Parameters:
  ///   - names: Families, font files, and folders of font files.
  ///   - file: The file to write. Nil updates the project's lock, else `fonts.lock.json` in the working folder.
  /// - Throws: `Diagnostic` if a family isn't installed, or if the file exists and is not the lock that was read.
  package func add(_ names: [String], to file: String?) throws -> WrittenFontLock {
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
    // The project file may name this lock even if the command line says where to write it.
    let around = project ?? Project.holding(target, in: environment)
    let named = around?.fontLock.map(FontLoading.lockFile)?.standardizedFileURL
    let isNamed = named == target.standardizedFileURL
    let remarks = names.compactMap(files).joined().flatMap {
      FontLock.remarks(on: $0.path, called: environment.shownPath($0))
    }
    return WrittenFontLock(
      wrote: name,
      added: added.map {
        WrittenFontLock.Face(
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

  /// The font files that an argument names: the file itself, or all files of a folder. Nil if it names a family.
  private func files(_ name: String) -> [URL]? {
    let url = environment.url(name)
    guard FileSystem.isFolder(url) else { return name.contains("/") || FileSystem.exists(url) ? [url] : nil }
    let found = ((try? FileSystem.names(in: url)) ?? []).filter(FontFileName.isFont).sorted()
    return found.isEmpty ? nil : found.map { url.appendingPathComponent($0) }
  }

  /// The project that contains the first font file, else the project in the working folder.
  private func project(of names: [String]) -> Project? {
    guard lockFile == nil else { return nil }
    let places = names.compactMap(files).compactMap(\.first) + [environment.url(ProjectFile.name)]
    return places.lazy.compactMap { Project.holding($0, in: environment) }.first
  }

  /// - Parameter isGrowing: Whether typefaces will be added. If so, and the project names a lock that doesn't exist
  ///   yet, the lock starts as a copy of the built-in one.
  private func lock(of project: Project?, isGrowing: Bool = false) throws -> FontLock {
    let named = (project?.fontLock).map(FontLoading.lockFile)
    let asked = named.flatMap { isGrowing && !FileSystem.exists($0) ? nil : $0 }
    // A `fonts.lock.json` in the project's folder belongs to the project even if the project file doesn't name it yet.
    let unnamed = project.map { $0.folder.appendingPathComponent(FontLoading.lockName) }.flatMap {
      FileSystem.exists($0) ? $0 : nil
    }
    return try FontLoading.lock(at: lockFile ?? asked ?? unnamed, environment: environment)
  }

  /// A table of the faces with their files and states.
  package static func table(_ report: FontReport) -> String {
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

/// A summary of a written lock: `feedproof fonts --add`, `--write`.
package struct WrittenFontLock: Encodable {
  /// An added face and its file.
  package struct Face: Encodable {
    var family: String
    var weight: Int
    package var file: String
    package var package: String?
    var license: String?
  }

  /// The lock's file as named on the command line.
  package var wrote: String
  /// The faces that were added.
  package var added: [Face] = []
  /// The value to write under `fonts:` in the project file. Nil if the file already has it.
  var use: String?
  var isOfProject = false
  /// Warnings about the added faces.
  package var remarks: [Diagnostic] = []

  package init(
    wrote: String, added: [Face] = [], use: String? = nil, isOfProject: Bool = false, remarks: [Diagnostic] = []
  ) {
    self.wrote = wrote
    self.added = added
    self.use = use
    self.isOfProject = isOfProject
    self.remarks = remarks
  }

  private enum CodingKeys: String, CodingKey { case wrote, added }

  /// The added typefaces and how to use the lock.
  package var text: String {
    let lines = added.map { face in
      let facts = [face.file, face.package, face.license ?? "no license given"].compactMap { $0 }
      return "added \(face.family) \(face.weight) (\(facts.joined(separator: ", ")))"
    }
    let otherwise = isOfProject ? "" : ", --fonts \(ShellWord.path(wrote)) or FEEDPROOF_FONT_LOCK"
    let use = use.map { ["use it with \"fonts: \($0)\" in feedproof.yml\(otherwise)"] } ?? []
    return (["wrote \(wrote)"] + lines + use).map { $0 + "\n" }.joined()
  }
}

/// `feedproof fonts --json`
package struct FontsDocument: Encodable {
  var faces: [FontFaceDocument]

  package init(_ report: FontReport) { faces = report.entries.map(FontFaceDocument.init) }
}

/// A typeface of a lock and the matching font file on this machine.
package struct FontFaceDocument: Encodable {
  package var family: String
  package var style: String
  package var weight: Int
  package var file: String
  package var version: String
  package var sha256: String?
  package var status: FontReport.Status
  package var found: String?
  package var package: String?
  var license: String?

  package init(_ entry: FontReport.Entry) {
    let face = entry.face
    (family, style, weight, file) = (face.family, face.style, face.weight, face.file)
    (version, sha256, status, found, package) = (face.version, face.sha256, entry.status, entry.path, face.package)
    license = face.license
  }
}

extension FontLock {
  /// The same lock for another location: paths of the user's font files are relative to the lock's folder.
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

/// The reason a lock isn't written.
enum FontsIssue: Issue {
  /// The file exists and is not the lock to which the families were to be added.
  case lockIsThere(String, [String])

  static var kind: Diagnostic.Kind { .usage }

  var text: IssueText {
    switch self {
    case .lockIsThere(let name, let families):
      .error(
        "font.lock-exists", "the file already exists",
        hint:
          "to add to it: feedproof fonts --fonts \(ShellWord.path(name)) \(families.map { "--add \(ShellWord.quoted($0))" }.joined(separator: " ")) "
          + "--write \(ShellWord.path(name)); or choose another name with --write")
    }
  }
}
