import Basics
import Foundation

/// The range requested by a Range header (RFC 9110, 14.2).
enum ByteRange: Equatable {
  /// The whole file, also if the header is malformed or names multiple ranges, as the RFC allows.
  case whole
  /// A range within the file, never empty.
  case part(Range<Int>)
  case outside

  /// - Parameters:
  ///   - header: `bytes=0-99`, `bytes=100-`, `bytes=-100`.
  ///   - size: Bytes of the file.
  init(_ header: String, of size: Int) {
    let sides = header.lowercased().split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    guard sides.count == 2, sides[0] == "bytes", let dash = sides[1].firstIndex(of: "-") else {
      self = .whole
      return
    }
    let (first, last) = (sides[1][..<dash], sides[1][sides[1].index(after: dash)...])
    switch (Self.number(first), Self.number(last)) {
    case (nil, let count?) where first.isEmpty:
      self = count == 0 || size == 0 ? .outside : .part(size - min(count, size)..<size)
    case (let start?, nil) where last.isEmpty: self = start < size ? .part(start..<size) : .outside
    case (let start?, let end?) where start <= end:
      self = start < size ? .part(start..<min(end, size - 1) + 1) : .outside
    default: self = .whole
    }
  }

  /// Parses digits only; nil if there are none, or if the number exceeds any file size.
  private static func number(_ text: Substring) -> Int? { BoundedNumber(text)?.value }
}
