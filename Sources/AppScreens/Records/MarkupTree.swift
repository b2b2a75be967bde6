import CMarkup
import Diagnostics

/// Parses XML hierarchies. Malformed XML (Detox on iOS escapes nothing) is parsed like HTML in browsers, and reported.
final class MarkupTree {
  private(set) var records: [ScreenRecord] = []
  /// The document node around the elements.
  private(set) var root: ScreenRecord?
  /// A problem with the file as a whole.
  private(set) var fault: Diagnostic?
  private(set) var isCutOff = false
  private var open: [Int] = []
  private var isTooLong = false

  /// Returns the offset in bytes of the XML, which messages may precede.
  static func start(in head: String) -> Int? {
    ["<?xml", "<hierarchy", "<AppiumAUT", "<XCUIElementType", "<ViewHierarchy"]
      .compactMap { head.firstRange(of: $0)?.lowerBound }.min()
      .map { head.utf8.distance(from: head.startIndex, to: $0) }
  }

  /// - Throws: `Diagnostic`.
  static func read(_ bytes: [UInt8], from start: Int) throws -> MarkupTree {
    // Messages of the tool may follow the XML too.
    let end = bytes.lastIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.endIndex
    let xml = bytes[start..<max(start, end)]
    var tree = MarkupTree()
    var place = fp_markup_place()
    let result = tree.read(xml, &place)
    if result == FP_MARKUP_ILL_FORMED {
      tree = MarkupTree()
      try check(tree.read(xml, nil))
    } else {
      try check(result)
    }
    guard !tree.isTooLong else { throw Diagnostic(ScreenIssue.tooManyNodes(limit: ScreenLimits.nodes)) }
    tree.isCutOff = result == FP_MARKUP_CUT_OFF
    if tree.isCutOff || result == FP_MARKUP_ILL_FORMED {
      let line = Int(place.line) + bytes[..<start].count { $0 == 0x0A }
      let issue = tree.isCutOff ? ScreenIssue.cutOff : .illFormed
      tree.fault = Diagnostic(issue, at: .line(line, column: Int(place.column)))
    }
    return tree
  }

  private static func check(_ result: fp_markup_result) throws {
    switch result {
    case FP_MARKUP_DOCUMENT_TYPE: throw Diagnostic(ScreenIssue.documentType)
    case FP_MARKUP_TOO_DEEP: throw Diagnostic(ScreenIssue.tooDeep(limit: ScreenLimits.depth))
    case FP_MARKUP_NO_MEMORY: throw Diagnostic(ScreenIssue.noMemory)
    default: break
    }
  }

  /// - Parameter place: The place of an error; nil parses HTML.
  private func read(_ xml: ArraySlice<UInt8>, _ place: UnsafeMutablePointer<fp_markup_place>?) -> fp_markup_result {
    var handler = fp_markup_handler(
      context: Unmanaged.passUnretained(self).toOpaque(),
      start: { context, name, attributes in
        guard let context, let name else { return }
        MarkupTree.of(context).start(String(cString: name), attributes)
      },
      end: { context, _ in
        if let context { _ = MarkupTree.of(context).open.popLast() }
      },
      text: { _, _, _ in })
    return xml.withUnsafeBytes { buffer in
      let bytes = buffer.bindMemory(to: CChar.self)
      let (count, depth) = (Int32(clamping: bytes.count), Int32(ScreenLimits.depth))
      return place.map { fp_xml_read(bytes.baseAddress, count, depth, &handler, $0) }
        ?? fp_markup_read(bytes.baseAddress, count, depth, &handler)
    }
  }

  private func start(_ name: String, _ list: UnsafePointer<UnsafePointer<CChar>?>?) {
    guard records.count <= ScreenLimits.nodes else {
      isTooLong = true
      return
    }
    var attributes: [String: String] = [:]
    var next = list
    while let pair = next, let key = pair[0] {
      // HTML names are lower-case, so all names are.
      attributes[String(cString: key).lowercased()] = pair[1].map { String(cString: $0) } ?? ""
      next = pair + 2
    }
    let record = ScreenRecord(name: name, content: .element(attributes), parent: open.last)
    if records.isEmpty, ["hierarchy", "appiumaut", "viewhierarchy"].contains(name.lowercased()) {
      root = record
      return
    }
    records.append(record)
    open.append(records.count - 1)
  }

  /// Returns the object behind the single pointer that C callbacks carry.
  private static func of(_ context: UnsafeMutableRawPointer) -> MarkupTree {
    Unmanaged<MarkupTree>.fromOpaque(context).takeUnretainedValue()
  }
}
