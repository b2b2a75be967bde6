import Foundation
import Support

/// Any bytes sent to `feedproof serve` on one connection. `{port}` stands for the server's port, `{token}` for its
/// token, and `{cut}` for a pause between two pieces.
enum RequestTarget {
  /// Allows one connection at a time, because the controller counts.
  private static let turn = NSLock()

  static func run(_ input: [UInt8]) throws {
    turn.lock()
    defer { turn.unlock() }
    try check(input)
  }

  /// Returns the responses to an input.
  static func ask(_ input: [UInt8]) throws -> FuzzAnswer {
    turn.lock()
    defer { turn.unlock() }
    let server = FuzzServer.shared
    return try server.ask(Connection(input, port: server.port, token: server.token))
  }

  private static func check(_ input: [UInt8]) throws {
    let server = FuzzServer.shared
    let sent = Connection(input, port: server.port, token: server.token)
    let answer = try server.ask(sent)
    try check(answer, to: sent, of: server)

    let wrongToken = String(repeating: "0", count: server.token.utf8.count)
    if answer.applied > 0, !sent.writes(server.token, into: input) {
      let other = try server.ask(Connection(input, port: server.port, token: wrongToken))
      try Violation.unless(other.applied == 0, "decisions are applied without the token")
    }
    // Repeat the request under another host name, as with DNS rebinding.
    let port = String(server.port)
    if answer.replies.contains(where: { $0.status < 400 && $0.status != 100 }), !sent.writes(port, into: input) {
      let other = try server.ask(Connection(input, port: server.port == 1 ? 2 : 1, token: server.token))
      try Violation.unless(other.applied == 0, "decisions are applied for another host")
      let statuses = other.replies.map(\.status).filter { $0 < 400 && $0 != 100 }
      try Violation.unless(statuses.isEmpty, "another host is answered with \(statuses)")
    }
  }

  private static func check(_ answer: FuzzAnswer, to sent: Connection, of server: FuzzServer) throws {
    try Violation.unless(!answer.bytes.contains(FuzzServer.secret), "an answer has the secret in it")
    let lines = sent.bytes.count { $0 == UInt8(ascii: "\n") }
    let limit = (lines + 1) * (FuzzServer.largest + 4096)
    try Violation.unless(answer.bytes.count <= limit, "\(answer.bytes.count) bytes for \(lines) lines")
    for reply in answer.replies {
      try Violation.unless((100...599).contains(reply.status), "the status \(reply.status)")
      let strange = reply.headers.keys.filter { !knownHeaders.contains($0) }
      try Violation.unless(strange.isEmpty, "headers that nobody sends: \(strange)")
      let target = reply.headers["location"] ?? "/"
      let isOwn = target.hasPrefix("/") && !target.hasPrefix("//") && !target.hasPrefix("/\\")
      try Violation.unless(isOwn, "a redirect to \(target)")
    }
    guard sent.comesFromElsewhere else { return }
    try Violation.unless(answer.applied == 0, "decisions of another page are applied")
    try Violation.unless(!answer.bytes.contains(Array(server.token.utf8)), "another page is given the token")
  }

  private static let knownHeaders: Set<String> = [
    "accept-ranges", "allow", "cache-control", "connection", "content-length", "content-range",
    "content-security-policy", "content-type", "cross-origin-opener-policy", "cross-origin-resource-policy", "etag",
    "location", "referrer-policy", "transfer-encoding", "x-content-type-options", "x-frame-options",
  ]
}

/// The bytes to send, with the placeholders replaced.
struct Connection {
  let pieces: [[UInt8]]

  init(_ input: [UInt8], port: Int, token: String) {
    let text = Self.replaced("{token}", by: token, in: Self.replaced("{port}", by: String(port), in: input))
    let pieces = text.split(separator: "{cut}".utf8).map(Array.init)
    self.pieces = pieces.prefix(4) + (pieces.count > 4 ? [Array(pieces.dropFirst(4).joined())] : [])
    self.port = port
  }

  private let port: Int

  var bytes: [UInt8] { Array(pieces.joined()) }

  private static func replaced(_ mark: String, by text: String, in bytes: [UInt8]) -> [UInt8] {
    Array(bytes.split(separator: mark.utf8, omittingEmptySubsequences: false).joined(separator: text.utf8))
  }

  /// Returns whether the input contains the text itself, by chance.
  func writes(_ words: String, into input: [UInt8]) -> Bool { input.contains(Array(words.utf8)) }

  /// Whether the input is a single request from a page of another site.
  var comesFromElsewhere: Bool {
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    guard text.components(separatedBy: "http/1.").count == 2 else { return false }
    let head = text.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n").dropFirst()
    let own = ["http://127.0.0.1:\(port)", "http://localhost:\(port)"]
    return head.contains { line in
      guard !line.contains("\n"), let colon = line.firstIndex(of: ":") else { return false }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      switch line[..<colon] {
      case "origin": return !own.contains(value)
      case "sec-fetch-site": return value != "same-origin" && value != "none"
      default: return false
      }
    }
  }
}
