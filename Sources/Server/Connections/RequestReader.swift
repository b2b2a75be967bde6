import Basics

/// Parses HTTP/1.1 requests incrementally (RFC 9112). Rejects everything that two parsers could read differently: lines
/// without a carriage return, folded headers, two lengths, and a length combined with chunks.
package struct RequestReader {
  package enum Part: Equatable {
    case head(RequestHead)
    case body(ArraySlice<UInt8>)
    case end
  }

  package enum Fault: Error {
    case malformed
    case version
    case longLine
    case largeHeaders
  }

  private enum State {
    case line
    case fields
    /// The number of body bytes left.
    case counted(Int)
    case chunkSize
    case chunk(Int)
    case chunkEnd
    case trailers
  }

  private let limits: ServerLimits
  private var state = State.line
  private var bytes: [UInt8] = []
  /// The end of the consumed bytes.
  private var position = 0
  /// The end of the bytes that contain no line end.
  private var searched = 0
  private var head = RequestHead(method: "", target: "", isCurrent: true)
  /// The bytes of the headers or trailers so far.
  private var size = 0
  private var count = 0

  package init(_ limits: ServerLimits) {
    self.limits = limits
  }

  /// Whether unconsumed bytes are left.
  var hasRest: Bool { position < bytes.count }

  package mutating func add(_ new: some Sequence<UInt8>) {
    bytes.removeFirst(position)
    searched -= position
    position = 0
    bytes += new
  }

  /// - Returns: The next part; nil if it needs more bytes.
  /// - Throws: `Fault`. The reader can't continue after it.
  package mutating func next() throws(Fault) -> Part? {
    while true {
      switch state {
      case .line:
        guard let line = try line(over: .longLine) else { return nil }
        // Skip empty lines (RFC 9112, 2.2).
        if line.isEmpty { continue }
        head = try Self.head(line)
        state = .fields
      case .fields:
        guard let line = try line(over: .largeHeaders) else { return nil }
        if line.isEmpty {
          state = try framing()
          return .head(head)
        }
        count += 1
        guard count <= limits.headers else { throw .largeHeaders }
        let field = try Self.field(line)
        head.headers.add(field.name, field.value)
      case .counted(let left):
        if left == 0 { return end() }
        guard let piece = piece(atMost: left) else { return nil }
        state = .counted(left - piece.count)
        return .body(piece)
      case .chunkSize:
        guard let line = try line(over: .malformed) else { return nil }
        let chunk = try Self.chunkSize(line)
        state = chunk == 0 ? .trailers : .chunk(chunk)
        size = 0
      case .chunk(let left):
        guard let piece = piece(atMost: left) else { return nil }
        state = left == piece.count ? .chunkEnd : .chunk(left - piece.count)
        return .body(piece)
      case .chunkEnd:
        guard let line = try line(over: .malformed) else { return nil }
        guard line.isEmpty else { throw .malformed }
        state = .chunkSize
      case .trailers:
        guard let line = try line(over: .largeHeaders) else { return nil }
        if line.isEmpty { return end() }
      }
    }
  }

  private mutating func end() -> Part {
    (state, size, count) = (.line, 0, 0)
    return .end
  }

  private mutating func piece(atMost limit: Int) -> ArraySlice<UInt8>? {
    guard hasRest else { return nil }
    let end = position + min(bytes.count - position, limit)
    defer { (position, searched) = (end, end) }
    return bytes[position..<end]
  }

  // MARK: Lines

  /// Returns the next line without its line end; nil if it is incomplete.
  ///
  /// - Parameter fault: The error if a line is too long, or all lines together are.
  private mutating func line(over fault: Fault) throws(Fault) -> ArraySlice<UInt8>? {
    while searched < bytes.count, bytes[searched] != UInt8(ascii: "\n") {
      guard Self.isText(bytes[searched]) || bytes[searched] == UInt8(ascii: "\r") else { throw .malformed }
      searched += 1
    }
    guard searched - position <= limits.fieldBytes else { throw fault }
    guard searched < bytes.count else { return nil }
    let line = bytes[position..<searched]
    (position, searched) = (searched + 1, searched + 1)
    size += line.count
    guard size <= limits.headerBytes else { throw fault }
    guard line.last == UInt8(ascii: "\r"), !line.dropLast().contains(UInt8(ascii: "\r")) else { throw .malformed }
    return line.dropLast()
  }

  private static func head(_ line: ArraySlice<UInt8>) throws(Fault) -> RequestHead {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(isToken) else { throw .malformed }
    guard !words[1].isEmpty, words[1].allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .malformed }
    let version = Array(words[2])
    guard version.starts(with: "HTTP/".utf8), version.count == 8, version[6] == UInt8(ascii: "."),
      isDigit(version[5]), isDigit(version[7])
    else { throw .malformed }
    guard version[5] == UInt8(ascii: "1"), version[7] <= UInt8(ascii: "1") else { throw .version }
    return RequestHead(
      method: String(decoding: words[0], as: UTF8.self), target: String(decoding: words[1], as: UTF8.self),
      isCurrent: version[7] == UInt8(ascii: "1"))
  }

  private static func field(_ line: ArraySlice<UInt8>) throws(Fault) -> HeaderFields.Field {
    // A name that contains spaces, and a folded line, fail here.
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(isToken)
    else { throw .malformed }
    var value = line[(colon + 1)...]
    while let first = value.first, isSpace(first) { value.removeFirst() }
    while let last = value.last, isSpace(last) { value.removeLast() }
    return HeaderFields.Field(
      name: String(decoding: line[..<colon], as: UTF8.self), value: String(decoding: value, as: UTF8.self))
  }

  /// Determines how the body is delimited (RFC 9112, 6.3).
  private func framing() throws(Fault) -> State {
    let (codings, lengths) = (head.headers.values("transfer-encoding"), head.headers.values("content-length"))
    switch (codings.first, lengths.first) {
    case (nil, nil): return .counted(0)
    case (nil, let length?) where lengths.count == 1:
      guard let count = BoundedNumber(length) else { throw .malformed }
      return .counted(count.value)
    case (let coding?, nil) where codings.count == 1 && head.isCurrent && coding.lowercased() == "chunked":
      return .chunkSize
    default: throw .malformed
    }
  }

  /// Parses the hexadecimal size. Ignores chunk extensions after a semicolon.
  private static func chunkSize(_ line: ArraySlice<UInt8>) throws(Fault) -> Int {
    var digits = line.prefix { $0 != UInt8(ascii: ";") }
    while let last = digits.last, isSpace(last) { digits.removeLast() }
    let text = String(decoding: digits, as: UTF8.self)
    guard let size = BoundedNumber(text, radix: 16) else { throw .malformed }
    return size.value
  }

  // MARK: Characters

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

  private static let tokenMarks = Set("!#$%&'*+-.^_`|~".utf8)

  /// Returns whether a byte may occur in a method or a header name (RFC 9110, 5.6.2).
  private static func isToken(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || tokenMarks.contains(byte)
  }
}

extension ServingRefusal {
  /// Describes why the bytes are not a valid request.
  init(_ fault: RequestReader.Fault, _ limits: ServerLimits) {
    switch fault {
    case .malformed: self.init(.malformed, .badRequest)
    case .version: self.init(.malformed, .httpVersionNotSupported)
    case .longLine: self.init(.longLine(limit: limits.fieldBytes), .uriTooLong)
    case .largeHeaders:
      self.init(.largeHeaders(limit: limits.headers, bytes: limits.headerBytes), .requestHeaderFieldsTooLarge)
    }
  }
}
