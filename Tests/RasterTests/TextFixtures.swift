import Diagnostics
import Drawing
import Foundation
import Layout
import Raster
import Support

/// The project's font lock with the fonts of this machine.
enum LockedFonts {
  static let set: Result<FontSet, Diagnostic> = Result { () throws(Diagnostic) -> FontSet in
    try FontSet.load(lock: lock, searching: LockedFonts.folders)
  }

  /// The project's own fonts first, then the folders of Debian's and Homebrew's packages.
  static let folders = [
    Checkout.url("Templates/Fonts").path, "/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts",
    "/opt/homebrew/share/fonts",
  ]

  /// If a distribution's packages contain other files, the test script names a lock for those.
  static let lock: FontLock = {
    let given = ProcessInfo.processInfo.environment["FEEDPROOF_FONT_LOCK"].map { URL(fileURLWithPath: $0) }
    let data = (try? Data(contentsOf: given ?? Checkout.url("Templates/Fonts/fonts.lock.json"))) ?? Data()
    return (try? FontLock(json: data)) ?? FontLock(faces: [])
  }()
}

extension Typesetter {
  static func locked() throws -> Typesetter { Typesetter(fonts: try LockedFonts.set.get()) }

  func shape(
    _ string: String, _ style: TextStyle = .body, attributes: [StyledText.Attribute] = [], width: Double = .infinity,
    maxLines: Int? = nil, truncation: TextLeaf.Truncation = .tail
  ) -> ShapedText {
    shape(
      StyledText(string, style: style, attributes: attributes), width: width, maxLines: maxLines,
      truncation: truncation)
  }
}

extension TextStyle {
  static let body = TextStyle(family: "Inter", size: 15, lineHeight: 22)

  func with(_ change: (inout TextStyle) -> Void) -> TextStyle {
    var style = self
    change(&style)
    return style
  }
}

extension ShapedText {
  var glyphs: [GlyphRun.Glyph] { lines.flatMap(\.runs).flatMap(\.glyphs) }

  /// The families in the order of their first glyphs.
  var families: [String] {
    lines.flatMap(\.runs).map { LockedFonts.lock.faces[$0.face.index].family }.uniqued()
  }
}
