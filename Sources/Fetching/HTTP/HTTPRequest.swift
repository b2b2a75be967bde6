/// What a host is asked.
package struct HTTPRequest: Sendable {
  package var method = "GET"
  package var address: HTTPAddress
  /// In the order in which they are sent; a secret is none of them before the moment of sending.
  package var headers: [HTTPHeader] = []
  /// Nil for none.
  package var body: [UInt8]?
  /// Goes along to its own host alone.
  package var secret: Secret?
  package var limits = TransferLimits()
  /// Compressed bodies are unpacked. Not for what is resumed: its bytes are counted.
  package var acceptsCompressed = true
  /// Addresses of private networks are refused, whatever name leads there.
  package var isPublicOnly = false

  /// Takes a connection of its own: what is left of a bad answer is not mixed with this one.
  package var isFresh = false

  package init(_ address: HTTPAddress) {
    self.address = address
  }

  package func header(_ name: String) -> String? { headers.value(of: name) }

  package mutating func set(_ name: String, _ value: String?) {
    headers.removeAll { $0.name.lowercased() == name.lowercased() }
    if let value { headers.append(HTTPHeader(name, value)) }
  }
}

/// How long a transfer may take, and how much it may bring.
package struct TransferLimits: Hashable, Sendable {
  /// Seconds until there is a connection, and until a stalled transfer is given up.
  package var patience = 30
  /// Bytes a second, under which a transfer stalls.
  package var lowSpeed = 100
  /// Seconds, all in all.
  package var total = 300
  /// Bytes of the body as it is unpacked.
  package var size = 64 << 20

  package init() {}
}

package struct HTTPHeader: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    (self.name, self.value) = (name, value)
  }
}

extension [HTTPHeader] {
  /// The first of that name, which is told by small letters as by capitals.
  package func value(of name: String) -> String? {
    let name = name.lowercased()
    return first { $0.name.lowercased() == name }?.value
  }

  package func values(of name: String) -> [String] {
    let name = name.lowercased()
    return filter { $0.name.lowercased() == name }.map(\.value)
  }
}

/// A token or a password, and the host that it is for. It shows nothing of itself, however it is printed.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// What is sent, in the one place where it is sent.
  package let value: String
  /// `https://host`, as `HTTPAddress.origin` has it.
  package let origin: String
  /// The header that carries it by itself, where the service has one; nil for `Authorization`.
  private let headerName: String?

  package init(_ value: String, for origin: String, header: String? = nil) {
    (self.value, self.origin, headerName) = (value, origin, header)
  }

  package var description: String { "a secret for \(origin)" }
  package var customMirror: Mirror { Mirror(self, children: []) }

  package var header: HTTPHeader {
    headerName.map { HTTPHeader($0, value) } ?? HTTPHeader("Authorization", "Bearer \(value)")
  }

  /// Shorter ones are no service's own, and stand in any text by chance.
  private static let tellingLength = 8

  /// Whether bytes that are about to be written hold it.
  package func isIn(_ bytes: [UInt8]) -> Bool {
    let wanted = Array(value.utf8)
    guard wanted.count >= Self.tellingLength else { return false }
    guard let first = wanted.first, bytes.count >= wanted.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start <= bytes.count - wanted.count {
        if bytes[start] == first, (1..<wanted.count).allSatisfy({ bytes[start + $0] == wanted[$0] }) { return true }
        start += 1
      }
      return false
    }
  }
}
