import CPangoCairo

/// A writing system, by its tag of ISO 15924 (`Geor`) as HarfBuzz counts it: four bytes.
struct Script: Hashable {
  private let tag: UInt32

  init(_ name: some StringProtocol) {
    tag = name.utf8.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  private init(tag: UInt32) { self.tag = tag }

  /// Unicode's property of the character; that of characters that all scripts share is a tag of its own.
  static func of(_ scalar: UInt32) -> Script {
    Script(tag: hb_unicode_script(hb_unicode_funcs_get_default(), scalar).rawValue)
  }

  /// Those of `scripts` that the text has characters of.
  static func among(_ scripts: Set<Script>, in text: some Sequence<Unicode.Scalar>) -> Set<Script> {
    guard !scripts.isEmpty else { return [] }
    var found: Set<Script> = []
    // Below are Latin, Greek and Cyrillic, which nearly every text is written in.
    for scalar in text where scalar.value > 0x052F {
      let script = of(scalar.value)
      if scripts.contains(script) { found.insert(script) }
    }
    return found
  }
}
