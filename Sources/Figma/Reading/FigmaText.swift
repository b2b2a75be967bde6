import DataFormats

/// The characters and style of a text layer.
package struct FigmaText: Hashable, Sendable {
  /// A range of characters with a deviating style.
  package struct Range: Hashable, Sendable {
    /// The range in code points from the start of the text; the end is exclusive.
    package var start: Int
    package var end: Int
    /// The deviating attributes.
    package var style: FigmaTextStyle
    package var fills: [FigmaPaint]
  }

  package var characters: String
  private let ownStyle: RareValue<FigmaTextStyle>
  package var ranges: [Range]

  package var style: FigmaTextStyle { ownStyle.wrappedValue ?? FigmaTextStyle(nil) }

  /// - Parameters:
  ///   - overrides: A number for each code point; trailing zeros are omitted.
  ///   - table: The styles behind the numbers.
  init(characters: String, style: RareValue<FigmaTextStyle>, overrides: [Int], table: JSONNode?) {
    (self.characters, ownStyle) = (characters, style)
    ranges = []
    var start = 0
    while start < overrides.count {
      let end = overrides[start...].firstIndex { $0 != overrides[start] } ?? overrides.count
      if overrides[start] != 0 {
        let override = table?.object(String(overrides[start]))
        ranges.append(
          Range(
            start: start, end: end, style: FigmaTextStyle(override),
            fills: override?.list("fills").map(FigmaPaint.init) ?? []))
      }
      start = end
    }
  }
}

/// A text style; nil values are not stated in the response.
package struct FigmaTextStyle: Hashable, Sendable {
  package var fontFamily: String?
  package var fontPostScriptName: String?
  /// The name of the font style; sent since 2025.
  package var fontStyle: String?
  package var fontSize: Double?
  package var fontWeight: Double?
  package var isItalic: Bool
  /// The line height in points, whatever unit the designer used.
  package var lineHeightPx: Double?
  /// PIXELS, FONT_SIZE_% or INTRINSIC_% ("Auto").
  package var lineHeightUnit: String?
  /// The letter spacing in points.
  package var letterSpacing: Double?
  package var paragraphSpacing: Double?
  package var textCase: String?
  package var textDecoration: String?
  package var textAlignHorizontal: String?
  package var textAlignVertical: String?
  package var textAutoResize: String?
  package var textTruncation: String?
  package var maxLines: Double?

  init(_ node: JSONNode?) {
    fontFamily = node?.text("fontFamily")
    fontPostScriptName = node?.text("fontPostScriptName")
    fontStyle = node?.text("fontStyle")
    fontSize = node?.double("fontSize")
    fontWeight = node?.double("fontWeight")
    isItalic = node?.isTrue("italic") ?? false
    lineHeightPx = node?.double("lineHeightPx")
    lineHeightUnit = node?.text("lineHeightUnit")
    letterSpacing = node?.double("letterSpacing")
    paragraphSpacing = node?.double("paragraphSpacing")
    textCase = node?.text("textCase")
    textDecoration = node?.text("textDecoration")
    textAlignHorizontal = node?.text("textAlignHorizontal")
    textAlignVertical = node?.text("textAlignVertical")
    textAutoResize = node?.text("textAutoResize")
    textTruncation = node?.text("textTruncation")
    maxLines = node?.double("maxLines")
  }

  /// Whether overflowing text ends in "…"; `TRUNCATE` is the older form.
  package var isTruncated: Bool { textTruncation == "ENDING" || textAutoResize == "TRUNCATE" }

  /// The line height as a multiple of the font size; nil if either is missing.
  var lineHeightMultiple: Double? {
    guard let lineHeightPx, let fontSize, fontSize > 0 else { return nil }
    return lineHeightPx / fontSize
  }

  /// The stated fields, by the API's names.
  var fields: [(String, JSONOutput?)] {
    [
      ("fontFamily", fontFamily.map { .text($0) }), ("fontPostScriptName", fontPostScriptName.map { .text($0) }),
      ("fontStyle", fontStyle.map { .text($0) }), ("fontSize", fontSize.map { .rounded($0) }),
      ("fontWeight", fontWeight.map { .rounded($0) }), ("italic", isItalic ? true : nil),
      ("lineHeightPx", lineHeightPx.map { .rounded($0) }), ("lineHeightUnit", lineHeightUnit.map { .text($0) }),
      ("letterSpacing", letterSpacing.map { .rounded($0) }),
      ("paragraphSpacing", paragraphSpacing.map { .rounded($0) }), ("textCase", textCase.map { .text($0) }),
      ("textDecoration", textDecoration.map { .text($0) }),
      ("textAlignHorizontal", textAlignHorizontal.map { .text($0) }),
      ("textAlignVertical", textAlignVertical.map { .text($0) }),
      ("textAutoResize", textAutoResize.map { .text($0) }), ("textTruncation", textTruncation.map { .text($0) }),
      ("maxLines", maxLines.map { .rounded($0) }),
    ]
  }
}
