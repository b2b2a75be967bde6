import Foundation

/// The path of a request as a list of names, each decoded once. Ambiguous paths are rejected.
package struct RequestPath: Equatable {
  package var names: [String]
  /// True for `/review/`, false for `/review`.
  package var endsWithSlash: Bool

  /// - Parameter encoded: The path as sent, without the query.
  /// - Returns: nil if the path contains `.` or `..`, empty names, control characters, percent-encoded slashes,
  ///   backslashes, invalid escapes, or escapes that are not UTF-8.
  package init?(_ encoded: String) {
    guard encoded.utf8.first == UInt8(ascii: "/") else { return nil }
    var parts = encoded.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    endsWithSlash = parts.last?.isEmpty ?? true
    if endsWithSlash { parts = parts.dropLast() }
    names = []
    for part in parts {
      guard let name = part.removingPercentEncoding, Self.isName(name) else { return nil }
      names.append(name)
    }
  }

  private static func isName(_ name: String) -> Bool {
    guard !name.isEmpty, name != ".", name != ".." else { return false }
    return name.unicodeScalars.allSatisfy { $0 != "/" && $0 != "\\" && $0.value >= 0x20 && $0.value != 0x7F }
  }
}
