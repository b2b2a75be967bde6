import Diagnostics
import Files
import Foundation

/// `feedproof template check`: templates against their view models, their tokens in every theme, and the icons.
package struct TemplateCheck {
  private let environment: Environment
  /// Instead of those the templates name.
  private let tokens: [String]
  /// Whose faces texts may be set in; nil takes the tool's own.
  private let fontLock: String?

  package init(environment: Environment, tokens: [String] = [], fontLock: String? = nil) {
    self.environment = environment
    self.tokens = tokens
    self.fontLock = fontLock
  }

  /// - Parameter files: Templates; a folder stands for the templates in it.
  package func report(on files: [String]) -> TemplateReport {
    TemplateReport(
      templates: files.flatMap(expanded).map { file in
        let reading = TemplateReading(file, ownTokens: tokens, fontLock: fontLock, environment: environment)
        return TemplateReport.Template(reading)
      })
  }

  private func expanded(_ file: String) -> [String] {
    let url = environment.url(file)
    guard FileSystem.isFolder(url) else { return [file] }
    let names = (try? FileSystem.names(in: url)) ?? []
    let templates = names.filter { $0.hasSuffix(".yml") && !$0.hasPrefix(".") }.sorted()
    let folder = file.hasSuffix("/") ? String(file.dropLast()) : file
    return templates.isEmpty ? [file] : templates.map { "\(folder)/\($0)" }
  }
}

/// What is right and wrong with some templates.
package struct TemplateReport: Encodable, Sendable {
  package struct Template: Encodable, Sendable {
    package var file: String
    package var ok: Bool
    /// The view model.
    package var card: String?
    package var tokens: [String]
    package var themes: [String]
    package var diagnostics: [Diagnostic]
  }

  package var templates: [Template]

  package var isSound: Bool { templates.allSatisfy(\.ok) }
  package var diagnostics: [Diagnostic] { templates.flatMap(\.diagnostics).uniqued() }

  /// `Cards/post.yml: ok (card post; light, dark)`, a line for each sound template.
  package var text: String {
    templates.filter(\.ok).map { template in
      let card = template.card.map { "card \($0)" } ?? ""
      let details = [card, template.themes.joined(separator: ", ")].filter { !$0.isEmpty }.joined(separator: "; ")
      return "\(template.file): ok (\(details))\n"
    }.joined()
  }
}

extension TemplateReport.Template {
  init(_ reading: TemplateReading) {
    self.init(
      file: reading.file, ok: reading.isSound, card: reading.card, tokens: reading.tokens, themes: reading.themes,
      diagnostics: reading.diagnostics)
  }
}
