import CPangoCairo
import Diagnostics

/// A Noto family for a script, and the packages that contain it.
package struct NotoFamily: Hashable, Sendable {
  /// `Noto Sans Georgian`
  package let name: String
  /// The ISO 15924 code, `Geor`.
  package let script: String

  /// The Debian package that contains its files.
  package var package: String { isHan ? "fonts-noto-cjk" : "fonts-noto-core" }

  /// The Homebrew cask that contains its files.
  package var brew: String {
    isHan ? "font-noto-sans-cjk" : "font-" + name.lowercased().replacing(" ", with: "-")
  }

  /// Whether this is a Han family; the faces for Chinese, Japanese and Korean differ by more than the script.
  var isHan: Bool { name.contains(" CJK ") }

  /// `zh`, `ja` or `ko` for a Han family.
  var language: String? {
    switch name.suffix(3) {
    case " SC" where isHan: "zh"
    case " JP" where isHan: "ja"
    case " KR" where isHan: "ko"
    default: nil
    }
  }

  /// Returns the family of that name, case-insensitively; nil if the table doesn't have it.
  package init?(named name: String) {
    guard let family = NotoFamily.all.first(where: { $0.name.lowercased() == name.lowercased() }) else { return nil }
    self = family
  }

  /// Returns the families for the scripts of the characters, without duplicates, in order. Characters shared by several
  /// scripts have no family.
  package static func families(for scalars: [UInt32]) -> [NotoFamily] {
    scalars.compactMap { byScript[WritingSystem.of($0)]?.name }.uniqued().compactMap { NotoFamily(named: $0) }
  }

  private init(name: String, script: String) { (self.name, self.script) = (name, script) }

  private static let byScript = Dictionary(
    all.map { (WritingSystem($0.script), $0) }, uniquingKeysWith: { first, _ in first })

  private static let all = table.split(separator: "\n").compactMap { line -> NotoFamily? in
    guard let space = line.firstIndex(of: " ") else { return nil }
    return NotoFamily(name: "Noto" + line[space...], script: String(line[..<space]))
  }

  /// Scripts and their families without "Noto", according to the character maps of Debian's fonts-noto-core 20201225,
  /// preferring the sans serif. Scripts that Noto Sans itself covers are left out.
  private static let table = """
    Adlm Sans Adlam
    Aghb Sans Caucasian Albanian
    Ahom Serif Ahom
    Arab Sans Arabic
    Armi Sans Imperial Aramaic
    Armn Sans Armenian
    Avst Sans Avestan
    Bali Sans Balinese
    Bamu Sans Bamum
    Bass Sans Bassa Vah
    Batk Sans Batak
    Beng Sans Bengali
    Bhks Sans Bhaiksuki
    Bopo Sans CJK TC
    Brah Sans Brahmi
    Bugi Sans Buginese
    Buhd Sans Buhid
    Cakm Sans Chakma
    Cans Sans Canadian Aboriginal
    Cari Sans Carian
    Cham Sans Cham
    Cher Sans Cherokee
    Copt Sans Coptic
    Cprt Sans Cypriot
    Deva Sans Devanagari
    Dogr Serif Dogra
    Dsrt Sans Deseret
    Dupl Sans Duployan
    Egyp Sans Egyptian Hieroglyphs
    Elba Sans Elbasan
    Elym Sans Elymaic
    Ethi Sans Ethiopic
    Geor Sans Georgian
    Glag Sans Glagolitic
    Gong Sans Gunjala Gondi
    Gonm Sans Masaram Gondi
    Goth Sans Gothic
    Gran Sans Grantha
    Gujr Sans Gujarati
    Guru Sans Gurmukhi
    Hang Sans CJK KR
    Hani Sans CJK SC
    Hano Sans Hanunoo
    Hatr Sans Hatran
    Hebr Sans Hebrew
    Hira Sans CJK JP
    Hluw Sans Anatolian Hieroglyphs
    Hmng Sans Pahawh Hmong
    Hmnp Serif Hmong Nyiakeng
    Hung Sans Old Hungarian
    Ital Sans Old Italic
    Java Sans Javanese
    Kali Sans Kayah Li
    Kana Sans CJK JP
    Khar Sans Kharoshthi
    Khmr Sans Khmer
    Khoj Sans Khojki
    Knda Sans Kannada
    Kthi Sans Kaithi
    Lana Sans Tai Tham
    Laoo Sans Lao
    Lepc Sans Lepcha
    Limb Sans Limbu
    Lina Sans Linear A
    Linb Sans Linear B
    Lisu Sans Lisu
    Lyci Sans Lycian
    Lydi Sans Lydian
    Mahj Sans Mahajani
    Mand Sans Mandaic
    Mani Sans Manichaean
    Marc Sans Marchen
    Medf Sans Medefaidrin
    Mend Sans Mende Kikakui
    Merc Sans Meroitic
    Mero Sans Meroitic
    Mlym Sans Malayalam
    Modi Sans Modi
    Mong Sans Mongolian
    Mroo Sans Mro
    Mtei Sans Meetei Mayek
    Mult Sans Multani
    Mymr Sans Myanmar
    Narb Sans Old North Arabian
    Nbat Sans Nabataean
    Newa Sans Newa
    Nkoo Sans NKo
    Nshu Sans Nushu
    Ogam Sans Ogham
    Olck Sans Ol Chiki
    Orkh Sans Old Turkic
    Orya Sans Oriya
    Osge Sans Osage
    Osma Sans Osmanya
    Palm Sans Palmyrene
    Pauc Sans Pau Cin Hau
    Perm Sans Old Permic
    Phag Sans PhagsPa
    Phli Sans Inscriptional Pahlavi
    Phlp Sans Psalter Pahlavi
    Phnx Sans Phoenician
    Plrd Sans Miao
    Prti Sans Inscriptional Parthian
    Rjng Sans Rejang
    Rohg Sans Hanifi Rohingya
    Runr Sans Runic
    Samr Sans Samaritan
    Sarb Sans Old South Arabian
    Saur Sans Saurashtra
    Sgnw Sans SignWriting
    Shaw Sans Shavian
    Shrd Sans Sharada
    Sidd Sans Siddham
    Sind Sans Khudawadi
    Sinh Sans Sinhala
    Sogd Sans Sogdian
    Sogo Sans Old Sogdian
    Sora Sans Sora Sompeng
    Soyo Sans Soyombo
    Sund Sans Sundanese
    Sylo Sans Syloti Nagri
    Syrc Sans Syriac
    Tagb Sans Tagbanwa
    Takr Sans Takri
    Tale Sans Tai Le
    Talu Sans New Tai Lue
    Taml Sans Tamil
    Tang Serif Tangut
    Tavt Sans Tai Viet
    Telu Sans Telugu
    Tfng Sans Tifinagh
    Tglg Sans Tagalog
    Thaa Sans Thaana
    Thai Sans Thai
    Tibt Serif Tibetan
    Tirh Sans Tirhuta
    Ugar Sans Ugaritic
    Vaii Sans Vai
    Wara Sans Warang Citi
    Wcho Sans Wancho
    Xpeo Sans Old Persian
    Xsux Sans Cuneiform
    Yezi Serif Yezidi
    Yiii Sans Yi
    Zanb Sans Zanabazar Square
    """
}

/// A writing system, identified by its ISO 15924 tag (`Geor`) as a four-byte number, as in HarfBuzz.
package struct WritingSystem: Hashable {
  private let tag: UInt32

  init(_ name: some StringProtocol) {
    tag = name.utf8.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  private init(tag: UInt32) { self.tag = tag }

  /// Returns the Unicode script property of the character. Characters shared by all scripts have a tag of their own.
  static func of(_ scalar: UInt32) -> WritingSystem {
    WritingSystem(tag: hb_unicode_script(hb_unicode_funcs_get_default(), scalar).rawValue)
  }

  /// Returns the members of `scripts` that occur in the text.
  static func among(_ scripts: Set<WritingSystem>, in text: some Sequence<Unicode.Scalar>) -> Set<WritingSystem> {
    guard !scripts.isEmpty else { return [] }
    var found: Set<WritingSystem> = []
    // Lower code points are Latin, Greek and Cyrillic, which nearly every text uses.
    for scalar in text where scalar.value > 0x052F {
      let script = of(scalar.value)
      if scripts.contains(script) { found.insert(script) }
    }
    return found
  }
}
