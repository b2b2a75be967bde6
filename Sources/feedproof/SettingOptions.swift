import ArgumentParser
import Projects

/// A command with options for project settings.
protocol SettingCommand {
  static var settings: Setting.Command { get }
}

/// The options that a command gets from the table of settings.
///
/// The parser discovers options by reflection. This type supplies a mirror made from the table, so that a row becomes
/// an option of its commands without further declarations.
struct SettingOptions<Command: SettingCommand>: ParsableArguments, CustomReflectable {
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
        let list = try container.decode(Option<String?>.self, forKey: key).wrappedValue
        overrides[setting.key] = list.map { list in
          list.split(separator: ",", omittingEmptySubsequences: false).map { String($0.filter { $0 != " " }) }
        }
      case .words:
        let words = try container.decode(Option<[String]>.self, forKey: key).wrappedValue
        overrides[setting.key] = words.isEmpty ? nil : words
      case .flag:
        overrides[setting.key] = try container.decode(Flag<Bool?>.self, forKey: key).wrappedValue.map { ["\($0)"] }
      }
    }
  }

  private static var rows: [(setting: Setting, option: Setting.Option)] {
    Setting.all.compactMap { setting in
      setting.option.flatMap { $0.commands.contains(Command.settings) ? (setting, $0) : nil }
    }
  }

  var customMirror: Mirror {
    Mirror(self, children: Self.rows.map { (label: "_\($0.key)", value: Self.declaration(of: $1)) })
  }

  private static func declaration(of option: Setting.Option) -> Any {
    let name: NameSpecification =
      option.short.map { [.customLong(option.name), .customShort($0)] } ?? [.customLong(option.name)]
    let values = option.choices.isEmpty ? "" : " (values: \(option.choices.joined(separator: ", ")))"
    let help = ArgumentHelp(
      "\(option.help)\(values)", valueName: option.valueName.isEmpty ? nil : option.valueName)
    let completion: CompletionKind? = option.choices.isEmpty ? nil : .list(option.choices)
    return switch option.form {
    case .word, .list: Option<String?>(name: name, help: help, completion: completion)
    case .words: Option<[String]>(wrappedValue: [], name: name, help: help)
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
    help:
      """
      A project folder (with feedproof.yml; default: this one), files of feeds and chats, services' archives (.zip, \
      .tar.gz), or folders of them, in any mixture; posts of several are one feed.
      """)
  var feeds: [String] = []
}
