import DataFormats
import Diagnostics
import Drawing
import Files
import Raster

/// Writes the objects of a PDF 1.7 file, followed by the cross-reference table (ISO 32000-1, 7.5).
struct PDFFile {
  /// A reference to an object.
  struct Reference: Hashable {
    let number: Int

    var text: String { "\(number) 0 R" }
  }

  private enum Place {
    case at(Int)
    case inside(stream: Int, index: Int)
  }

  private let deflate: Deflate
  /// The places of objects by number; nil if reserved.
  private var places: [Place?] = [nil]
  /// Bytes not yet returned by `take`.
  private var bytes: [UInt8] = []
  /// The file offset of the first of these bytes.
  private var taken = 0
  private var digest = DigestChain()
  /// Pending objects without a stream, which are written together.
  private var small: [(reference: Reference, body: String)] = []

  /// The maximum number of objects in a stream; more don't make it smaller.
  private static let together = 200

  /// - Throws: `Diagnostic` if memory is short.
  init() throws(Diagnostic) {
    deflate = try Deflate()
    // Four non-ASCII bytes mark the file as binary.
    append("%PDF-1.7\n%")
    bytes += [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
  }

  private mutating func append(_ text: String) { bytes += text.utf8 }

  /// Reserves an object number.
  mutating func reserve() -> Reference {
    places.append(nil)
    return Reference(number: places.count - 1)
  }

  /// Adds an object without a stream.
  @discardableResult
  mutating func add(_ body: String, as reference: Reference? = nil) -> Reference {
    let reference = reference ?? reserve()
    small.append((reference, body))
    if small.count >= Self.together { writeSmall() }
    return reference
  }

  /// Adds an object that can be found without decompressing streams.
  mutating func addPlain(_ body: String, as reference: Reference) {
    places[reference.number] = .at(taken + bytes.count)
    append("\(reference.number) 0 obj\n\(body)\nendobj\n")
  }

  /// - Parameters:
  ///   - entries: The entries of the stream's dictionary, without its length.
  ///   - isCompressed: Whether to compress the stream here.
  @discardableResult
  mutating func add(
    _ entries: String, stream: [UInt8], isCompressed: Bool = true, as reference: Reference? = nil
  ) -> Reference {
    let reference = reference ?? reserve()
    let data = isCompressed ? deflate.zlib(stream) : stream
    let filter = isCompressed ? " /Filter /FlateDecode" : ""
    places[reference.number] = .at(taken + bytes.count)
    append("\(reference.number) 0 obj\n<< \(entries)\(filter) /Length \(data.count) >>\nstream\n")
    bytes += data
    append("\nendstream\nendobj\n")
    return reference
  }

  private mutating func writeSmall() {
    guard !small.isEmpty else { return }
    let stream = reserve()
    var (head, bodies) = ("", "")
    for (index, object) in small.enumerated() {
      head += "\(object.reference.number) \(bodies.utf8.count) "
      bodies += object.body + "\n"
      places[object.reference.number] = .inside(stream: stream.number, index: index)
    }
    let entries = "/Type /ObjStm /N \(small.count) /First \(head.utf8.count)"
    small = []
    add(entries, stream: Array((head + bodies).utf8), as: stream)
  }

  /// Returns the bytes written since the last call.
  mutating func take() -> [UInt8] {
    defer {
      digest.append(Digest(of: bytes))
      taken += bytes.count
      bytes = []
    }
    return bytes
  }

  /// Writes the remaining objects and the table.
  mutating func end(catalog: Reference, info: Reference) -> [UInt8] {
    writeSmall()
    let table = reserve()
    let start = taken + bytes.count
    places[table.number] = .at(start)
    var rows: [UInt8] = []
    func row(_ kind: UInt8, _ value: Int, _ rest: Int) {
      rows.append(kind)
      for shift in stride(from: 32, through: 0, by: -8) { rows.append(UInt8(truncatingIfNeeded: value >> shift)) }
      rows += [UInt8(truncatingIfNeeded: rest >> 8), UInt8(truncatingIfNeeded: rest)]
    }
    for (number, place) in places.enumerated() {
      switch place {
      case .at(let place): row(1, place, 0)
      case .inside(let stream, let index): row(2, stream, index)
      case nil: row(0, 0, number == 0 ? 65_535 : 1)
      }
    }
    var name = digest
    name.append(Digest(of: bytes))
    let id = name.digest.hex.prefix(32)
    add(
      "/Type /XRef /Size \(places.count) /W [1 5 2] /Root \(catalog.text) /Info \(info.text) /ID [<\(id)> <\(id)>]",
      stream: rows, as: table)
    append("startxref\n\(start)\n%%EOF\n")
    return take()
  }
}

/// Builds PDF syntax.
enum PDFSyntax {
  /// Returns a text string for display: ASCII unchanged, everything else as UTF-16.
  static func text(_ text: String) -> String {
    guard text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return "<FEFF\(hexadecimal(utf16: text))>" }
    return StringLiteral.pdf(text)
  }

  static func hexadecimal(utf16 text: String) -> String { text.utf16.map { hexadecimal(Int($0)) }.joined() }

  /// Returns four hexadecimal digits.
  static func hexadecimal(_ value: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Returns a URL in ASCII; other characters are percent-encoded as UTF-8.
  static func address(_ address: String) -> String {
    let hexadecimal = Array("0123456789ABCDEF")
    let ascii = address.utf8.reduce(into: "") { text, byte in
      switch byte {
      case 0x21...0x7E where !"\"\\()<>".utf8.contains(byte): text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%\(hexadecimal[Int(byte >> 4)])\(hexadecimal[Int(byte & 15)])"
      }
    }
    return "(\(ascii))"
  }

  static func number(_ value: Double) -> String { SVGMarkup.number(value, places: 4) }

  static func numbers(_ values: Double...) -> String {
    values.map { SVGMarkup.number($0, places: 4) }.joined(separator: " ")
  }

  /// Returns a rectangle in PDF's order of corners.
  static func box(_ rect: Rect) -> String { "[\(numbers(rect.minX, rect.minY, rect.maxX, rect.maxY))]" }
}
