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
  /// Its paragraph in a new project's file: comments, followed by the key, or the key as a comment.
  package let sample: String

  /// The key in the project file.
  package var key: String { binding.key }

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

  /// An option of the command line.
  package struct Option: Sendable {
    /// The name without dashes.
    package var name: String
    package var short: Character?
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
      /// `--width 320,375`
      case list
      /// `--photos a --photos b`
      case words
      /// `--originals`, or `--no-originals` to override the project file.
      case flag
    }
  }

  /// The commands that can have an option for a setting.
  package enum Command: Sendable { case export, show, picture, film, prefetch, media, watch, compare, template, fonts }

  /// In the order of the documentation. Tests may add settings.
  @TaskLocal package static var all: [Setting] = usual

  package static subscript(key: String) -> Setting? { all.first { $0.key == key } }
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
  /// Returns a value as text; the default if the record has none.
  package func inWords(_ value: SettingValue?) -> String { binding.shown(value) ?? "none" }
}

extension Set<Setting.Command> {
  /// All commands that process a given feed.
  static let reading: Set = [.export, .show, .picture, .film, .prefetch, .media, .watch]
  static let drawing: Set = [.export, .picture, .film, .prefetch, .media, .watch, .compare]
}

/// Collects the rows of a table.
package struct SettingRows {
  package private(set) var rows: [Setting] = []

  package init() {}

  /// - Parameters:
  ///   - option: Its name without dashes, the placeholder for its value, and its help.
  ///   - form: The syntax of several values; nil for the default.
  ///   - commands: The commands that have the option.
  mutating func add(
    _ binding: SettingBinding, reach: Setting.ChangeScope..., option name: String? = nil, short: Character? = nil,
    _ valueName: String = "", _ optionHelp: String = "", as form: Setting.Option.Form? = nil,
    on commands: Set<Setting.Command> = [], help: (String, String), sample: String
  ) {
    let option = name.map {
      Setting.Option(
        name: $0, short: short, valueName: valueName, help: optionHelp, form: form ?? binding.form,
        choices: binding.choices, commands: commands)
    }
    rows.append(Setting(binding: binding, reach: Set(reach), option: option, help: help, sample: sample))
  }
}
