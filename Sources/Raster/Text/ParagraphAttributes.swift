import CPangoCairo

/// What Pango is told about a paragraph besides its text. None of it depends on colours or links.
struct ParagraphAttributes {
  private let text: [UInt8]
  private let list: OpaquePointer?

  /// A new attribute list (one reference) for a paragraph in UTF-8.
  ///
  /// - Parameters:
  ///   - pictures: Where characters stand that a picture of `side` points is drawn for.
  static func list(
    for text: [UInt8], letterSpacing: Double, pictures: [Int] = [], side: Double = 0
  ) -> OpaquePointer? {
    let attributes = ParagraphAttributes(text: text, list: pango_attr_list_new())
    attributes.forbidHyphens()
    attributes.space(by: PangoUnits.int(letterSpacing))
    attributes.divideLongWords()
    for place in pictures { attributes.leaveRoom(side, at: place) }
    return attributes.list
  }

  private func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?, _ range: Range<Int>) {
    guard let attribute else { return }
    attribute.pointee.start_index = guint(range.lowerBound)
    attribute.pointee.end_index = guint(range.upperBound)
    pango_attr_list_insert(list, attribute)
  }

  private func leaveRoom(_ side: Double, at place: Int) {
    let units = PangoUnits.int(side)
    var box = PangoRectangle(x: 0, y: -units, width: units, height: units)
    add(pango_attr_shape_new(&box, &box), place..<place + InlinePictures.character.count)
  }

  /// Words too long for a line break anywhere, and Pango would put a hyphen there that isn't in the text. Only soft
  /// hyphens (U+00AD, C2 AD) keep theirs.
  private func forbidHyphens() {
    var start = 0
    for index in text.indices.dropFirst() where text[index - 1] == 0xC2 && text[index] == 0xAD {
      if start < index - 2 { add(pango_attr_insert_hyphens_new(0), start..<index - 2) }
      start = index + 1
    }
    if start < text.count { add(pango_attr_insert_hyphens_new(0), start..<text.count) }
  }

  private func space(by units: Int32) {
    guard units != 0 else { return }
    for range in CursiveScripts.gaps(in: text) { add(pango_attr_letter_spacing_new(units), range) }
  }

  /// Bytes without a space after which a word is divided.
  private static let longWord = 1_500

  /// Pango looks through the rest of a word for every line of it: a post of 100 000 letters without a space would take
  /// minutes. An attribute that says what holds anyway cuts such a word into pieces to look through; all that can be
  /// seen of a cut is a kerning pair less.
  private func divideLongWords() {
    guard text.count > ParagraphAttributes.longWord else { return }
    var cuts: [Int] = []
    var offset = 0
    var start = 0
    for character in String(decoding: text, as: UTF8.self) {
      if character == " " {
        start = offset
      } else if offset - start >= ParagraphAttributes.longWord {
        cuts.append(offset)
        start = offset
      }
      offset += character.utf8.count
    }
    for pair in stride(from: 0, to: cuts.count, by: 2) {
      add(pango_attr_fallback_new(1), cuts[pair]..<(pair + 1 < cuts.count ? cuts[pair + 1] : text.count))
    }
  }
}
