/// Snowball stemming programs by language. The page runs them on search terms and on words that may be inflected forms
/// of them (`Templates/Site/stems`).
package enum StemPrograms {
  /// The languages supported by both Snowball and the tool. Snowball has none for Hebrew, Japanese and Ukrainian.
  package static let languages = ["ar", "de", "en", "es", "fr", "pl", "pt", "ru", "tr"]
  /// Languages included for any feed, each in another script; English occurs everywhere.
  private static let usual = ["en", "ru", "ar"]

  /// The license file, in the folder of page templates.
  static let license = "stems/snowball.txt"
  static let paths = languages.map(path) + [license]

  private static func path(of language: String) -> String { "stems/\(language).sbl" }

  /// Returns the languages of a page, its own first.
  ///
  /// - Parameter language: A BCP 47 tag. A page in Ukrainian treats Cyrillic words as Ukrainian, which has no program.
  package static func languages(ofPageIn language: String) -> [String] {
    let own = language.prefix { $0 != "-" }.lowercased()
    let others = usual.filter { $0 != own && !(own == "uk" && $0 == "ru") }
    return (languages.contains(own) ? [own] : []) + others
  }

  /// Returns the files that a page loads for the first search: the runner, and the programs in the order of their
  /// languages.
  ///
  /// - Parameter text: Returns a file in the folder of page templates.
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
