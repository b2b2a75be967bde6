import Foundation

/// Something that a project can say: in its file, on the command line, or not at all.
///
/// All that there is to know of one stands in its row (`Setting.usual`). How it is read and checked, its option and its
/// help, a new project's file, the digests of what is drawn already, the causes of a comparison and what watching makes anew
/// follow from there.
package struct Setting: Sendable {
  let binding: SettingBinding
  /// Empty where nothing that is published changes with it.
  package let reach: Set<Reach>
  /// Nil where only the project file says it.
  package let option: Option?
  /// What `feedproof help project` says: a value as it stands in the file, and what it is for. Rows with one text stand
  /// together.
  package let help: (example: String, text: String)
  /// Its paragraph of a new project's file: comments, and in the last line the key, or the key as a comment.
  package let sample: String

  /// In the project file.
  package var key: String { binding.key }

  /// What is another one when the setting is.
  package enum Reach: Sendable {
    /// Which entries there are, and in which order.
    case feed
    /// Where photos are looked for.
    case photos
    /// What cards say, and nothing else of them: a card that says the same is as it was.
    case words
    /// How every card is made.
    case cards
    /// Which pictures of a card there are.
    case screens
    /// The files that an export makes of them.
    case files
    /// How a comparison judges.
    case judgement
    /// Pages and the feed's picture, which know by themselves what they are made of.
    case page
  }

  /// Of the command line.
  package struct Option: Sendable {
    /// Without dashes.
    package var name: String
    package var short: Character?
    /// What its value is called.
    package var valueName: String
    package var help: String
    package var form: Form
    /// Of an option that takes one of a few words.
    package var choices: [String]
    package var commands: Set<Command>

    package enum Form: Sendable {
      /// `--locale en`
      case word
      /// `--width 320,375`
      case list
      /// `--photos a --photos b`
      case words
      /// `--originals`, or `--no-originals` where the project file says otherwise.
      case flag
    }
  }

  /// Commands that can have a setting's option.
  package enum Command: Sendable { case export, show, picture, film, prefetch, media, watch, compare, template, fonts }

  /// In the order in which people are told of them. A test may add to them.
  @TaskLocal package static var all: [Setting] = usual

  package static subscript(key: String) -> Setting? { all.first { $0.key == key } }
}

/// A setting's value as digests and records hold it.
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
  /// Of paths: those within the project's folder begin there, so that a project is the same one wherever it lies.
  func fromFolder(of project: Project) -> SettingValue {
    let start = project.folder.standardizedFileURL.path + "/"
    let paths = description.split(separator: ",", omittingEmptySubsequences: false).map { path in
      path.hasPrefix(start) ? path.dropFirst(start.count) : path
    }
    return .text(paths.joined(separator: ","))
  }
}

extension Project {
  /// Where a path leads, as its file writes it.
  func url(_ path: String) -> URL {
    path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.appendingPathComponent(path).standardizedFileURL
  }
}

/// What reaches something, as far as it is not as usual, by the settings' keys.
package typealias SettingValues = [String: SettingValue]

extension SettingValues {
  /// A line each, the same for the same values.
  package var lines: [String] { map { "\($0.key) \($0.value)" }.sorted() }
}

extension Project {
  /// All that it says.
  package var values: SettingValues {
    var values: SettingValues = [:]
    for setting in Setting.all { values[setting.key] = setting.binding.value(self) }
    return values
  }

  /// What it says as far as that reaches any of these.
  package func values(reaching reach: Set<Setting.Reach>) -> SettingValues {
    var values: SettingValues = [:]
    for setting in Setting.all where !setting.reach.isDisjoint(with: reach) {
      values[setting.key] = setting.binding.value(self)
    }
    return values
  }

  /// The same project saying this, and the usual of all else that reaches any of these.
  package func restoring(_ values: SettingValues, reaching reach: Set<Setting.Reach>) -> Project {
    var project = self
    for setting in Setting.all where !setting.reach.isDisjoint(with: reach) {
      setting.binding.restore(values[setting.key], &project)
    }
    return project
  }

  /// What is not as it was where another one was asked for before.
  package func reach(ofChangesSince earlier: Project) -> Set<Setting.Reach> {
    var reach: Set<Setting.Reach> = folder == earlier.folder ? [] : [.feed]
    for setting in Setting.all where !setting.binding.isSame(self, earlier) { reach.formUnion(setting.reach) }
    return reach
  }
}

extension Setting {
  /// In words, for people: the usual one where the record holds none.
  package func inWords(_ value: SettingValue?) -> String { binding.shown(value) ?? "none" }
}

extension Set<Setting.Command> {
  /// All that make something of a feed that is named to them.
  static let reading: Set = [.export, .show, .picture, .film, .prefetch, .media, .watch]
  static let drawing: Set = [.export, .picture, .film, .prefetch, .media, .watch, .compare]
}

/// Collects a table's rows.
package struct SettingRows {
  package private(set) var rows: [Setting] = []

  package init() {}

  /// - Parameters:
  ///   - option: Its name without dashes, what its value is called, and what it does.
  ///   - form: How it takes several values; nil for the usual way.
  ///   - commands: Those that have the option.
  mutating func add(
    _ binding: SettingBinding, reach: Setting.Reach..., option name: String? = nil, short: Character? = nil,
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
