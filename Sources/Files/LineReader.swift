/// A file's bytes line by line, with no more than a line and a piece of the file in memory.
package final class LineReader {
  private let file: RegularFile
  private var position = 0
  /// Read and not yet returned, from `start` on.
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The number of the line that was returned last, counted from 1; 0 before the first.
  package private(set) var line = 0

  package init(_ file: RegularFile) {
    self.file = file
  }

  /// The next line without its newline; nil at the end. What follows the last newline is a line where it is not empty.
  package func next() throws(FileError) -> [UInt8]? {
    var searched = start
    while true {
      if let newline = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        line += 1
        defer { start = newline + 1 }
        return Array(buffer[start..<newline])
      }
      if isAtEnd {
        guard start < buffer.count else { return nil }
        line += 1
        defer { start = buffer.count }
        return Array(buffer[start...])
      }
      let unread = buffer.count - start
      try fill()
      searched = start + unread
    }
  }

  /// Everything that was not returned yet.
  package func rest() throws(FileError) -> [UInt8] {
    while !isAtEnd { try fill() }
    defer { start = buffer.count }
    return Array(buffer[start...])
  }

  private func fill() throws(FileError) {
    buffer.removeSubrange(..<start)
    start = 0
    let piece = try file.read(at: position, upTo: RegularFile.pieceSize)
    position += piece.count
    isAtEnd = piece.isEmpty
    buffer += piece
  }
}

/// The lines of a file one after the other, a piece of the file in memory at a time. A line without an end (a file that was
/// cut off) is none.
package struct FileLines {
  private let file: RegularFile
  /// How many bytes a line may have.
  private let limit: Int
  /// Read and not yet returned, from `start` on.
  private var buffer: [UInt8] = []
  private var start = 0
  private var position = 0
  /// Of the line that was returned last, counted from 1.
  package private(set) var number = 0

  package init(_ file: RegularFile, limit: Int = 1 << 20) {
    (self.file, self.limit) = (file, limit)
  }

  /// - Returns: Nil at the end.
  package mutating func next() throws(FileError) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        number += 1
        return buffer[start..<end]
      }
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      guard searched <= limit else { throw FileError(file.path, .tooLarge(limit: limit)) }
      let piece = try file.read(at: position, upTo: RegularFile.pieceSize)
      if piece.isEmpty { return nil }
      position += piece.count
      buffer += piece
    }
  }
}
