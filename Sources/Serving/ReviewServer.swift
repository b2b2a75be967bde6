import Foundation
import Synchronization

/// Shows a folder to this machine's browsers, on 127.0.0.1 and nowhere else, and takes decisions about a review.
package final class ReviewServer: Sendable {
  /// The port that is taken where none is asked for, so that the page's address, and what the browser keeps for it, stay
  /// the same from start to start.
  package static let usualPort: UInt16 = 8417

  private let folders: [ServedFolder]
  private let home: String
  private let controller: any ReviewController
  private let live: (any LiveSite)?
  private let bodyLimit: Int
  private let limits: ServerLimits
  private let running = Mutex<RunningServer?>(nil)

  /// - Parameters:
  ///   - folders: Looked into in this order.
  ///   - home: Where `/` leads when no folder has a page there: `/review/`.
  ///   - bodyLimit: Bytes; the default is enough for the decisions of a hundred thousand cases.
  ///   - live: What is newer than the folders; nil for nothing.
  package convenience init(
    folders: [ServedFolder], home: String, controller: some ReviewController, live: (any LiveSite)? = nil,
    bodyLimit: Int = 32 << 20
  ) {
    self.init(
      folders: folders, home: home, controller: controller, live: live, bodyLimit: bodyLimit, limits: ServerLimits())
  }

  init(
    folders: [ServedFolder], home: String, controller: some ReviewController, live: (any LiveSite)? = nil,
    bodyLimit: Int, limits: ServerLimits
  ) {
    self.live = live
    self.folders = folders
    self.home = home
    self.controller = controller
    self.bodyLimit = bodyLimit
    self.limits = limits
  }

  /// Begins to answer.
  ///
  /// - Parameter port: 0 for any that is free; nil for the usual one, or any that is free where that is taken.
  /// - Returns: `http://127.0.0.1:8417/`
  /// - Throws: `ServingIssue`.
  package func start(port: UInt16?) async throws(ServingIssue) -> URL {
    guard let port else {
      do throws(ServingIssue) {
        return try start(on: Self.usualPort)
      } catch .portTaken {
        return try start(on: 0)
      }
    }
    return try start(on: port)
  }

  /// Returns when the server was stopped.
  ///
  /// - Throws: `ServingIssue.died` where it no longer listens and nobody has stopped it.
  package func waitForEnd() async throws(ServingIssue) {
    guard let server = running.withLock({ $0 }) else { return }
    try await server.waitForEnd()
  }

  /// Stops listening, and returns when the requests that were begun are answered and no decision is being applied.
  package func stop() async {
    guard let server = running.withLock({ $0.take() }) else { return }
    live?.finish()
    await server.stop()
    await controller.finish()
  }

  /// - Parameter port: 0 for any that is free.
  private func start(on port: UInt16) throws(ServingIssue) -> URL {
    let token = RequestGate.randomToken()
    let (folders, home, controller, live, bodyLimit) = (folders, home, controller, live, bodyLimit)
    let server = try RunningServer(port: port, limits: limits) { port in
      Responder(
        folders: folders, home: home, controller: controller, live: live, gate: RequestGate(port: port, token: token),
        bodyLimit: bodyLimit)
    }
    running.withLock { $0 = server }
    guard let address = URL(string: "http://127.0.0.1:\(server.port)/") else {
      throw .noSocket(reason: "no address")
    }
    return address
  }
}
