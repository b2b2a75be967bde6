import CardRendering
import Diagnostics
import Export
import Fetching
import Files
import Foundation
import ProjectSetup
import Projects
import Raster
import RunSupport

/// The state of everything that Feedproof needs on a machine, for `feedproof doctor`.
struct DoctorReport: Encodable {
  enum Status: String, Encodable { case ok, warning, error }

  struct Check: Encodable {
    var name: String
    var status: Status
    var message: String
    /// How to repair it.
    var hint: String?
    /// The kind of failure of an error, for the exit status.
    fileprivate(set) var kind: Diagnostic.Kind?

    private enum CodingKeys: String, CodingKey { case name, status, message, hint }
  }

  var checks: [Check] = []

  /// - Parameter folder: The project as named on the command line; it need not exist.
  init(_ folder: String, environment: Environment) {
    add("version", .ok, "feedproof \(FeedproofVersion.current), \(BuildTier.current.text)")
    checkTemplates(environment)
    checkFonts(environment)
    let libraries = Manifest.libraries.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    add("libraries", .ok, libraries.joined(separator: ", "))
    if let version = Libcurl.version {
      add("libcurl", .ok, version)
    } else {
      add("libcurl", .warning, "not found; fetch and figma pull need it", hint: "install libcurl4 or curl")
    }
    checkGit(environment)
    if DesktopBrowser.isAvailable {
      add("browser", .ok, "--open can open pages")
    } else {
      add("browser", .warning, "xdg-open is not installed; --open can't open pages", hint: "install xdg-utils")
    }
    checkProject(folder, environment)
  }

  private mutating func add(
    _ name: String, _ status: Status, _ message: String, hint: String? = nil, kind: Diagnostic.Kind? = nil
  ) {
    checks.append(Check(name: name, status: status, message: message, hint: hint, kind: kind))
  }

  private mutating func checkTemplates(_ environment: Environment) {
    let folder = environment.resourceFolder
    if FileSystem.exists(folder.appendingPathComponent("Templates/Cards/post.yml")) {
      add("templates", .ok, folder.path)
    } else {
      add(
        "templates", .error, "the built-in templates are not in \(folder.path)",
        hint: "set FEEDPROOF_HOME to the folder that contains Templates and Mockups", kind: .environment)
    }
  }

  private mutating func checkFonts(_ environment: Environment) {
    let report: FontReport
    do {
      report = try FontsRun(lockFile: nil, environment: environment).report()
    } catch {
      let issue = RunFailure(stopping: error).diagnostics.first
      return add(
        "fonts", .error, issue?.message ?? Files.reason(error), hint: issue?.hint, kind: .environment)
    }
    let faulty = report.entries.filter { $0.status != .ok }
    guard !faulty.isEmpty else { return add("fonts", .ok, "\(report.entries.count) of \(report.entries.count) found") }
    let names = faulty.map { "\($0.face.family) \($0.face.weight) is \($0.status.rawValue)" }
    let packages = faulty.compactMap(\.face.package).uniqued()
    add(
      "fonts", .error, names.counted(most: 5),
      hint: packages.isEmpty
        ? "run feedproof fonts" : "install \(packages.joined(separator: ", ")), or run feedproof fonts",
      kind: .environment)
  }

  private mutating func checkGit(_ environment: Environment) {
    guard let git = ChildProcess.path(of: "git", in: environment.variables) else {
      return add("git", .warning, "not found; history needs it", hint: "install git")
    }
    let run = try? ChildProcess.run(
      git, ["--version"], environment: ChildProcess.boundedEnvironment(environment.variables),
      in: environment.workingFolder.path, within: .init(output: 4096, seconds: 10))
    guard let run, run.status == 0 else { return add("git", .warning, "\(git) does not run", hint: "reinstall git") }
    let version = String(decoding: run.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    add("git", .ok, PlainText.piece(version))
  }

  private mutating func checkProject(_ folder: String, _ environment: Environment) {
    guard Project.file(of: [folder], in: environment) != nil else {
      checkWritable("folder", environment.url(folder))
      return add("project", .ok, "\(folder) has no feedproof.yml")
    }
    let project: Project
    do {
      project = try Project.load(inputs: [folder], overrides: ProjectOverrides(), environment: environment)
    } catch {
      let issue = error.diagnostics.first
      return add(
        "project", .error, issue.map { "\($0)" } ?? "unreadable", hint: "fix feedproof.yml", kind: .input)
    }
    add("project", .ok, environment.shownPath(project.folder).isEmpty ? "." : environment.shownPath(project.folder))
    checkWritable("output", project.output)
    checkWritable("baselines", project.baselines)
    for note in EjectedFiles.notes(of: project.folder, environment) {
      add("ejected files", .warning, note.message, hint: note.hint)
    }
  }

  /// Checks a folder, or the nearest existing one above it.
  private mutating func checkWritable(_ name: String, _ folder: URL) {
    var existing = folder.standardizedFileURL
    while !FileSystem.exists(existing), existing.path != "/" { existing.deleteLastPathComponent() }
    if FileSystem.isFolder(existing), FileSystem.isWritable(existing) {
      add(name, .ok, "\(folder.path) is writable")
    } else {
      add(
        name, .error, "\(existing.path) can't be written", hint: "change its permissions, or choose another folder",
        kind: .output)
    }
  }

  /// The failure of the worst check; nil if there is no error.
  var failure: RunFailure? { checks.first { $0.status == .error }.map { .reported($0.kind ?? .environment) } }

  /// One check per line; the result comes last.
  var text: String {
    let width = checks.map(\.name.count).max() ?? 0
    let lines = checks.map { check in
      let name = check.name.padding(toLength: width, withPad: " ", startingAt: 0)
      let status = check.status.rawValue.padding(toLength: 7, withPad: " ", startingAt: 0)
      // plain: a message
      return "\(status)  \(name)  \(check.message)\n" + (check.hint.map { "         hint: \($0)\n" } ?? "")
    }
    let (errors, warnings) = (count(.error), count(.warning))
    let result =
      errors + warnings == 0
      ? "all checks passed" : "\(errors.counted("error")), \(warnings.counted("warning"))"
    return lines.joined() + result + "\n"
  }

  private func count(_ status: Status) -> Int { checks.count { $0.status == status } }
}

extension Commands {
  /// `feedproof doctor`
  ///
  /// - Throws: `RunFailure` if a required part is missing.
  package static func doctor(_ folder: String, json: Bool) throws {
    let environment = Environment.process()
    guard FileSystem.exists(environment.url(folder)) else {
      throw Diagnostic(ProjectIssue.noSuchInput, at: Place(file: folder))
    }
    let report = DoctorReport(folder, environment: environment)
    try print(report, as: report.text, json: json)
    if let failure = report.failure { throw failure }
  }
}
