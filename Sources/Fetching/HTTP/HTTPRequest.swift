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
    guard bytes.contains(where: { "\\%&".utf8.contains($0) }) else { return false }
    return Self.isIn(Self.unescaped(bytes), wanted)
  }

  private static func isIn(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first, bytes.count >= wanted.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      (0...bytes.count - wanted.count).contains { start in
        bytes[start] == first && (1..<wanted.count).allSatisfy { bytes[start + $0] == wanted[$0] }
      }
    }
  }

  /// With every escape of a character of ASCII undone, once.
  private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    func number(_ start: Int, _ count: Int, radix: Int) -> UInt8? {
      guard rest.count >= start + count else { return nil }
      let digits = rest.dropFirst(start).prefix(count)
      return UInt8(String(decoding: digits, as: UTF8.self), radix: radix)
    }
    while let byte = rest.first {
      let escape: (byte: UInt8, count: Int)?
      switch byte {
      case UInt8(ascii: "%"): escape = number(1, 2, radix: 16).map { ($0, 3) }
      case UInt8(ascii: "\\"):
        let isLong = rest.dropFirst().first == UInt8(ascii: "u")
        escape = isLong ? number(2, 4, radix: 16).map { ($0, 6) } : rest.dropFirst().first.map { ($0, 2) }
      case UInt8(ascii: "&") where rest.dropFirst().first == UInt8(ascii: "#"):
        let isHex = [UInt8(ascii: "x"), UInt8(ascii: "X")].contains(rest.dropFirst(2).first)
        let start = isHex ? 3 : 2
        let count = rest.dropFirst(start).prefix(8).prefix { $0 != UInt8(ascii: ";") }.count
        escape = number(start, count, radix: isHex ? 16 : 10).map { ($0, start + count + 1) }
      default: escape = nil
      }
      result.append(escape?.byte ?? byte)
      rest = rest.dropFirst(escape?.count ?? 1)
    }
    return result
  }
}
