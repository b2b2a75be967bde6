import CPangoCairo

/// Scripts whose letters join: letter spacing would tear them apart, so it leaves them alone (CSS Text 3, 8.2.1).
enum CursiveScripts {
  /// The ranges of UTF-8 offsets that take letter spacing, ascending.
  static func gaps(in text: [UInt8]) -> [Range<Int>] {
    // Everything below U+0600 is spaced, and its lead bytes are below 0xD8.
    guard text.contains(where: { $0 >= 0xD8 }) else { return [0..<text.count] }
    var gaps: [Range<Int>] = []
    var start: Int? = 0
    var offset = 0
    var isCursive = false
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      let script = g_unichar_get_script(scalar.value)
      // Marks belong to the letter before them.
      if script != G_UNICODE_SCRIPT_INHERITED { isCursive = joins(script) }
      if isCursive, let from = start {
        if from < offset { gaps.append(from..<offset) }
        start = nil
      } else if !isCursive, start == nil {
        start = offset
      }
      offset += UTF8.width(scalar)
    }
    if let from = start, from < text.count { gaps.append(from..<text.count) }
    return gaps
  }

  private static func joins(_ script: GUnicodeScript) -> Bool {
    switch script {
    case G_UNICODE_SCRIPT_ARABIC, G_UNICODE_SCRIPT_SYRIAC, G_UNICODE_SCRIPT_MONGOLIAN, G_UNICODE_SCRIPT_NKO,
      G_UNICODE_SCRIPT_MANDAIC, G_UNICODE_SCRIPT_PHAGS_PA, G_UNICODE_SCRIPT_HANIFI_ROHINGYA:
      true
    default: false
    }
  }
}
