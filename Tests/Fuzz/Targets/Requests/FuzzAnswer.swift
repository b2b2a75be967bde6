import Foundation

/// All responses on a connection.
struct FuzzAnswer {
  struct Reply {
    var status: Int
    /// Headers by lower-case name.
    var headers: [String: String]
    var body: Data
  }

  private(set) var bytes: [UInt8] = []
  private(set) var replies: [Reply] = []
  /// The number of decisions applied meanwhile.
  var applied = 0

  /// The time in seconds for the server to respond or close the connection. Concurrent tests may occupy its threads.
  /// The fuzzer has its own limit.
  private static let patience: Int32 = 300

  /// - Throws: `Violation` if nothing arrives in time, or the bytes are not an HTTP/1.1 response.
  init(of pieces: [[UInt8]], port: Int) throws {
    let socket = try Self.connected(port)
    defer { close(socket) }
    let isWhole = try exchange(pieces, socket)
    try read(isWhole: isWhole)
  }

  // MARK: Connection

  private static func connected(_ port: Int) throws -> Int32 {
    #if canImport(Darwin)
      let socket = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      close(socket)
      throw Violation("no connection: \(errno)")
    }
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    return socket
  }

  /// Sends everything and receives at the same time, so that neither side waits for the other.
  ///
  /// - Returns: False if the server closes the connection before it has received everything. Responses may be lost
  ///   then.
  private mutating func exchange(_ pieces: [[UInt8]], _ socket: Int32) throws -> Bool {
    var waiting = pieces.map { $0[...] }[...]
    var isWhole = true
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    func endInput() { shutdown(socket, Int32(SHUT_WR)) }
    if waiting.isEmpty { endInput() }
    while true {
      var state = pollfd(fd: socket, events: Int16(POLLIN) | (waiting.isEmpty ? 0 : Int16(POLLOUT)), revents: 0)
      let ready = poll(&state, 1, Self.patience * 1000)
      if ready < 0, errno == EINTR { continue }
      try Violation.unless(ready > 0, "a connection that is neither answered nor closed")
      if Int32(state.revents) & (POLLIN | POLLHUP | POLLERR) != 0 {
        let count = recv(socket, &buffer, buffer.count, 0)
        if count > 0 {
          bytes += buffer[..<count]
        } else if count == 0 {
          return isWhole && waiting.isEmpty
        } else if errno != EAGAIN {
          return false
        }
      }
      if Int32(state.revents) & POLLOUT != 0, let piece = waiting.first {
        let sent = piece.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
        if sent >= 0 {
          waiting[waiting.startIndex] = piece.dropFirst(sent)
          if waiting[waiting.startIndex].isEmpty {
            waiting = waiting.dropFirst()
            if waiting.isEmpty { endInput() } else { usleep(300) }
          }
        } else if errno != EAGAIN {
          isWhole = false
          waiting = []
        }
      }
    }
  }

  // MARK: Responses

  private mutating func read(isWhole: Bool) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let reply = try Self.reply(&rest, isWhole: isWhole) else { return }
      replies.append(reply)
    }
  }

  private static let start = Array("HTTP/1.1 ".utf8)

  /// - Returns: nil if the response was cut off.
  private static func reply(_ rest: inout ArraySlice<UInt8>, isWhole: Bool) throws -> Reply? {
    guard let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) else {
      try Violation.unless(!isWhole, "an answer without an end")
      return nil
    }
    let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ", maxSplits: 2)
    guard rest.starts(with: start), words.count > 1, let status = Int(words[1]) else {
      throw Violation("this is no answer: \(lines[0].debugDescription)")
    }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let sides = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard sides.count == 2 else { throw Violation("this is no header: \(line.debugDescription)") }
      headers[sides[0].lowercased()] = sides[1]
    }
    rest = rest[end.upperBound...]
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    let body = rest.prefix(length)
    let after = rest.dropFirst(length)
    // HEAD responses and some statuses have no body.
    let hasBody = length > 0 && body.count == length && (after.isEmpty || after.starts(with: start))
    if hasBody {
      rest = after
    } else if !rest.isEmpty, !rest.starts(with: start) {
      try Violation.unless(!isWhole, "an answer of \(rest.count) bytes that says \(length)")
      rest = []
    }
    return Reply(status: status, headers: headers, body: hasBody ? Data(body) : Data())
  }
}
