import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Sends exactly the given bytes to a server on this machine, which no HTTP library would.
package struct RawClient: Sendable {
  package struct Answer: Sendable {
    package var status: Int
    /// Headers by lower-case name.
    package var headers: [String: String]
    package var body: String
  }

  private let port: UInt16

  package init(port: Int) {
    self.port = UInt16(clamping: port)
  }

  /// - Parameters:
  ///   - target: The text between the method and the version.
  ///   - headers: Host defaults to this server's.
  package func send(
    _ method: String, _ target: String, headers: [String: String] = [:], body: String = ""
  ) async throws -> Answer {
    var lines = ["\(method) \(target) HTTP/1.1", "Connection: close"]
    if headers["Host"] == nil { lines.append("Host: 127.0.0.1:\(port)") }
    lines += headers.map { "\($0.key): \($0.value)" }
    if !body.isEmpty, headers["Content-Length"] == nil { lines.append("Content-Length: \(body.utf8.count)") }
    return try Self.answer(from: await raw(lines.joined(separator: "\r\n") + "\r\n\r\n" + body))
  }

  /// Returns everything that arrives until the server closes the connection.
  package func raw(_ text: String) async throws -> String {
    let port = port
    // Waiting on a thread of the pool could block the server.
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try Self.exchange(text, port: port) })
      }
    }
  }

  /// Returns whether a server accepts connections there.
  package static func listens(at address: String, port: Int) -> Bool {
    guard let socket = try? connected(to: address, port: UInt16(clamping: port)) else { return false }
    close(socket)
    return true
  }

  static func connected(to host: String, port: UInt16) throws -> Int32 {
    _ = RawConnection.hasRoom
    #if canImport(Darwin)
      let socket = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    // The server shares its threads with concurrent tests, which may use all of their time.
    var timeout = timeval(tv_sec: 1800, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr(host)
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else {
      let reason = POSIXErrorCode(rawValue: errno) ?? .EIO
      close(socket)
      throw POSIXError(reason)
    }
    return socket
  }

  private static func exchange(_ text: String, port: UInt16) throws -> String {
    let socket = try connected(to: "127.0.0.1", port: port)
    defer { close(socket) }
    // Writing to a closed connection must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
      // A server that refuses a request may close the connection before it has received everything.
      guard sent > 0 else { break }
      rest = rest.dropFirst(sent)
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
      answer += buffer[..<count]
    }
  }

  private static func answer(from text: String) throws -> Answer {
    guard let end = text.range(of: "\r\n\r\n") else { throw POSIXError(.ECONNRESET) }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count > 1, let status = Int(words[1]) else { throw POSIXError(.EBADMSG) }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2 { headers[parts[0].lowercased()] = parts[1] }
    }
    return Answer(status: status, headers: headers, body: String(text[end.upperBound...]))
  }
}
