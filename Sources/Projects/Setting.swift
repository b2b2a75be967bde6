/// Something that a project can say: in its file, on the command line, or not at all.
///
/// All that there is to know of one stands in its row (`Setting.usual`). How it is read and checked, its option and its
/// help, a new project's file, the digests of what is drawn already, the causes of a comparison and what watching makes anew
/// follow from there.
package struct Setting: Sendable {
  let binding: SettingBinding
  package let reach: Reach
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
  package struct Reach: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Which entries there are, and in which order.
    package static let feed = Reach(rawValue: 1)
    /// Where photos are looked for.
    package static let photos = Reach(rawValue: 2)
    /// What cards say, and nothing else of them: a card that says the same is as it was.
    package static let words = Reach(rawValue: 4)
    /// How every card is made.
    package static let cards = Reach(rawValue: 8)
    /// Which pictures of a card there are.
    package static let screens = Reach(rawValue: 16)
    /// The files that an export makes of them.
    package static let files = Reach(rawValue: 32)
    /// How a comparison judges.
    package static let judgement = Reach(rawValue: 64)
    /// Pages and the feed's picture, which know by themselves what they are made of.
    package static let page = Reach(rawValue: 128)
    /// Nothing that is published.
    package static let run: Reach = []
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
    package var commands: Commands

    package enum Form: Sendable {
      /// `--locale en`
      case word
      /// `--width 320,375`
      case list
      /// `--photos a --photos b`
      case words
      /// `--originals`
      case flag
    }
  }

  /// Commands that have a setting's option.
  package struct Commands: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let export = Commands(rawValue: 1)
    package static let show = Commands(rawValue: 2)
    package static let picture = Commands(rawValue: 4)
    package static let film = Commands(rawValue: 8)
    package static let prefetch = Commands(rawValue: 16)
    package static let media = Commands(rawValue: 32)
    package static let watch = Commands(rawValue: 64)
    package static let compare = Commands(rawValue: 128)
    package static let template = Commands(rawValue: 256)
    package static let fonts = Commands(rawValue: 512)

    /// All that make something of a feed that is named to them.
    package static let reading: Commands = [.export, .show, .picture, .film, .prefetch, .media, .watch]
    package static let drawing: Commands = [.export, .picture, .film, .prefetch, .media, .watch, .compare]
  }

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

/// What reaches something, as far as it is not as usual, by the settings' keys.
package typealias SettingValues = [String: SettingValue]

extension SettingValues {
  /// A line each, the same for the same values.
  package var lines: [String] { map { "\($0.key) \($0.value)" }.sorted() }
}

extension Project {
  /// What it says as far as that reaches any of these.
  package func values(reaching reach: Setting.Reach) -> SettingValues {
    var values: SettingValues = [:]
    for setting in Setting.all where !setting.reach.isDisjoint(with: reach) {
      values[setting.key] = setting.binding.value(self)
    }
    return values
  }

  /// The same project saying this, and the usual of all else that reaches any of these.
  package func restoring(_ values: SettingValues, reaching reach: Setting.Reach) -> Project {
    var project = self
    for setting in Setting.all where !setting.reach.isDisjoint(with: reach) {
      setting.binding.restore(values[setting.key], &project)
    }
    return project
  }

  /// What is not as it was where another one was asked for before.
  package func reach(ofChangesSince earlier: Project) -> Setting.Reach {
    var reach: Setting.Reach = folder == earlier.folder ? [] : .feed
    for setting in Setting.all where !setting.binding.isSame(self, earlier) { reach.formUnion(setting.reach) }
    return reach
  }
}

extension Setting {
  /// In words, for people: the usual one where the record holds none.
  package func inWords(_ value: SettingValue?) -> String { binding.shown(value) ?? "none" }
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
    _ binding: SettingBinding, reach: Setting.Reach, option name: String? = nil, short: Character? = nil,
    _ valueName: String = "", _ optionHelp: String = "", as form: Setting.Option.Form? = nil,
    on commands: Setting.Commands = [], help: (String, String), sample: String
  ) {
    let option = name.map {
      Setting.Option(
        name: $0, short: short, valueName: valueName, help: optionHelp, form: form ?? binding.form,
        choices: binding.choices, commands: commands)
    }
    rows.append(Setting(binding: binding, reach: reach, option: option, help: help, sample: sample))
  }
}
