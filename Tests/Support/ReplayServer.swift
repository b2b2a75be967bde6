import Foundation
import Synchronization

/// A server on this machine with prepared responses and faults. It uses one thread per connection.
package final class ReplayServer: Sendable {
  package enum Fault: Sendable {
    /// The connection ends after this many bytes of the body.
    case cut(after: Int)
    /// The announced length exceeds the body by this many bytes.
    case short(by: Int)
    /// The body never arrives.
    case silent
  }

  package struct Answer: Sendable {
    package var status = 200
    package var headers: [String: String] = [:]
    package var body: [UInt8] = []
    package var fault: Fault?
    /// The delay before the response, in seconds.
    package var delay = 0.0

    package init(_ status: Int = 200, _ body: String = "", headers: [String: String] = [:], fault: Fault? = nil) {
      (self.status, self.headers, self.body, self.fault) = (status, headers, Array(body.utf8), fault)
    }
  }

  package struct Request: Sendable {
    package var method: String
    package var target: String
    /// Headers by lower-case name.
    package var headers: [String: String]
    package var body: String
    /// Seconds since an arbitrary moment.
    package var time = ProcessInfo.processInfo.systemUptime
  }

  private struct State {
    var answers: [String: [Answer]] = [:]
    var requests: [Request] = []
    var open = 0
    var mostOpen = 0
  }

  package let port: UInt16
  private let listener: Int32
  private let state = Mutex(State())

  package init() throws {
    #if os(Linux)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    listener = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let fd = listener
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(fd, address, size) == 0 && listen(fd, 64) == 0 && getsockname(fd, address, &size) == 0
      }
    }
    guard listener >= 0, bound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self, listener] in
      // The accepting thread closes the listener: after that, another thread's socket may get the same descriptor.
      defer { close(listener) }
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        guard let self else {
          close(connection)
          return
        }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  package var base: String { "http://127.0.0.1:\(port)" }
  package var requests: [Request] { state.withLock { $0.requests } }
  /// The largest number of requests that waited for their responses at the same time.
  package var mostOpen: Int { state.withLock { $0.mostOpen } }

  /// Sets the responses for a target, given in turn. The last one repeats.
  package func on(_ target: String, _ answers: Answer...) { state.withLock { $0.answers[target] = answers } }

  // MARK: A connection

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    var buffer: [UInt8] = []
    while let request = read(connection, &buffer) {
      let answer = state.withLock { state in
        state.requests.append(request)
        state.open += 1
        state.mostOpen = max(state.mostOpen, state.open)
        let answers = state.answers[request.target] ?? [Answer(404, #"{"error":"not in this scenario"}"#)]
        if answers.count > 1 { state.answers[request.target] = Array(answers.dropFirst()) }
        return answers[0]
      }
      if answer.delay > 0 { Thread.sleep(forTimeInterval: answer.delay) }
      let isWritten = write(answer, to: connection)
      state.withLock { $0.open -= 1 }
      guard isWritten else { return }
    }
  }

  private func read(_ connection: Int32, _ buffer: inout [UInt8]) -> Request? {
    func more() -> Bool {
      var piece = [UInt8](repeating: 0, count: 65_536)
      let count = recv(connection, &piece, piece.count, 0)
      guard count > 0 else { return false }
      buffer += piece[..<count]
      return true
    }
    let mark = Array("\r\n\r\n".utf8)
    var end: Int?
    while end == nil {
      end = buffer.indices.dropLast(3).first { buffer[$0..<$0 + 4].elementsEqual(mark) }
      if end == nil, !more() { return nil }
    }
    let lines = String(decoding: buffer[..<(end ?? 0)], as: UTF8.self).components(separatedBy: "\r\n")
    buffer.removeFirst((end ?? 0) + 4)
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
    }
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    while buffer.count < length { if !more() { return nil } }
    let body = String(decoding: buffer.prefix(length), as: UTF8.self)
    buffer.removeFirst(length)
    let words = lines[0].split(separator: " ").map(String.init)
    return words.count == 3 ? Request(method: words[0], target: words[1], headers: headers, body: body) : nil
  }

  /// - Returns: Whether the connection stays open.
  private func write(_ answer: Answer, to connection: Int32) -> Bool {
    var (length, sent) = (answer.body.count, answer.body)
    if case .short(let count) = answer.fault { length += count }
    if case .cut(let count) = answer.fault { sent = Array(sent.prefix(count)) }
    var head = "HTTP/1.1 \(answer.status) -\r\nContent-Length: \(length)\r\n"
    for (name, value) in answer.headers { head += "\(name): \(value)\r\n" }
    if case .silent = answer.fault { sent = [] }
    let bytes = Array((head + "\r\n").utf8) + sent
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(connection, $0.baseAddress?.advanced(by: start), bytes.count - start, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      start += count
    }
    if case .silent = answer.fault { sleep(3) }
    return answer.fault == nil
  }
}
