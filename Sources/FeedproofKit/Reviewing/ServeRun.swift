import Comparing
import Diagnostics
import Drawing
import Foundation
import Projects
import Runs
import Serving

/// `feedproof serve`: an output folder with its review, until somebody stops it.
package struct ServeRun: Sendable {
  let output: URL
  let project: Project?

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
  private let desk: ApprovalDesk

  /// Which page is told of.
  enum Page { case reviewElseFeed, feed }

  /// - Parameter live: What is newer than the output; nil for nothing.
  init(_ served: ServedProject, live: (any LiveSite)? = nil) {
    output = served.output
    project = served.project
    desk = ApprovalDesk(project: served.project, output: served.output)
    server = ReviewServer(folders: Self.folders(of: served), home: "/\(ReviewFolder.name)/", desk: desk, live: live)
  }

  /// - Parameter port: Nil for the usual one.
  /// - Throws: `RunFailure` when the port can't be had.
  func start(port: UInt16?, showing page: Page = .reviewElseFeed) async throws -> Address {
    do throws(ServingIssue) {
      let root = try await server.start(port: port)
      let page =
        page == .reviewElseFeed && ReviewFolder(in: output).hasReport
        ? root.appendingPathComponent("\(ReviewFolder.name)/") : root
      return Address(address: page.absoluteString, port: root.port ?? 0, project: desk.project)
    } catch {
      throw Diagnostic(error)
    }
  }

  /// Returns when the server was stopped.
  ///
  /// - Throws: `ServingIssue` when it ended by itself.
  func waitForEnd() async throws {
    try await server.waitForEnd()
  }

  /// The output at the root. The review refers to baselines outside of it (`../../Baselines/…`), which a browser that
  /// can't climb above the root takes for `/Baselines/…`: there they are, pictures only.
  private static func folders(of served: ServedProject) -> [ServedFolder] {
    let output = ServedFolder(served.output, pages: ["index.html", "\(ReviewFolder.name)/index.html"])
    guard let baselines = served.project?.baselines else { return [output] }
    let way = ReviewFolder(in: served.output).path(to: baselines).split(separator: "/").map(String.init)
    let pictures = Set(PictureEncoding.allCases.map(\.rawValue))
    return [output, ServedFolder(baselines, at: Array(way.drop { $0 == ".." }), showing: pictures)]
  }
}
