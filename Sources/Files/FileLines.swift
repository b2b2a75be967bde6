import Foundation

/// The lines of a file one after the other, without a list of them. A line without an end (a file that was cut off) is none.
package struct FileLines: IteratorProtocol {
  private let data: Data
  private var start: Data.Index

  package init(_ data: Data) {
    self.data = data
    start = data.startIndex
  }

  package mutating func next() -> String? {
    guard let end = data[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { start = data.index(after: end) }
    return String(decoding: data[start..<end], as: UTF8.self)
  }
}
