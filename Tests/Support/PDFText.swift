import CDeflate
import Foundation

/// Reads texts, links and metadata from a PDF written by Feedproof.
package struct PDFText {
  private var objects: [Int: Object] = [:]

  private struct Object {
    /// The bytes before the stream.
    var head: String
    var stream: [UInt8]?
  }

  package init(_ data: Data) {
    let data = Data(data)
    var position = data.startIndex
    while let mark = data.range(of: Data(" 0 obj".utf8), in: position..<data.endIndex) {
      position = mark.upperBound
      let digits = data[..<mark.lowerBound].reversed().prefix { (48...57).contains($0) }.reversed()
      guard let number = Int(String(decoding: digits, as: UTF8.self)),
        let end = data.range(of: Data("endobj".utf8), in: position..<data.endIndex)
      else { continue }
      let body = data[position..<end.lowerBound]
      position = end.upperBound
      guard let start = body.range(of: Data("stream\n".utf8)),
        let stop = body.range(of: Data("endstream".utf8), options: .backwards)
      else {
        objects[number] = Object(head: String(decoding: body, as: UTF8.self))
        continue
      }
      let head = String(decoding: body[..<start.lowerBound], as: UTF8.self)
      let bytes = [UInt8](body[start.upperBound..<stop.lowerBound])
      objects[number] = Object(head: head, stream: head.contains("/FlateDecode") ? Self.inflated(bytes) : bytes)
    }
    for object in objects.values where object.head.contains("/ObjStm") { readObjects(in: object) }
  }

  /// Objects without a stream are stored in object streams.
  private mutating func readObjects(in object: Object) {
    guard let stream = object.stream, let first = Self.number("/First", in: object.head) else { return }
    let numbers = String(decoding: stream.prefix(first), as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .compactMap { Int($0) }
    let places = stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], first + numbers[$0 + 1]) }
    for (index, (number, start)) in places.enumerated() {
      let end = index + 1 < places.count ? places[index + 1].1 : stream.count
      objects[number] = Object(head: String(decoding: stream[start..<end], as: UTF8.self))
    }
  }

  /// The texts of the pages in the order of creation, with a line for each run of a font.
  package var pages: [String] {
    objects.sorted { $0.key < $1.key }.filter {
      $0.value.head.contains("/Type /Page ") && $0.value.head.contains("/Contents")
    }
    .map { page in
      let content = Self.number("/Contents", in: page.value.head).flatMap { objects[$0]?.stream } ?? []
      return text(of: content, page.value.head)
    }
  }

  /// The pages in reading order, as indexes into `pages`.
  package var order: [Int] {
    let own = objects.filter { $0.value.head.contains("/Type /Page ") }.keys.sorted()
    let tree = objects.values.first { $0.head.contains("/Type /Pages") }?.head ?? ""
    guard let kids = tree.firstMatch(of: #/\/Kids \[([^\]]*)\]/#) else { return [] }
    return kids.1.matches(of: #/(\d+) 0 R/#).compactMap { Int($0.1).flatMap(own.firstIndex) }
  }

  /// The titles of the outline's entries.
  package var outline: Set<String> {
    Set(
      objects.values.filter { $0.head.contains("/Dest") && $0.head.contains("/Title") }.compactMap {
        Self.title($0.head)
      })
  }

  /// The number of structure elements by type.
  package var elements: [String: Int] {
    let kinds = objects.values.compactMap { object in
      object.head.contains("/StructElem") ? object.head.firstMatch(of: #/\/S \/(\w+)/#).map { String($0.1) } : nil
    }
    return Dictionary(kinds.map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// The alternative texts of images.
  package var alternatives: [String] {
    objects.values.compactMap { $0.head.firstMatch(of: #/\/Alt \(([^)]*)\)/#).map { String($0.1) } }.sorted()
  }

  private static func title(_ head: String) -> String? {
    if let plain = head.firstMatch(of: #/\/Title \(([^)]*)\)/#) { return String(plain.1) }
    return head.firstMatch(of: #/\/Title <FEFF([0-9A-F]*)>/#).map { utf16(String($0.1)) }
  }

  private static func utf16(_ digits: String) -> String {
    let digits = Array(digits)
    let units = stride(from: 0, to: digits.count - 3, by: 4).compactMap {
      UInt16(String(digits[$0..<$0 + 4]), radix: 16)
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The targets of links, in the file's order.
  package var links: [String] {
    objects.sorted { $0.key < $1.key }.compactMap { object in
      object.value.head.firstMatch(of: #/\/URI \(([^)]*)\)/#).map { String($0.1) }
    }
  }

  /// The names of fonts embedded in the file.
  package var embeddedFonts: [String] {
    objects.values.filter { $0.head.contains("/FontFile") }
      .compactMap { $0.head.firstMatch(of: #/\/FontName \/(\S+)/#).map { String($0.1) } }.sorted()
  }

  package var hasJPEG: Bool { objects.values.contains { $0.head.contains("/DCTDecode") } }

  // MARK: Pages

  private func text(of content: [UInt8], _ page: String) -> String {
    var fonts: [String: (width: Int, texts: [Int: String])] = [:]
    for match in page.matches(of: #/\/F(\d+) \d+ 0 R/#) {
      guard let font = Int(match.1).flatMap({ objects[$0] }) else { continue }
      fonts[String(match.1)] = Self.texts(
        Self.number("/ToUnicode", in: font.head).flatMap { objects[$0]?.stream } ?? [])
    }
    var result = ""
    var font: (width: Int, texts: [Int: String])?
    var isReplaced = false
    let source = String(String.UnicodeScalarView(content.map { Unicode.Scalar($0) }))
    for token in source.matches(
      of: #/\/F(\d+) [\d.]+ Tf|\/ActualText <FEFF([0-9A-F]*)> >> BDC|<([0-9A-F]+)>|\b(Tm|EMC)\b/#.matchingSemantics(
        .unicodeScalar))
    {
      if let name = token.1 { font = fonts[String(name)] }
      if let said = token.2 {
        result += Self.utf16(String(said))
        isReplaced = true
      }
      if token.4 == "EMC" { isReplaced = false }
      if token.4 == "Tm", !isReplaced { result += "\n" }
      guard let hexadecimal = token.3, let font, !isReplaced else { continue }
      let digits = Array(hexadecimal)
      result += stride(from: 0, to: digits.count - 2 * font.width + 1, by: 2 * font.width).map {
        Int(String(digits[$0..<$0 + 2 * font.width]), radix: 16).flatMap { font.texts[$0] } ?? "\u{FFFD}"
      }.joined()
    }
    return result
  }

  /// Returns a font's texts by code, and the number of bytes of a code.
  private static func texts(_ map: [UInt8]) -> (width: Int, texts: [Int: String]) {
    let source = String(decoding: map, as: UTF8.self)
    let width = source.contains("<0000> <FFFF>") ? 2 : 1
    var texts: [Int: String] = [:]
    for match in source.matches(of: #/<([0-9A-F]+)> <([0-9A-F]+)>\n/#.matchingSemantics(.unicodeScalar)) {
      guard let code = Int(match.1, radix: 16) else { continue }
      texts[code] = utf16(String(match.2))
    }
    return (width, texts)
  }

  private static func number(_ key: String, in text: String) -> Int? {
    guard let range = text.range(of: key + " ") else { return nil }
    return Int(text[range.upperBound...].prefix { $0.isNumber })
  }

  private static func inflated(_ bytes: [UInt8]) -> [UInt8] {
    guard let decompressor = libdeflate_alloc_decompressor() else { return [] }
    defer { libdeflate_free_decompressor(decompressor) }
    var room = max(1 << 16, bytes.count * 8)
    while room < 1 << 28 {
      var target = [UInt8](repeating: 0, count: room)
      var (read, written) = (0, 0)
      // A line break follows the stream.
      let result = libdeflate_zlib_decompress_ex(decompressor, bytes, bytes.count, &target, room, &read, &written)
      if result == LIBDEFLATE_SUCCESS { return Array(target.prefix(written)) }
      guard result == LIBDEFLATE_INSUFFICIENT_SPACE else { return [] }
      room *= 4
    }
    return []
  }
}
