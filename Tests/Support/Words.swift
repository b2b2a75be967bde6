import CardTemplates
import Cards
import Foundation

extension Language {
  package static let ru = Language(code: "ru") ?? .usual

  /// The strings of the language, from the checkout's own file.
  package var strings: Strings {
    guard let strings = Self.words[code] else { preconditionFailure("Templates/Strings/\(code).yml can't be read") }
    return strings
  }

  private static let words: [String: Strings] = {
    var words: [String: Strings] = [:]
    for language in all {
      let file = Checkout.url("Templates/Strings/\(language).yml")
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      words[language.code] = StringsFile.read(TemplateFile(name: file.path, contents: text)).0
    }
    return words
  }()
}
