/// Where the objects of a PDF begin, told from its bytes as they pass by, so that its table of them is right.
///
/// Cairo 1.16 keeps numbers for objects that a link could need in a tagged document, and writes them into the table though
/// no such object follows; strict readers call the file damaged.
struct DocumentObjects {
  /// By the object's number.
  private var starts: [Int: Int] = [:]
  private var position = 0
  /// The end of what passed by, where a start may stand that has not wholly come.
  private var rest: [UInt8] = []

  private static let mark = Array(" 0 obj\n".utf8)
  private static let longestNumber = 10

  /// Takes the bytes that follow those before.
  mutating func pass(_ bytes: [UInt8]) {
    let all = rest + bytes
    let begin = position - rest.count
    let mark = Self.mark
    all.withUnsafeBufferPointer { all in
      var place = mark.count - 1
      while place < all.count {
        // Most bytes are of compressed streams, where neither of the last two is found.
        if all[place] == 0x0A, all[place - 1] == mark[mark.count - 2],
          (0..<mark.count).allSatisfy({ all[place - mark.count + 1 + $0] == mark[$0] })
        {
          let digits = all[..<(place - mark.count + 1)].suffix(Self.longestNumber).reversed().prefix {
            0x30...0x39 ~= $0
          }
          let number = digits.reversed().reduce(0) { $0 * 10 + Int($1 - 0x30) }
          if !digits.isEmpty { starts[number] = begin + place - mark.count + 1 - digits.count }
        }
        place += 1
      }
    }
    position += bytes.count
    rest = Array(all.suffix(mark.count + Self.longestNumber))
  }

  /// Marks entries of the table whose object nobody has written as free. A file without such a table stays as it is.
  ///
  /// - Parameter end: The document's last bytes, which have passed by, with all of the table.
  func mend(_ end: inout [UInt8]) {
    let head = Array("xref\n0 ".utf8)
    let entry = 20
    guard
      let table = end.indices.last(where: {
        end[$0...].starts(with: head) && (end.startIndex == $0 || end[$0 - 1] == 0x0A)
      })
    else { return }
    var place = table + head.count
    var count = 0
    while place < end.count, 0x30...0x39 ~= end[place], count < 100_000_000 {
      count = count * 10 + Int(end[place] - 0x30)
      place += 1
    }
    let first = place + 1
    guard first + count * entry <= end.count, count > 0 else { return }
    func digits(_ number: Int) -> [UInt8] {
      let text = String(number)
      return Array((String(repeating: "0", count: max(0, 10 - text.count)) + text).utf8)
    }
    // Free ones are a chain from entry 0 on, back to 0.
    var next = 0
    for number in (0..<count).reversed() {
      let line = first + number * entry
      let start = end[line..<line + 10].reduce(0) { $0 &* 10 &+ Int($1 &- 0x30) }
      guard number == 0 || starts[number] != start else { continue }
      let text = digits(next) + Array((number == 0 ? " 65535 f" : " 00001 f").utf8)
      end.replaceSubrange(line..<line + text.count, with: text)
      next = number
    }
  }
}
