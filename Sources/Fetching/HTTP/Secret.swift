/// A token or a password, and the host that it is for. It shows nothing of itself, however it is printed.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// What is sent, in the one place where it is sent.
  package let value: String
  /// `https://host`, as `HTTPAddress.origin` has it.
  package let origin: String

  package init(_ value: String, for origin: String) {
    (self.value, self.origin) = (value, origin)
  }

  package var description: String { "a secret for \(origin)" }
  package var customMirror: Mirror { Mirror(self, children: []) }

  package var header: HTTPHeader { HTTPHeader("Authorization", "Bearer \(value)") }

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
