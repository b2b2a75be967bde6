import Foundation

/// A request to a host.
package struct HTTPRequest: Sendable {
  package var method = "GET"
  package var address: HTTPAddress
  /// The headers in sending order; a secret is only added when sending.
  package var headers: [HTTPHeader] = []
  /// Nil for no body.
  package var body: [UInt8]?
  /// A secret that is only sent to its own host.
  var secret: Secret?
  package var limits = TransferLimits()
  /// Whether compressed bodies are accepted. False for resumable requests, whose bytes are counted.
  var acceptsCompressed = true
  /// The least public kind of network that may be connected to, whatever the name resolves to.
  package var scope = NetworkScope.special
  /// Whether to use a new connection, so that the rest of a bad response can't mix with this one.
  var isFresh = false

  package init(_ address: HTTPAddress) {
    self.address = address
  }

  package func header(_ name: String) -> String? { headers.value(of: name) }

  /// Whether a body is only requested if it changed.
  var isConditional: Bool { header("If-None-Match") != nil || header("If-Modified-Since") != nil }

  mutating func set(_ name: String, _ value: String?) {
    headers.removeAll { $0.name.lowercased() == name.lowercased() }
    if let value { headers.append(HTTPHeader(name, value)) }
  }
}

/// The limits on a transfer's time and size.
package struct TransferLimits: Hashable, Sendable {
  /// Seconds to wait for a connection, and for a stalled transfer.
  package var patience = 30
  /// The speed in bytes a second below which a transfer counts as stalled.
  var lowSpeed = 100
  /// The total time in seconds.
  package var total = 300
  /// The maximum size of the decompressed body in bytes.
  var size = 64 << 20
}

package struct HTTPHeader: Hashable, Sendable {
  var name: String
  var value: String

  package init(_ name: String, _ value: String) {
    (self.name, self.value) = (name, value)
  }
}

extension [HTTPHeader] {
  /// Returns the first value of a header; names are case-insensitive.
  func value(of name: String) -> String? {
    let name = name.lowercased()
    return first { $0.name.lowercased() == name }?.value
  }

  func values(of name: String) -> [String] {
    let name = name.lowercased()
    return filter { $0.name.lowercased() == name }.map(\.value)
  }
}

/// A token or password, and its host. It never appears in printed output.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The secret value, only to be used when sending.
  let value: String
  /// `https://host`, as in `HTTPAddress.origin`.
  let origin: String
  /// The service-specific header for the secret; nil for `Authorization`.
  private let headerName: String?

  package init(_ value: String, for origin: String, header: String? = nil) {
    (self.value, self.origin, headerName) = (value, origin, header)
  }

  package var description: String { "a secret for \(origin)" }
  package var customMirror: Mirror { Mirror(self, children: []) }

  var header: HTTPHeader {
    headerName.map { HTTPHeader($0, value) } ?? HTTPHeader("Authorization", "Bearer \(value)")
  }

  /// Shorter ones can't be real secrets, and occur in any text by chance.
  private static let tellingLength = 8

  /// Whether bytes to be written contain it, either plain or in an encoding that readers undo: JSON's `\u0041`, a URL's
  /// `%41`, HTML's `&#65;`.
  package func isIn(_ bytes: [UInt8]) -> Bool {
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

  /// - Returns: The byte that an escape encodes, and the escape's length. Nil if no escape starts at the place.
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
