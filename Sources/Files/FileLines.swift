/// Reads a file line by line and keeps only one chunk of it in memory.
package struct FileLines {
  private let file: RegularFile
  /// The maximum length of a line, in bytes.
  private let limit: Int
  /// Whether text after the last newline is a line. If false, it counts as a truncated line.
  private let takesRest: Bool
  /// Bytes read but not yet returned, starting at `start`.
  private var buffer: [UInt8] = []
  private var start = 0
  private var position = 0
  /// The number of the last returned line, starting at 1.
  package private(set) var number = 0

  package init(_ file: RegularFile, limit: Int = 1 << 20, takesRest: Bool = false) {
    (self.file, self.limit, self.takesRest) = (file, limit, takesRest)
  }

  /// Returns the next line without its newline.
  ///
  /// - Returns: nil at the end.
  package mutating func next() throws(FileError) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        number += 1
        return buffer[start..<end]
      }
      let unread = buffer.count - start
      guard unread <= limit else { throw FileError(file.path, .tooLarge(limit: limit)) }
      guard try fill() else { break }
      searched = start + unread
    }
    guard takesRest, start < buffer.count else { return nil }
    defer { start = buffer.count }
    number += 1
    return buffer[start...]
  }

  /// Returns the remaining bytes.
  package mutating func rest() throws(FileError) -> [UInt8] {
    while try fill() {}
    defer { start = buffer.count }
    return Array(buffer[start...])
  }

  /// - Returns: False at the end.
  private mutating func fill() throws(FileError) -> Bool {
    buffer.removeSubrange(..<start)
    start = 0
    let piece = try file.read(at: position, upTo: RegularFile.pieceSize)
    position += piece.count
    buffer += piece
    return !piece.isEmpty
  }
}
