import CMarkup

/// An element with one attribute and a text, as read by libxml2.
struct MarkupReading {
  private(set) var attribute = ""
  private(set) var text = ""
  private var elements: [String] = []
  private var attributes = 0

  static func html(_ markup: String) throws -> MarkupReading {
    try read(markup) { bytes, handler in
      fp_markup_read(bytes.baseAddress, CInt(bytes.count), 50, handler) == FP_MARKUP_WHOLE
    }
  }

  static func xml(_ markup: String) throws -> MarkupReading {
    try read(markup) { bytes, handler in
      var place = fp_markup_place()
      return fp_xml_read(bytes.baseAddress, CInt(bytes.count), 50, handler, &place) == FP_MARKUP_WHOLE
    }
  }

  private static func read(
    _ markup: String,
    _ reading: (UnsafeBufferPointer<CChar>, UnsafePointer<fp_markup_handler>) -> Bool
  ) throws -> MarkupReading {
    var found = MarkupReading()
    let isWhole = withUnsafeMutablePointer(to: &found) { found in
      var handler = fp_markup_handler()
      handler.context = UnsafeMutableRawPointer(found)
      handler.start = { context, name, attributes in
        guard let found = context?.assumingMemoryBound(to: MarkupReading.self), let name else { return }
        let element = String(cString: name)
        // libxml2 adds these elements to HTML without them.
        if element != "html", element != "body" { found.pointee.elements.append(element) }
        var next = attributes
        while let pair = next, pair[0] != nil {
          found.pointee.attributes += 1
          if let value = pair[1] { found.pointee.attribute = String(cString: value) }
          next = pair + 2
        }
      }
      handler.end = { _, _ in }
      handler.text = { context, bytes, count in
        guard let found = context?.assumingMemoryBound(to: MarkupReading.self), let bytes else { return }
        let text = UnsafeRawBufferPointer(start: bytes, count: count)
        found.pointee.text += String(decoding: text, as: UTF8.self)
      }
      return markup.utf8CString.withUnsafeBufferPointer { bytes in
        reading(UnsafeBufferPointer(rebasing: bytes.dropLast()), &handler)
      }
    }
    try Violation.unless(
      isWhole && found.elements == ["p"] && found.attributes == 1, "not one element: \(markup.debugDescription)")
    return found
  }
}
