import ArgumentParser
import Projects

/// A command with options for project settings.
protocol SettingCommand {
  static var settings: Setting.Command { get }
}

/// A section of help with options for settings.
protocol SettingTopic: Sendable {
  static var topic: Setting.Topic { get }
}

enum FeedTopic: SettingTopic { static let topic = Setting.Topic.feed }
enum DesignTopic: SettingTopic { static let topic = Setting.Topic.design }
enum ScreensTopic: SettingTopic { static let topic = Setting.Topic.screens }
enum TextTopic: SettingTopic { static let topic = Setting.Topic.text }
enum PageTopic: SettingTopic { static let topic = Setting.Topic.page }
enum OutputTopic: SettingTopic { static let topic = Setting.Topic.output }

/// The options that a command gets from the table of settings, in titled sections.
struct SettingOptions<Command: SettingCommand>: ParsableArguments {
  @OptionGroup(title: "Feed") private var feed: SettingSection<Command, FeedTopic>
  @OptionGroup(title: "Design") private var design: SettingSection<Command, DesignTopic>
  @OptionGroup(title: "Screens") private var screens: SettingSection<Command, ScreensTopic>
  @OptionGroup(title: "Language and dates") private var text: SettingSection<Command, TextTopic>
  @OptionGroup(title: "Page") private var page: SettingSection<Command, PageTopic>
  @OptionGroup(title: "Output") private var output: SettingSection<Command, OutputTopic>

  var overrides: ProjectOverrides {
    [feed.overrides, design.overrides, screens.overrides, text.overrides, page.overrides, output.overrides]
      .reduce(into: ProjectOverrides()) { all, section in
        for key in section.keys { all[key] = section[key] }
      }
  }
}

/// The options of one section.
///
/// The parser discovers options by reflection. This type supplies a mirror made from the table, so that a row becomes
/// an option of its commands without further declarations.
struct SettingSection<Command: SettingCommand, Topic: SettingTopic>: ParsableArguments, CustomReflectable {
  private(set) var overrides = ProjectOverrides()

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: SettingKey.self)
    for (setting, option) in Self.rows {
      let key = SettingKey(stringValue: setting.key)
      switch option.form {
      case .word:
        overrides[setting.key] = try container.decode(Option<String?>.self, forKey: key).wrappedValue.map { [$0] }
      case .list:
        let words = try container.decode(Option<[String]>.self, forKey: key).wrappedValue
        overrides[setting.key] = words.isEmpty ? nil : ListWords.values(words)
      case .paths:
        let words = try container.decode(Option<[String]>.self, forKey: key).wrappedValue
        overrides[setting.key] = words.isEmpty ? nil : ListWords.paths(words)
      case .flag:
        overrides[setting.key] = try container.decode(Flag<Bool?>.self, forKey: key).wrappedValue.map { ["\($0)"] }
      }
    }
  }

  private static var rows: [(setting: Setting, option: Setting.Option)] {
    Setting.all.compactMap { setting in
      setting.option.flatMap { option in
        option.commands.contains(Command.settings) && option.topic == Topic.topic ? (setting, option) : nil
      }
    }
  }

  var customMirror: Mirror {
    Mirror(self, children: Self.rows.map { (label: "_\($0.key)", value: Self.declaration(of: $1)) })
  }

  private static func declaration(of option: Setting.Option) -> Any {
    let name: NameSpecification =
      option.short.map { [.customShort($0), .customLong(option.name)] } ?? [.customLong(option.name)]
    let values = option.choices.isEmpty ? "" : " (values: \(option.choices.joined(separator: ", ")))"
    let help = ArgumentHelp(
      "\(option.help)\(values)", valueName: option.valueName.isEmpty ? nil : option.valueName)
    let completion: CompletionKind? = option.choices.isEmpty ? nil : .list(option.choices)
    return switch option.form {
    case .word: Option<String?>(name: name, help: help, completion: completion)
    case .list, .paths: Option<[String]>(wrappedValue: [], name: name, help: help, completion: completion)
    case .flag: Flag<Bool?>(name: name, inversion: .prefixedNo, help: help)
    }
  }
}

private struct SettingKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}

/// The feed that a command reads.
struct FeedArguments: ParsableArguments {
  @Argument(
    help: .of(
      "project",
      """
      Project folder with feedproof.yml (default: the working folder), or files of feeds and chats, archives (.zip, \
      .tar.gz) and folders of them; several are read as one feed.
      """))
  var feeds: [String] = []
}
