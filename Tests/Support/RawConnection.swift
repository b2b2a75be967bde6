import Foundation

/// A connection to a server on this machine that a test keeps open, to send any bytes.
package final class RawConnection: Sendable {
  private let socket: Int32

  package init(port: Int) throws {
    socket = try RawClient.connected(to: "127.0.0.1", port: UInt16(clamping: port))
    // Writing to a closed connection must not end the tests.
    signal(SIGPIPE, SIG_IGN)
  }

  deinit { close(socket) }

  /// Some systems limit a process to 256 open files unless it requests more.
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

  /// - Returns: False if the server closes the connection before it has received everything.
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

  /// Closes the sending direction.
  package func finish() { shutdown(socket, Int32(SHUT_WR)) }

  /// Receives until the bytes contain `text` or the server closes the connection.
  package func receive(until text: String) async -> String { await receive { $0.contains(text) } }

  /// Receives until the server closes the connection.
  package func receiveAll() async -> String { await receive { _ in false } }

  /// Skips this many bytes, or all until the server closes the connection. Returns the number of skipped bytes.
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

  /// Waiting on a thread of the pool could block the server.
  private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}
