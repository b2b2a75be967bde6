import AppScreens
import Basics
import Comparison
import Diagnostics
import Files
import Foundation
import Projects

/// Runs `feedproof serve`: serves an output folder and its review until stopped.
package struct ServeRun: Sendable {
  package let output: URL

  /// The address that a server listens on.
  package struct Address: Encodable, Sendable {
    package var event = "listening"
    /// The address to open: the review if there is one, otherwise the feed's page.
    package var address: String
    package var port: Int
    /// Nil if nothing can be approved.
    package var project: String?
  }

  package let server: ReviewServer
  private let controller: ApprovalController

  /// The page whose address is reported.
  package enum Page { case reviewElseFeed, feed }

  package init(_ served: ServedProject, live: (any LiveSite)? = nil) {
    output = served.output
    controller = ApprovalController(
      project: served.name, target: served.target, map: (served.project?.folder).map(ScreenMapFile.init),
      output: served.output,
      source: (served.project?.folder).map { .init(folder: $0, variables: Environment.process().variables) },
      report: { StandardStream.error.write("\($0)\n") })
    server = ReviewServer(
      folders: Self.folders(of: served), home: "/\(ReviewFolder.name)/", controller: controller, live: live)
  }

  /// - Parameter port: Nil for the default port.
  package func start(port: UInt16?, showing page: Page = .reviewElseFeed) async throws -> Address {
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

  /// Returns once the server has stopped.
  package func waitForEnd() async throws {
    try await server.waitForEnd()
  }

  /// Returns the folders to serve, with the output at the root. The review refers to baselines outside it
  /// (`../../Baselines/…`). Browsers can't climb above the root and request `/Baselines/…` instead, so baselines are
  /// served there, images only.
  private static func folders(of served: ServedProject) -> [ServedFolder] {
    let output = ServedFolder(served.output, pages: ["index.html", "\(ReviewFolder.name)/index.html"])
    guard let baselines = served.target?.folder else { return [output] }
    let way = ReviewFolder(in: served.output).path(to: baselines).split(separator: "/").map(String.init)
    let pictures = Set([ImageFormat.png, .webp, .jpeg].flatMap(\.endings))
    return [output, ServedFolder(baselines, at: Array(way.drop { $0 == ".." }), showing: pictures)]
  }
}

/// The output that `feedproof serve` shows, and the project whose baselines it may write.
package struct ServedProject {
  /// The output folder.
  package var output: URL
  /// Nil if nothing can be approved.
  package var project: Project?
  /// The folder of old images, when two folders are compared.
  var pictures: URL?

  package init(output: URL, project: Project? = nil, pictures: URL? = nil) {
    self.output = output
    self.project = project
    self.pictures = pictures
  }

  /// The target that approvals write to; nil if nothing can be approved.
  package var target: ApprovalTarget? {
    pictures.map(ApprovalTarget.pictures) ?? project.map { .baselines($0.baselines) }
  }

  /// The name that the pages show.
  package var name: String? { (pictures ?? project?.folder).map { $0.standardizedFileURL.lastPathComponent } }

  /// Returns the output folder with the review of two image folders.
  ///
  /// - Throws: `RunFailure` if there is nothing to show.
  package static func find(_ folder: String?, before: String, environment: Environment) throws -> ServedProject {
    let output = FileSystem.resolved(environment.url(folder ?? "output")).standardizedFileURL
    for folder in [output, environment.url(before)] where !FileSystem.isFolder(folder) {
      throw Diagnostic(ReviewingIssue.nothingToShow, at: Place(file: folder.path))
    }
    return ServedProject(output: output, pictures: environment.url(before))
  }

  /// Finds the output to serve and its project.
  ///
  /// A project folder stands for its output. For any other folder, the project is `asked`, or else the nearest parent
  /// folder whose project file names this folder as its output. Reports are never consulted: a report may come from
  /// elsewhere, and its content must not decide which folder is written to.
  ///
  /// - Parameters:
  ///   - folder: The command-line argument; nil is the current folder if it is a project, otherwise `output`.
  ///   - asked: A project as `feedproof compare` takes it.
  /// - Throws: `RunFailure` if there is nothing to show, or the project can't be read.
  package static func find(_ folder: String?, asked: String?, environment: Environment) throws -> ServedProject {
    let folder = environment.url(folder ?? (isProject(environment.workingFolder) ? "." : "output"))
    var found: ServedProject
    if let asked {
      let project = try Project.load(inputs: [asked], overrides: ProjectOverrides(), environment: environment)
      found = ServedProject(output: isProject(folder) ? project.output : folder, project: project)
    } else if isProject(folder) {
      let project = try Project.load(inputs: [folder.path], overrides: ProjectOverrides(), environment: environment)
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
      if isProject(folder),
        let project = try? Project.load(inputs: [folder.path], overrides: ProjectOverrides(), environment: environment),
        FileSystem.resolved(project.output).standardizedFileURL.path == wanted
      {
        return project
      }
      guard folder.path != "/" else { return nil }
      folder.deleteLastPathComponent()
    }
  }
}

/// Reasons why there is nothing to show or nothing to approve.
package enum ReviewingIssue: Issue, Hashable {
  case nothingToShow
  /// The folder is shown, but the project that its images belong to is unknown.
  case projectUnknown
  case browserNotOpened(reason: String)
  /// The request names no cases.
  case noCases
  /// The project that the shards compared is not on this machine, so commands with its name would fail.
  case projectElsewhere(String)

  package static var kind: Diagnostic.Kind { .usage }

  package var text: IssueText {
    switch self {
    case .nothingToShow:
      .error(
        "serve.nothing", "there is no output to serve", hint: "run feedproof export or feedproof compare first")
    case .projectUnknown:
      .warning(
        "serve.no-project", "no project in a parent folder writes to this folder, so cases can't be approved",
        hint: "name the project: feedproof serve PROJECT --output FOLDER")
    case .browserNotOpened(let reason):
      .warning("serve.browser", "no browser could be opened: \(reason)", hint: "open the URL yourself")
    case .noCases:
      .error("serve.cases", "the request names no cases", hint: "send {\"cases\": [id, …]}")
    case .projectElsewhere(let input):
      .warning(
        "merge.project",
        "the compared project \"\(input)\" can't be found from here; commands that name it won't work",
        hint: "name the project before the shards: feedproof merge PROJECT …")
    }
  }
}
