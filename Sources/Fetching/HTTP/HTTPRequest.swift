import Foundation

/// What a host is asked.
struct HTTPRequest: Sendable {
  var method = "GET"
  var address: HTTPAddress
  /// In the order in which they are sent; a secret is none of them before the moment of sending.
  var headers: [HTTPHeader] = []
  /// Nil for none.
  var body: [UInt8]?
  /// Goes along to its own host alone.
  var secret: Secret?
  var limits = TransferLimits()
  /// Compressed bodies are unpacked. Not for what is resumed: its bytes are counted.
  var acceptsCompressed = true
  /// The farthest from the open web that may be connected to, whatever name leads there.
  var realm = NetworkRealm.special
  /// Takes a connection of its own: what is left of a bad answer is not mixed with this one.
  var isFresh = false

  init(_ address: HTTPAddress) {
    self.address = address
  }

  func header(_ name: String) -> String? { headers.value(of: name) }

  /// Asks for a body only where that is another one than is known.
  var isConditional: Bool { header("If-None-Match") != nil || header("If-Modified-Since") != nil }

  mutating func set(_ name: String, _ value: String?) {
    headers.removeAll { $0.name.lowercased() == name.lowercased() }
    if let value { headers.append(HTTPHeader(name, value)) }
  }
}

/// How long a transfer may take, and how much it may bring.
package struct TransferLimits: Hashable, Sendable {
  /// Seconds until there is a connection, and until a stalled transfer is given up.
  package var patience = 30
  /// Bytes a second, under which a transfer stalls.
  var lowSpeed = 100
  /// Seconds, all in all.
  package var total = 300
  /// Bytes of the body as it is unpacked.
  var size = 64 << 20
}

struct HTTPHeader: Hashable, Sendable {
  var name: String
  var value: String

  init(_ name: String, _ value: String) {
    (self.name, self.value) = (name, value)
  }
}

extension [HTTPHeader] {
  /// The first of that name, which is told by small letters as by capitals.
  func value(of name: String) -> String? {
    let name = name.lowercased()
    return first { $0.name.lowercased() == name }?.value
  }

  func values(of name: String) -> [String] {
    let name = name.lowercased()
    return filter { $0.name.lowercased() == name }.map(\.value)
  }
}

/// A token or a password, and the host that it is for. It shows nothing of itself, however it is printed.
struct Secret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// What is sent, in the one place where it is sent.
  let value: String
  /// `https://host`, as `HTTPAddress.origin` has it.
  let origin: String
  /// The header that carries it by itself, where the service has one; nil for `Authorization`.
  private let headerName: String?

  init(_ value: String, for origin: String, header: String? = nil) {
    (self.value, self.origin, headerName) = (value, origin, header)
  }

  var description: String { "a secret for \(origin)" }
  var customMirror: Mirror { Mirror(self, children: []) }

  var header: HTTPHeader {
    headerName.map { HTTPHeader($0, value) } ?? HTTPHeader("Authorization", "Bearer \(value)")
  }

  /// Shorter ones are no service's own, and stand in any text by chance.
  private static let tellingLength = 8

  /// Whether bytes that are about to be written hold it, as it is or in a way of writing that readers undo: JSON's `\u0041`,
  /// an address's `%41`, HTML's `&#65;`.
  func isIn(_ bytes: [UInt8]) -> Bool {
    let wanted = Array(value.utf8)
    guard wanted.count >= Self.tellingLength else { return false }
    if Self.isIn(bytes, wanted) { return true }
    guard Self.mayHoldEscapes(bytes) else { return false }
    return Self.isIn(Self.unescaped(bytes), wanted)
  }

  private static func mayHoldEscapes(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      return "\\%&".utf8.contains { memchr(start, Int32($0), bytes.count) != nil }
    }
  }

  /// Horspool's search: most steps skip as many bytes as the secret has.
  private static func isIn(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
    guard let lastByte = wanted.last, bytes.count >= wanted.count else { return false }
    let last = wanted.count - 1
    var steps = [Int](repeating: wanted.count, count: 256)
    for (place, byte) in wanted.dropLast().enumerated() { steps[Int(byte)] = last - place }
    return bytes.withUnsafeBufferPointer { bytes in
      wanted.withUnsafeBufferPointer { wanted in
        steps.withUnsafeBufferPointer { steps in
          guard let start = bytes.baseAddress, let first = wanted.baseAddress else { return false }
          var end = last
          while end < bytes.count {
            let byte = bytes[end]
            if byte == lastByte, memcmp(start + (end - last), first, last) == 0 { return true }
            end += steps[Int(byte)]
          }
          return false
        }
      }
    }
  }

  /// The bytes with every escape of an ASCII character undone, once.
  private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes.count) { result, count in
      bytes.withUnsafeBufferPointer { bytes in
        var place = 0
        while place < bytes.count {
          let byte = bytes[place]
          let escape = "\\%&".utf8.contains(byte) ? escape(at: place, in: bytes) : nil
          result[count] = escape?.byte ?? byte
          count += 1
          place += escape?.count ?? 1
        }
      }
    }
  }

  /// - Returns: The character that an escape stands for, and the escape's length; nil where none starts.
  private static func escape(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (byte: UInt8, count: Int)? {
    func byte(_ offset: Int) -> UInt8? { place + offset < bytes.count ? bytes[place + offset] : nil }
    /// A number of at most `limit` digits; nil for none and for more than a byte.
    func number(_ start: Int, _ limit: Int, radix: Int) -> (value: UInt8, digits: Int)? {
      var (value, digits) = (0, 0)
      while digits < limit, let digit = byte(start + digits).flatMap(Self.digit), digit < radix, value < 256 {
        (value, digits) = (value * radix + digit, digits + 1)
      }
      return digits > 0 ? UInt8(exactly: value).map { ($0, digits) } : nil
    }
    switch bytes[place] {
    case UInt8(ascii: "%"):
      return number(1, 2, radix: 16).flatMap { $0.digits == 2 ? ($0.value, 3) : nil }
    case UInt8(ascii: "\\") where byte(1) == UInt8(ascii: "u"):
      return number(2, 4, radix: 16).flatMap { $0.digits == 4 ? ($0.value, 6) : nil }
    case UInt8(ascii: "\\"): return byte(1).map { ($0, 2) }
    case UInt8(ascii: "&") where byte(1) == UInt8(ascii: "#"):
      let isHex = byte(2) == UInt8(ascii: "x") || byte(2) == UInt8(ascii: "X")
      let start = isHex ? 3 : 2
      return number(start, 8, radix: isHex ? 16 : 10).map { number in
        let end = start + number.digits
        return (number.value, byte(end) == UInt8(ascii: ";") ? end + 1 : end)
      }
    default: return nil
    }
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 48
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte) - 87
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte) - 55
    default: nil
    }
  }
}
