/// A JSON document whose list, a member of the whole, is read element by element: neither the document nor the list is ever
/// in memory. Elements and the rest are found by brackets and strings alone; whoever decodes them finds what is no JSON.
package struct JSONListReader {
  private enum Character {
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let open = [UInt8(ascii: "{"), UInt8(ascii: "[")]
    static let close = [UInt8(ascii: "}"), UInt8(ascii: "]")]
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
    static let space = [0x20, 0x09, 0x0A, 0x0D] as [UInt8]
  }

  /// The member's name.
  private let list: [UInt8]
  /// Bytes that an element, or all but the list, may have.
  private let limit: Int
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// The string at depth 1 that was read last, which is a name when a colon follows.
  private var text: [UInt8] = []
  private var name: [UInt8] = []
  /// Whether the list is open.
  private var isInList = false
  /// Where the element that is being read began.
  private var start: Int?
  private var end = 0
  private var element: [UInt8] = []
  /// All but the elements.
  private var frame: [UInt8] = []

  private init(list: String, limit: Int) {
    (self.list, self.limit) = (Array(list.utf8), limit)
  }

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - list: The member's name. What is called so and is no list is part of the rest.
  ///   - limit: Bytes that an element may have, and all but the list.
  ///   - body: Gets each element with its place in the file.
  /// - Returns: The document with an empty list.
  /// - Throws: `FileError`, and what `body` throws.
  package static func read(
    _ file: RegularFile, list: String, limit: Int = 1 << 26,
    _ body: (_ element: [UInt8], _ place: Range<Int>) throws -> Void
  ) throws -> [UInt8] {
    var reader = JSONListReader(list: list, limit: limit)
    var offset = 0
    while true {
      let piece = try file.read(at: offset, upTo: 1 << 18)
      if piece.isEmpty { return reader.frame }
      for (index, byte) in piece.enumerated() { try reader.take(byte, at: offset + index, body) }
      guard reader.element.count <= limit, reader.frame.count <= limit else {
        throw FileError(file.path, .tooLarge(limit: limit))
      }
      offset += piece.count
    }
  }

  private mutating func take(
    _ byte: UInt8, at place: Int, _ body: ([UInt8], Range<Int>) throws -> Void
  ) throws {
    if isInString {
      takeInString(byte, at: place)
    } else if isInList, depth == 2, byte == Character.comma || byte == Character.close[1] {
      if let start { try body(Array(element.prefix(end - start)), start..<end) }
      start = nil
      element.removeAll(keepingCapacity: true)
      guard byte == Character.close[1] else { return }
      (depth, isInList) = (1, false)
      frame.append(byte)
    } else {
      keep(byte, at: place)
      takeOutside(byte)
    }
  }

  private mutating func takeInString(_ byte: UInt8, at place: Int) {
    keep(byte, at: place)
    if isEscaped {
      isEscaped = false
    } else if byte == Character.backslash {
      isEscaped = true
    } else if byte == Character.quote {
      isInString = false
      return
    }
    if depth == 1 { text.append(byte) }
  }

  private mutating func takeOutside(_ byte: UInt8) {
    switch byte {
    case Character.quote:
      isInString = true
      if depth == 1 { text.removeAll(keepingCapacity: true) }
    case Character.colon: if depth == 1 { name = text }
    case Character.comma: if depth == 1 { name = [] }
    case _ where Character.open.contains(byte):
      isInList = isInList || depth == 1 && byte == Character.open[1] && name == list
      depth += 1
    case _ where Character.close.contains(byte): depth -= 1
    default: break
    }
  }

  private mutating func keep(_ byte: UInt8, at place: Int) {
    guard isInList else { return frame.append(byte) }
    if start == nil {
      if Character.space.contains(byte) { return }
      start = place
    }
    element.append(byte)
    // Space behind an element is none of it.
    if isInString || !Character.space.contains(byte) { end = place + 1 }
  }
}
