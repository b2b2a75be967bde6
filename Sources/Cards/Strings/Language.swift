/// A language of cards and pages. To add one, add a file of words, such as `Templates/Strings/fi.yml`, and its code to
/// the list.
package struct Language: Hashable, Sendable {
  package static let all = ["ar", "de", "en", "es", "fr", "he", "ja", "pl", "pt", "ru", "tr", "uk"].map(Language.init)
  /// The default language on every machine.
  package static let usual = en
  package static let en = Language("en")

  /// The language's code in `locale` (ISO 639-1).
  package let code: String

  private init(_ code: String) {
    self.code = code
  }

  /// The machine's language (POSIX.1-2017, 8.2: `LC_ALL`, then `LC_MESSAGES`, then `LANG`), or the default. Only used
  /// once, to write it into a new project: the same input must give the same images everywhere.
  package init(spokenBy variables: [String: String]) {
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? ""
    self = Language(code: String(named.prefix { $0 != "_" && $0 != "." && $0 != "@" })) ?? .usual
  }

  /// Returns nil if there are no words for the language.
  package init?(code: String) {
    guard let known = Self.all.first(where: { $0.code == code }) else { return nil }
    self = known
  }
}

extension Language: CustomStringConvertible {
  package var description: String { code }
}
