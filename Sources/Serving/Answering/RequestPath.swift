import Foundation

/// The path of a request as names, each decoded once, or nothing where it could mean more than one thing.
struct RequestPath: Equatable {
  var names: [String]
  /// `/review/` rather than `/review`.
  var endsWithSlash: Bool

  /// - Parameter encoded: As it stands in the request, without the query.
  /// - Returns: Nil for dots that climb, empty names, slashes and backslashes that hide behind percent signs, control
  ///   characters, and escapes that are none or are no UTF-8.
  init?(_ encoded: String) {
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
