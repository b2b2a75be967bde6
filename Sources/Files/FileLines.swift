/// The lines of a file one after the other, a piece of the file in memory at a time.
package struct FileLines {
  private let file: RegularFile
  /// How many bytes a line may have.
  private let limit: Int
  /// Whether what follows the last newline is a line; else it is taken for a line that was cut off.
  private let takesRest: Bool
  /// Read and not yet returned, from `start` on.
  private var buffer: [UInt8] = []
  private var start = 0
  private var position = 0
  /// Of the line that was returned last, counted from 1.
  package private(set) var number = 0

  package init(_ file: RegularFile, limit: Int = 1 << 20, takesRest: Bool = false) {
    (self.file, self.limit, self.takesRest) = (file, limit, takesRest)
  }

  /// The next line without its newline.
  ///
  /// - Returns: Nil at the end.
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

  /// Everything that was not returned yet.
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
