import Foundation
import Synchronization

/// Serves folders to browsers on this machine, on 127.0.0.1 only, and receives decisions about a review.
package final class ReviewServer: Sendable {
  /// The default port. A constant port keeps the page's address, and thus the browser's local storage, between starts.
  package static let usualPort: UInt16 = 8417

  private let controller: any ReviewController
  private let live: (any LiveSite)?
  private let limits: ServerLimits
  private let responder: @Sendable (RequestGate) -> Responder
  private let listener = Mutex<Listener?>(nil)
  private let connections: OpenConnections
  /// The reasons why listening failed; empty if the server was stopped.
  private let (ends, ending) = AsyncStream.makeStream(of: String.self)

  /// - Parameters:
  ///   - folders: The served folders; the first one that has a file wins.
  ///   - home: The target of the redirect from `/` if no folder has a page there: `/review/`.
  ///   - live: Generates files that are newer than the folders'; nil if there are none.
  package convenience init(
    folders: [ServedFolder], home: String, controller: some ReviewController, live: (any LiveSite)? = nil
  ) {
    self.init(folders: folders, home: home, controller: controller, live: live, limits: ServerLimits())
  }

  /// - Parameter bodyLimit: In bytes. The default suffices for the decisions of 100,000 cases.
  package init(
    folders: [ServedFolder], home: String, controller: some ReviewController, live: (any LiveSite)? = nil,
    bodyLimit: Int = 32 << 20, limits: ServerLimits = ServerLimits()
  ) {
    (self.controller, self.live, self.limits, connections) = (controller, live, limits, OpenConnections(limits))
    responder = { gate in
      Responder(folders: folders, home: home, controller: controller, live: live, gate: gate, bodyLimit: bodyLimit)
    }
  }

  /// Starts listening.
  ///
  /// - Parameter port: 0 for any free port; nil for the default port or, if that is taken, any free port.
  /// - Returns: The address: `http://127.0.0.1:8417/`.
  /// - Throws: `ServingIssue` if the server can't listen.
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

  /// Waits until the server is stopped.
  ///
  /// - Throws: `ServingIssue.died` if listening failed.
  package func waitForEnd() async throws(ServingIssue) {
    var reasons = ends.makeAsyncIterator()
    if let reason = await reasons.next() { throw .died(reason: reason) }
  }

  /// Stops listening. Returns when all started requests are answered and no decision is being applied.
  package func stop() async {
    guard let listener = listener.withLock({ $0.take() }) else { return }
    live?.finish()
    await listener.stop()
    await connections.stop()
    await controller.finish()
  }

  /// - Parameter port: 0 for any free port.
  private func start(on port: UInt16) throws(ServingIssue) -> URL {
    let socket: Socket
    do { socket = try Socket.listening(on: port) } catch { throw Self.issue(error, port: port) }
    guard let address = URL(string: "http://127.0.0.1:\(socket.port)/") else { throw .noSocket(reason: "no address") }
    let responder = responder(RequestGate(port: socket.port, token: RequestGate.randomToken()))
    let (connections, limits, ending) = (connections, limits, ending)
    let begun = Listener(socket) { socket in
      connections.admit(ServerConnection(socket, responder, limits))
    } ended: { reason in
      if let reason { ending.yield(reason) }
      ending.finish()
    }
    listener.withLock { $0 = begun }
    return address
  }

  private static func issue(_ failure: Socket.Failure, port: UInt16) -> ServingIssue {
    switch failure.code {
    case EADDRINUSE: .portTaken(port)
    case EACCES: .portForbidden(port)
    default: .noSocket(reason: failure.reason)
    }
  }
}
