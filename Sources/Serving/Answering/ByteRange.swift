import Foundation
import Names

/// What a Range header asks for (RFC 9110, 14.2).
enum ByteRange: Equatable {
  /// Several parts and what can't be read count for nothing, as the RFC allows.
  case whole
  /// Not empty.
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

  /// Digits alone; nil where there are none, or more than a file can have bytes.
  private static func number(_ text: Substring) -> Int? { BoundedNumber(text)?.value }
}
