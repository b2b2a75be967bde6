import Foundation

/// Returns whether two image files have the same bytes.
package func haveSameBytes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  guard one.count == other.count else { return false }
  return one.withUnsafeBytes { one in
    other.withUnsafeBytes { other in
      guard let first = one.baseAddress, let second = other.baseAddress else { return true }
      return memcmp(first, second, one.count) == 0
    }
  }
}
