/// Snowball's programs for languages: which parts of a word its other forms have in common. The page runs them, for words that
/// somebody searches for and for those that may be their forms (`Templates/Site/stems`).
enum StemPrograms {
  /// Languages that Snowball has and the tool speaks. Of Hebrew, Japanese and Ukrainian it has none.
  static let languages = ["ar", "de", "en", "es", "fr", "pl", "pt", "ru", "tr"]
  /// What a feed in any language may have, each written in another script; English is nowhere far.
  private static let usual = ["en", "ru", "ar"]

  /// Under what terms they may be handed on, in the folder of page templates.
  static let license = "stems/snowball.txt"
  static let paths = languages.map(path) + [license]

  private static func path(of language: String) -> String { "stems/\(language).sbl" }

  /// Those of a page, its own language first.
  ///
  /// - Parameter language: BCP 47. A page in Ukrainian takes Cyrillic words for Ukrainian ones, which have no program.
  static func languages(ofPageIn language: String) -> [String] {
    let own = language.prefix { $0 != "-" }.lowercased()
    let others = usual.filter { $0 != own && !(own == "uk" && $0 == "ru") }
    return (languages.contains(own) ? [own] : []) + others
  }

  /// What a page loads when somebody searches: what runs programs, and the programs in the order of their languages.
  ///
  /// - Parameter text: A file of the folder of page templates.
  static func files(
    ofPageIn language: String, runner: String, _ text: (String) -> String
  ) -> [(path: String, text: String)] {
    let programs = languages(ofPageIn: language).enumerated().map { index, language in
      let key = String(index + 1)
      let data = ScriptValue.chunk("stems", key, [.text(text(path(of: language)))])
      return ("site/stems/\(key).js", "/*\n\(text(license))*/\n\(data)")
    }
    return [("site/stems/0.js", runner)] + programs
  }
}
