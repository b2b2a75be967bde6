import Foundation
import Synchronization

/// Shows a folder to this machine's browsers, on 127.0.0.1 and nowhere else, and takes decisions about a review.
package final class ReviewServer: Sendable {
  /// The port that is taken where none is asked for, so that the page's address, and what the browser keeps for it, stay
  /// the same from start to start.
  package static let usualPort: UInt16 = 8417

  private let controller: any ReviewController
  private let live: (any LiveSite)?
  private let limits: ServerLimits
  private let responder: @Sendable (RequestGate) -> Responder
  private let listener = Mutex<Listener?>(nil)
  private let connections: OpenConnections
  /// Why nobody is listened to any more; nothing where the server was stopped.
  private let (ends, ending) = AsyncStream.makeStream(of: String.self)

  /// - Parameters:
  ///   - folders: Looked into in this order.
  ///   - home: Where `/` leads when no folder has a page there: `/review/`.
  ///   - live: What is newer than the folders; nil for nothing.
  package convenience init(
    folders: [ServedFolder], home: String, controller: some ReviewController, live: (any LiveSite)? = nil
  ) {
    self.init(folders: folders, home: home, controller: controller, live: live, limits: ServerLimits())
  }

  /// - Parameter bodyLimit: Bytes; enough for the decisions of a hundred thousand cases.
  init(
    folders: [ServedFolder], home: String, controller: some ReviewController, live: (any LiveSite)? = nil,
    bodyLimit: Int = 32 << 20, limits: ServerLimits = ServerLimits()
  ) {
    (self.controller, self.live, self.limits, connections) = (controller, live, limits, OpenConnections(limits))
    responder = { gate in
      Responder(folders: folders, home: home, controller: controller, live: live, gate: gate, bodyLimit: bodyLimit)
    }
  }

  /// Begins to answer.
  ///
  /// - Parameter port: 0 for any that is free; nil for the usual one, or any that is free where that is taken.
  /// - Returns: `http://127.0.0.1:8417/`
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
    var reasons = ends.makeAsyncIterator()
    if let reason = await reasons.next() { throw .died(reason: reason) }
  }

  /// Stops listening, and returns when the requests that were begun are answered and no decision is being applied.
  package func stop() async {
    guard let listener = listener.withLock({ $0.take() }) else { return }
    live?.finish()
    await listener.stop()
    await connections.stop()
    await controller.finish()
  }

  /// - Parameter port: 0 for any that is free.
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
