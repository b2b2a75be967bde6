import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// Shows a folder to this machine's browsers, on 127.0.0.1 and nowhere else, and takes decisions about a review.
package final class ReviewServer: Sendable {
  /// The port that is taken where none is asked for, so that the page's address, and what the browser keeps for it, stay
  /// the same from start to start.
  package static let usualPort: UInt16 = 8417

  private let folders: [ServedFolder]
  private let home: String
  private let desk: any ReviewDesk
  private let bodyLimit: Int
  private let running = Mutex<Running?>(nil)

  private struct Running {
    var server: HTTPServer
    var task: Task<Void, any Error>
  }

  /// - Parameters:
  ///   - folders: Looked into in this order.
  ///   - home: Where `/` leads when no folder has a page there: `/review/`.
  ///   - bodyLimit: Bytes; the default is enough for the decisions of a hundred thousand cases.
  package init(folders: [ServedFolder], home: String, desk: some ReviewDesk, bodyLimit: Int = 32 << 20) {
    self.folders = folders
    self.home = home
    self.desk = desk
    self.bodyLimit = bodyLimit
  }

  /// Begins to answer.
  ///
  /// - Parameter port: 0 for any that is free; nil for the usual one, or any that is free where that is taken.
  /// - Returns: `http://127.0.0.1:8417/`
  /// - Throws: `ServingIssue`.
  package func start(port: UInt16?) async throws(ServingIssue) -> URL {
    guard let port else {
      do throws(ServingIssue) {
        return try await start(on: Self.usualPort)
      } catch .portTaken {
        return try await start(on: 0)
      }
    }
    return try await start(on: port)
  }

  /// Stops listening, and returns when the requests that were begun are answered and no decision is being applied.
  package func stop() async {
    guard let running = running.withLock({ $0.take() }) else { return }
    await running.server.stop(timeout: 1)
    _ = try? await running.task.value
    await desk.finish()
  }

  /// - Parameter port: 0 for any that is free.
  private func start(on port: UInt16) async throws(ServingIssue) -> URL {
    let opening = Opening()
    let (folders, home, desk, bodyLimit) = (folders, home, desk, bodyLimit)
    let server = HTTPServer(
      config: try Self.configuration(port: port),
      handler: ClosureHTTPHandler { request in
        // Which port it is, is known only once the server listens.
        guard let gate = opening.gate else { throw SocketError.disconnected }
        return await Responder(folders: folders, home: home, desk: desk, gate: gate, bodyLimit: bodyLimit).answer(
          request)
      })
    let task = Task {
      do {
        try await server.run()
      } catch {
        opening.fail(error)
        throw error
      }
    }
    while true {
      if let failure = opening.failure { throw Self.issue(failure, port: port) }
      if case .ip4(_, let found)? = await server.listeningAddress {
        opening.open(RequestGate(port: found, token: RequestGate.randomToken()))
        running.withLock { $0 = Running(server: server, task: task) }
        guard let address = URL(string: "http://127.0.0.1:\(found)/") else { throw .noSocket(reason: "no address") }
        return address
      }
      try? await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Bodies are read as they come, none is kept to be read twice; approving thousands of cases may take a while.
  private static func configuration(port: UInt16) throws(ServingIssue) -> HTTPServer.Configuration {
    do {
      return HTTPServer.Configuration(
        address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 600, sharedRequestReplaySize: 0,
        logger: .disabled)
    } catch {
      throw .noSocket(reason: "\(error)")
    }
  }

  private static func issue(_ error: any Error, port: UInt16) -> ServingIssue {
    guard case SocketError.failed(_, let number, let message) = error else { return .noSocket(reason: "\(error)") }
    return switch number {
    case EADDRINUSE: .portTaken(port)
    case EACCES: .portForbidden(port)
    default: .noSocket(reason: message)
    }
  }
}

/// How the start of a server goes.
private final class Opening: Sendable {
  private let state = Mutex<(gate: RequestGate?, failure: (any Error)?)>((nil, nil))

  var gate: RequestGate? { state.withLock(\.gate) }
  var failure: (any Error)? { state.withLock(\.failure) }

  func open(_ gate: RequestGate) { state.withLock { $0.gate = gate } }
  func fail(_ error: any Error) { state.withLock { $0.failure = error } }
}
