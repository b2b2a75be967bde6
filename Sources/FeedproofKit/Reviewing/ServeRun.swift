import Comparing
import Diagnostics
import Files
import Foundation
import Names
import Projects
import Serving

/// `feedproof serve`: an output folder with its review, until somebody stops it.
package struct ServeRun: Sendable {
  let output: URL

  /// Where a server listens.
  package struct Address: Encodable, Sendable {
    package var event = "listening"
    /// What to open: the review where there is one, else the feed's page.
    package var address: String
    package var port: Int
    /// Nil where nothing can be approved.
    package var project: String?
  }

  let server: ReviewServer
  private let controller: ApprovalController

  /// Which page is told of.
  enum Page { case reviewElseFeed, feed }

  init(_ served: ServedProject, live: (any LiveSite)? = nil) {
    output = served.output
    controller = ApprovalController(
      project: served.name, target: served.target, map: (served.project?.folder).map(ScreenMapFile.init),
      output: served.output,
      source: (served.project?.folder).map { .init(folder: $0, variables: Environment.process().variables) },
      report: { StandardStream.error.write("\($0)\n") })
    server = ReviewServer(
      folders: Self.folders(of: served), home: "/\(ReviewFolder.name)/", controller: controller, live: live)
  }

  /// - Parameter port: Nil for the usual one.
  func start(port: UInt16?, showing page: Page = .reviewElseFeed) async throws -> Address {
    do throws(ServingIssue) {
      let root = try await server.start(port: port)
      let page =
        page == .reviewElseFeed && ReviewFolder(in: output).hasReport
        ? root.appendingPathComponent("\(ReviewFolder.name)/") : root
      return Address(address: page.absoluteString, port: root.port ?? 0, project: controller.project)
    } catch {
      throw Diagnostic(error)
    }
  }

  /// Returns when the server was stopped.
  func waitForEnd() async throws {
    try await server.waitForEnd()
  }

  /// The output at the root. The review refers to baselines outside of it (`../../Baselines/…`), which a browser that
  /// can't climb above the root takes for `/Baselines/…`: there they are, pictures only.
  private static func folders(of served: ServedProject) -> [ServedFolder] {
    let output = ServedFolder(served.output, pages: ["index.html", "\(ReviewFolder.name)/index.html"])
    guard let baselines = served.target?.folder else { return [output] }
    let way = ReviewFolder(in: served.output).path(to: baselines).split(separator: "/").map(String.init)
    let pictures = Set([ImageFormat.png, .webp, .jpeg].flatMap(\.endings))
    return [output, ServedFolder(baselines, at: Array(way.drop { $0 == ".." }), showing: pictures)]
  }
}

/// What `feedproof serve` shows, and whose baselines it may write.
struct ServedProject {
  /// The output folder.
  var output: URL
  /// Nil where nothing can be approved.
  var project: Project?
  /// Pictures before, of a comparison of two folders.
  var pictures: URL?

  /// What approving writes into; nil where nothing can be approved.
  var target: ApprovalTarget? {
    pictures.map(ApprovalTarget.pictures) ?? project.map { .baselines($0.baselines) }
  }

  /// What the pages call it.
  var name: String? { (pictures ?? project?.folder).map { $0.standardizedFileURL.lastPathComponent } }

  /// An output folder with the review of two folders of pictures.
  ///
  /// - Throws: `RunFailure` when there is nothing to show.
  static func find(_ folder: String?, before: String, environment: Environment) throws -> ServedProject {
    let output = FileSystem.resolved(environment.url(folder ?? "output")).standardizedFileURL
    for folder in [output, environment.url(before)] where !FileSystem.isFolder(folder) {
      throw Diagnostic(ReviewingIssue.nothingToShow, at: Place(file: folder.path))
    }
    return ServedProject(output: output, pictures: environment.url(before))
  }

  /// A project folder means its output. For another folder it is the project that was asked for, else the nearest
  /// folder above whose project file says that this is its output. A report is never asked: it may come from elsewhere,
  /// and what it says must not decide which folder is written into.
  ///
  /// - Parameters:
  ///   - folder: As the command line names it; nil is this folder where it is a project, else `output`.
  ///   - asked: A project as `feedproof compare` takes it.
  /// - Throws: `RunFailure` when there is nothing to show, or the project can't be read.
  static func find(_ folder: String?, asked: String?, environment: Environment) throws -> ServedProject {
    let folder = environment.url(folder ?? (isProject(environment.workingFolder) ? "." : "output"))
    var found: ServedProject
    if let asked {
      let project = try Commands.load([asked], ProjectOverrides(), environment)
      found = ServedProject(output: isProject(folder) ? project.output : folder, project: project)
    } else if isProject(folder) {
      let project = try Commands.load([folder.path], ProjectOverrides(), environment)
      found = ServedProject(output: project.output, project: project)
    } else {
      found = ServedProject(output: folder, project: owner(of: folder, environment))
    }
    found.output = FileSystem.resolved(found.output).standardizedFileURL
    guard FileSystem.isFolder(found.output) else {
      throw Diagnostic(ReviewingIssue.nothingToShow, at: Place(file: found.output.path))
    }
    return found
  }

  private static func isProject(_ folder: URL) -> Bool {
    FileSystem.exists(folder.appendingPathComponent(ProjectFile.name))
  }

  private static func owner(of output: URL, _ environment: Environment) -> Project? {
    let wanted = FileSystem.resolved(output).standardizedFileURL.path
    var folder = URL(fileURLWithPath: wanted).deletingLastPathComponent()
    while true {
      if isProject(folder), let project = try? Commands.load([folder.path], ProjectOverrides(), environment),
        FileSystem.resolved(project.output).standardizedFileURL.path == wanted
      {
        return project
      }
      guard folder.path != "/" else { return nil }
      folder.deleteLastPathComponent()
    }
  }
}

/// Why there is nothing to show, or nothing to approve.
package enum ReviewingIssue: Issue, Hashable {
  case nothingToShow
  /// The folder is shown, but whose baselines its pictures would be is not known.
  case projectUnknown
  case browserNotOpened(reason: String)
  /// A request that names no cases.
  case noCases
  /// What shards compared is not here, so that commands with its name lead nowhere.
  case projectElsewhere(String)

  package static var kind: Diagnostic.Kind { .usage }

  package var text: IssueText {
    switch self {
    case .nothingToShow:
      .error(
        "serve.nothing", "there is no folder to show", hint: "run feedproof export or feedproof compare first")
    case .projectUnknown:
      .warning(
        "serve.no-project", "no project above this folder writes into it, so nothing can be approved here",
        hint: "name the project with --project")
    case .browserNotOpened(let reason):
      .warning("serve.browser", "no browser could be opened: \(reason)", hint: "open the address by hand")
    case .noCases:
      .error("serve.cases", "the request names no cases", hint: "send {\"cases\": [id, …]}")
    case .projectElsewhere(let input):
      .warning(
        "merge.project",
        "the project that was compared, \"\(input)\", is not to be found from here: commands that name it won't work",
        hint: "name where it is with --project")
    }
  }
}
