/// A language that cards and pages are worded in. Another one is a file of words, `Templates/Strings/fi.yml`, and its code in
/// the list.
package struct Language: Hashable, Sendable {
  package static let all = ["ar", "de", "en", "es", "fr", "he", "ja", "pl", "pt", "ru", "tr", "uk"].map(Language.init)
  /// Where nobody says another, on every machine.
  package static let usual = en
  package static let en = Language("en")

  /// As `locale` names it (ISO 639-1).
  package let code: String

  private init(_ code: String) {
    self.code = code
  }

  /// Whoever a machine is set up for (POSIX.1-2017, 8.2: `LC_ALL`, then `LC_MESSAGES`, then `LANG`), or the usual one. To be
  /// written down once, in a project that is made there: the same input gives the same pictures everywhere.
  package init(spokenBy variables: [String: String]) {
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? ""
    self = Language(code: String(named.prefix { $0 != "_" && $0 != "." && $0 != "@" })) ?? .usual
  }

  /// Nil of a language that there are no words of.
  package init?(code: String) {
    guard let known = Self.all.first(where: { $0.code == code }) else { return nil }
    self = known
  }
}

extension Language: CustomStringConvertible {
  package var description: String { code }
}
