import Foundation

/// A connection to a server on this machine that a test holds open, and says on it what it likes.
package final class RawConnection: Sendable {
  private let socket: Int32

  package init(port: Int) throws {
    socket = try RawClient.connected(to: "127.0.0.1", port: UInt16(clamping: port))
    // A server that hangs up early must not end the tests.
    signal(SIGPIPE, SIG_IGN)
  }

  deinit { close(socket) }

  /// Some systems let a process open 256 files, unless it asks for more.
  static let hasRoom: Bool = {
    #if canImport(Darwin)
      let kind = RLIMIT_NOFILE
    #else
      let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    getrlimit(kind, &limit)
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 4096))
    return setrlimit(kind, &limit) == 0
  }()

  /// - Returns: False where the server has hung up before it has heard everything.
  @discardableResult
  package func send(_ text: String) async -> Bool {
    await onThread { [socket] in
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let sent = rest.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
        guard sent > 0 else { return false }
        rest = rest.dropFirst(sent)
      }
      return true
    }
  }

  /// Says that nothing more will be sent.
  package func finish() { shutdown(socket, Int32(SHUT_WR)) }

  /// What comes until there is `text` in it, or the server hangs up.
  package func receive(until text: String) async -> String { await receive { $0.contains(text) } }

  /// All that comes until the server hangs up.
  package func receiveAll() async -> String { await receive { _ in false } }

  /// Reads over bytes, this many or until the server hangs up.
  package func skip(_ count: Int) async -> Int {
    await onThread { [socket] in
      var (total, buffer) = (0, [UInt8](repeating: 0, count: 65_536))
      while total < count {
        let found = recv(socket, &buffer, min(buffer.count, count - total), 0)
        guard found > 0 else { break }
        total += found
      }
      return total
    }
  }

  private func receive(_ isEnough: @escaping @Sendable (String) -> Bool) async -> String {
    await onThread { [socket] in
      var (answer, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
      while true {
        let count = recv(socket, &buffer, buffer.count, 0)
        if count > 0 { answer += buffer[..<count] }
        let text = String(decoding: answer, as: UTF8.self)
        if count <= 0 || isEnough(text) { return text }
      }
    }
  }

  /// A thread of its own: waiting on one of the pool's could keep the server from running.
  private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}
