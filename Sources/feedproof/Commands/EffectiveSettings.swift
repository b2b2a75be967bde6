import DataFormats
import Diagnostics
import Files
import Foundation
import Projects

/// The settings of a project with the source of each value, for `feedproof config`.
struct EffectiveSettings: Encodable {
  struct Row: Encodable {
    /// The key in the project file.
    var key: String
    /// The value as YAML; nil if the setting has none.
    var value: String?
    var source: Source
    /// The line of the project file, or the option or variable.
    var place: String?
  }

  enum Source: String, Encodable { case `default`, file, option, variable }

  /// The project's folder.
  var project: String
  /// The project file; nil if there is none.
  var file: String?
  var settings: [Row]

  /// - Throws: `DiagnosticList` or `Diagnostic` for an invalid project file or option.
  init(inputs: [String], overrides: ProjectOverrides, onlyChanged: Bool, environment: Environment) throws {
    let project = try Project.load(inputs: inputs, overrides: overrides, environment: environment)
    let file = Project.file(of: inputs, in: environment)
    let name = file.map(environment.shownPath)
    var members: [SourceNode.Member] = []
    if let file, let name {
      let text = try environment.texts.text(of: file)
      // An empty file has no members.
      members = (try? ProjectFile.source(text, called: name))?.members ?? []
    }
    self.project = project.folder.path
    self.file = name
    settings = Setting.all.compactMap { setting in
      let member = members.last { Setting[$0.key]?.key == setting.key }
      var row = Row(key: setting.name, value: setting.yaml(in: project), source: .default)
      if overrides[setting.key] != nil, let option = setting.option {
        (row.source, row.place) = (.option, "--\(option.name)")
      } else if let member, let name {
        (row.source, row.place, row.value) = (.file, "\(name):\(member.keyPlace.line ?? 1)", member.value.json)
      } else if setting.key == "fonts", let lock = environment.variables["FEEDPROOF_FONT_LOCK"], !lock.isEmpty {
        (row.source, row.place, row.value) = (.variable, "FEEDPROOF_FONT_LOCK", YAMLText.scalar(lock))
      }
      return onlyChanged && row.source == .default ? nil : row
    }
  }

  /// YAML with the source of each value as a comment. Settings without a value are comments.
  var text: String {
    let width = min(60, settings.map(\.line.count).max() ?? 0)
    return settings.map { row in
      let space = String(repeating: " ", count: max(0, width - row.line.count))
      return "\(row.line)\(space)  # \(row.place ?? row.source.rawValue)\n"
    }.joined()
  }
}

extension EffectiveSettings.Row {
  // plain: the value is written as YAML
  fileprivate var line: String { value.map { "\(key): \($0)" } ?? "# \(key):" }
}

extension Place {
  /// The line; nil for other positions.
  fileprivate var line: Int? { if case .line(let line, column: _)? = position { line } else { nil } }
}

extension Commands {
  /// `feedproof config`
  package static func config(
    inputs: [String], overrides: ProjectOverrides, onlyChanged: Bool, json: Bool
  ) throws {
    let settings = try EffectiveSettings(
      inputs: inputs, overrides: overrides, onlyChanged: onlyChanged, environment: .process())
    try print(settings, as: settings.text, json: json)
  }

  /// Prints a result of the command line itself.
  package static func printResult(_ result: some Encodable, as text: String, json: Bool) throws {
    try print(result, as: text, json: json)
  }
}
