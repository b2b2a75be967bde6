import DataFormats
import Foundation

/// A setting of the project file or the command line.
///
/// All facts about it are in its row (`Setting.usual`). Parsing and validation, its option and help, the file of a new
/// project, the digests of drawn cards, the causes of a comparison and the effects of changes while watching are
/// derived from it.
package struct Setting: Sendable {
  let binding: SettingBinding
  /// Empty if no published file depends on it.
  package let reach: Set<ChangeScope>
  /// Nil if only the project file can set it.
  package let option: Option?
  /// The entry in `feedproof help project`: an example value as in the file, and its purpose. Rows with equal texts are
  /// combined.
  package let help: (example: String, text: String)

  /// The identifier in overrides and in records of drawn cards. Never renamed, because baselines contain it.
  package var key: String { binding.key }
  /// The key in the project file. Its option, if it has one, has the same name in kebab case.
  package var name: String { binding.name }

  /// What changes when the setting changes.
  package enum ChangeScope: Sendable {
    /// The set and order of entries.
    case feed
    /// The locations of photos.
    case photos
    /// Only the text of cards: a card with the same text is unchanged.
    case words
    /// The design of every card.
    case cards
    /// The set of images of a card.
    case screens
    /// The files that an export writes of them.
    case files
    /// The verdicts of a comparison.
    case judgement
    /// Pages and the feed image, which track their own inputs.
    case page
  }

  /// The part of a command's help that lists an option.
  package enum Topic: CaseIterable, Sendable { case feed, design, screens, text, output, page }

  /// An option of the command line.
  package struct Option: Sendable {
    /// The name without dashes.
    package var name: String
    /// An earlier name, which still works.
    package var formerName: String?
    package var short: Character?
    package var topic: Topic
    /// The placeholder for its value.
    package var valueName: String
    package var help: String
    package var form: Form
    /// The possible words of an option with few choices.
    package var choices: [String]
    package var commands: Set<Command>

    package enum Form: Sendable {
      /// `--locale en`
      case word
      /// `--widths 320,375 --widths 414`
      case list
      /// `--photos a,b --photos c`; an existing path with a comma in its name is one path.
      case paths
      /// `--originals`, or `--no-originals` to override the project file.
      case flag
    }
  }

  /// The commands that can have an option for a setting.
  package enum Command: Sendable {
    case export, show, picture, film, prefetch, media, watch, compare, template, fonts, config
  }

  /// In the order of the documentation. Tests may add settings.
  @TaskLocal package static var all: [Setting] = usual

  /// Returns the setting of a key in a project file, also for a former name.
  package static subscript(name: String) -> Setting? { all.first { $0.name == name || $0.key == name } }
}

/// A setting's value in digests and records.
package enum SettingValue: Codable, Hashable, Sendable, CustomStringConvertible {
  case text(String)
  case number(Int)

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = try (try? container.decode(Int.self)).map(SettingValue.number) ?? .text(container.decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    }
  }

  package var description: String {
    switch self {
    case .text(let text): text
    case .number(let number): String(number)
    }
  }
}

extension SettingValue {
  /// Returns the value with paths in the project's folder made relative, so that moving the project doesn't change it.
  func fromFolder(of project: Project) -> SettingValue {
    let start = project.folder.standardizedFileURL.path + "/"
    let paths = description.split(separator: ",", omittingEmptySubsequences: false).map { path in
      path.hasPrefix(start) ? path.dropFirst(start.count) : path
    }
    return .text(paths.joined(separator: ","))
  }
}

extension Project {
  /// Returns the URL of a path in the project file.
  func url(_ path: String) -> URL {
    path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.appendingPathComponent(path).standardizedFileURL
  }
}

/// Settings with non-default values, by key.
package typealias SettingValues = [String: SettingValue]

extension SettingValues {
  /// One line per value, equal for equal values.
  package var lines: [String] { map { "\($0.key) \($0.value)" }.sorted() }
}

extension Project {
  /// All non-default values.
  package var values: SettingValues {
    var values: SettingValues = [:]
    for setting in Setting.all { values[setting.key] = setting.binding.value(self) }
    return values
  }

  /// Returns the non-default values of settings that affect any of these.
  package func values(reaching reach: Set<Setting.ChangeScope>) -> SettingValues {
    var values: SettingValues = [:]
    for setting in Setting.all where !setting.reach.isDisjoint(with: reach) {
      values[setting.key] = setting.binding.value(self)
    }
    return values
  }

  /// Returns the project with these values, and with defaults for all other settings that affect any of these.
  package func restoring(_ values: SettingValues, reaching reach: Set<Setting.ChangeScope>) -> Project {
    var project = self
    for setting in Setting.all where !setting.reach.isDisjoint(with: reach) {
      setting.binding.restore(values[setting.key], &project)
    }
    return project
  }

  /// Returns what has changed since another project.
  package func reach(ofChangesSince earlier: Project) -> Set<Setting.ChangeScope> {
    var reach: Set<Setting.ChangeScope> = folder == earlier.folder ? [] : [.feed]
    for setting in Setting.all where !setting.binding.isSame(self, earlier) { reach.formUnion(setting.reach) }
    return reach
  }
}

extension Setting {
  /// Returns the name of a key's option: `time-zone` for `timeZone`.
  static func optionName(of key: String) -> String {
    key.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }

  /// Returns the value of a project as YAML; nil if it has none.
  package func yaml(in project: Project) -> String? {
    if let written = binding.written { return written(project) }
    guard let text = binding.shown(binding.value(project)), !text.isEmpty, text != "[]", text != "nil" else {
      return nil
    }
    let path = project.folder.standardizedFileURL.path
    let values = (binding.isList ? text.split(separator: ",").map(String.init) : [text]).map { value in
      value == path ? "." : value
    }
    let written = values.map { Double($0) != nil || Bool($0) != nil ? $0 : YAMLText.scalar($0) }
    return written.count == 1 ? written[0] : "[\(written.joined(separator: ", "))]"
  }

  /// Returns a value as text; the default if the record has none.
  package func inWords(_ value: SettingValue?) -> String { binding.shown(value) ?? "none" }
}

extension Set<Setting.Command> {
  /// All commands that process a given feed.
  package static let reading: Set = [.export, .show, .picture, .film, .prefetch, .media, .watch, .config]
  static let drawing: Set = [.export, .picture, .film, .prefetch, .media, .watch, .compare, .config]
}

/// Collects the rows of a table.
package struct SettingRows {
  package private(set) var rows: [Setting] = []

  package init() {}

  /// Adds a setting, with an option named after its key if a topic is given.
  ///
  /// - Parameters:
  ///   - topic: The section of help that lists the option; nil for a setting without an option.
  ///   - former: An earlier name of the option.
  ///   - valueName: The placeholder for the option's value.
  ///   - form: The syntax of several values; nil for the default.
  ///   - commands: The commands that have the option.
  package mutating func add(
    _ binding: SettingBinding, reach: Setting.ChangeScope..., option topic: Setting.Topic? = nil,
    former: String? = nil, short: Character? = nil, _ valueName: String = "", _ optionHelp: String = "",
    as form: Setting.Option.Form? = nil, on commands: Set<Setting.Command> = [], help: (String, String)
  ) {
    let option = topic.map {
      Setting.Option(
        name: Setting.optionName(of: binding.name), formerName: former, short: short, topic: $0, valueName: valueName,
        help: optionHelp, form: form ?? binding.form, choices: binding.choices, commands: commands)
    }
    rows.append(Setting(binding: binding, reach: Set(reach), option: option, help: help))
  }
}
