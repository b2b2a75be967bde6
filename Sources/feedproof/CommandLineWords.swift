import ArgumentParser
import Diagnostics
import Files
import Projects

/// The words of the command line, prepared for the parser: global options are taken out, and former spellings are
/// replaced by current ones.
struct CommandLineWords {
  /// The words for the parser, without the program's name.
  private(set) var words: [String]
  /// The folder of `-C`, relative to the working folder; nil if there is none.
  private(set) var folder: String?
  private(set) var color = ColorChoice.auto
  /// A note for each former spelling.
  private(set) var notes: [Diagnostic] = []

  /// - Throws: `Diagnostic` if a global option has no valid value.
  init(_ words: some Sequence<String>) throws(Diagnostic) {
    self.words = Array(words)
    try takeGlobalOptions()
    spellUpdates()
    separateComparisons()
    renameOptions()
    noteFormerProject()
  }

  /// Whether the result is JSON.
  var isJSON: Bool { options.contains("--json") }

  /// Whether only errors and the result are printed.
  var isQuiet: Bool { options.contains("--quiet") || options.contains("-q") }

  /// The words before `--`, which ends options.
  private var options: ArraySlice<String> { words.prefix { $0 != "--" } }

  /// The words of the command: `["figma", "pull"]`.
  private var path: [String] {
    var path: [String] = []
    var command: any ParsableCommand.Type = Feedproof.self
    for word in words.drop(while: { $0 == "help" }) {
      guard let next = command.configuration.subcommands.first(where: { $0._commandName == word }) else { break }
      (command, path) = (next, path + [word])
    }
    return path
  }

  private var command: any ParsableCommand.Type { CommandTree.command(path) }

  private mutating func note(_ issue: UsageIssue) {
    let diagnostic = Diagnostic(issue)
    if !notes.contains(diagnostic) { notes.append(diagnostic) }
  }

  // MARK: Global options

  private mutating func takeGlobalOptions() throws(Diagnostic) {
    var rest: [String] = []
    var place = 0
    func value(of option: String, in words: [String]) throws(Diagnostic) -> String {
      place += 1
      guard words.indices.contains(place) else { throw Diagnostic(UsageIssue.missingValue(option)) }
      return words[place]
    }
    while place < words.count {
      let word = words[place]
      if word == "--" {
        rest += words[place...]
        break
      }
      if word == "-C" {
        try enter(try value(of: "-C", in: words))
      } else if word.hasPrefix("-C"), word.count > 2 {
        try enter(String(word.dropFirst(word.hasPrefix("-C=") ? 3 : 2)))
      } else if word == "--color" {
        color = try Self.color(try value(of: "--color", in: words))
      } else if word.hasPrefix("--color=") {
        color = try Self.color(String(word.dropFirst("--color=".count)))
      } else {
        rest.append(word)
      }
      place += 1
    }
    words = rest
  }

  /// Several folders are relative to each other, as for `git -C`.
  private mutating func enter(_ name: String) throws(Diagnostic) {
    guard !name.isEmpty else { throw Diagnostic(UsageIssue.missingValue("-C")) }
    folder = folder.map { name.hasPrefix("/") ? name : "\($0)/\(name)" } ?? name
  }

  private static func color(_ text: String) throws(Diagnostic) -> ColorChoice {
    guard let color = ColorChoice(rawValue: text) else {
      throw Diagnostic(
        ProjectIssue.optionValue(
          option: "--color", value: text,
          expected: "one of \(ColorChoice.allCases.map(\.rawValue).joined(separator: ", "))",
          known: ColorChoice.allCases.map(\.rawValue)))
    }
    return color
  }

  // MARK: Former spellings

  /// `-u` and `--update` take their value after `=` only, so that a project may follow.
  private mutating func spellUpdates() {
    guard path == ["compare"] else { return }
    for place in options.indices {
      switch words[place] {
      case "-u", "--update": words[place] = "--update=\(UpdateMode.changed.rawValue)"
      case let word where word.hasPrefix("-u") && !word.hasPrefix("--"):
        words[place] = "--update=\(word.dropFirst(word.hasPrefix("-u=") ? 3 : 2))"
      default: break
      }
    }
  }

  /// Turns `compare --screens`, `compare --before A --after B` and `compare --snapshots` into their own commands.
  private mutating func separateComparisons() {
    guard path == ["compare"] else { return }
    let names = Set(options.map { String($0.prefix { $0 != "=" }) })
    if names.contains("--screens") {
      note(.movedCommand("compare --screens FOLDER", to: "screens [PROJECT] FOLDER"))
      rename(command: "screens", takingValuesOf: ["--screens"])
    } else if names.contains("--snapshots") {
      note(.movedCommand("compare --snapshots FOLDER", to: "diff FOLDER"))
      rename(command: "diff", takingValuesOf: ["--snapshots"])
    } else if names.isSuperset(of: ["--before", "--after"]) {
      note(.movedCommand("compare --before A --after B", to: "diff A B"))
      rename(command: "diff", takingValuesOf: ["--before", "--after"])
    }
  }

  /// Moves the values of options to the end of the positional words.
  private mutating func rename(command: String, takingValuesOf names: [String]) {
    let end = options.endIndex
    var (rest, values): ([String], [String: String]) = ([], [:])
    var place = 0
    while place < end {
      let parts = words[place].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if names.contains(parts[0]), parts.count == 2 {
        values[parts[0]] = parts[1]
      } else if names.contains(parts[0]), place + 1 < end {
        values[parts[0]] = words[place + 1]
        place += 1
      } else {
        rest.append(words[place])
      }
      place += 1
    }
    if let first = rest.firstIndex(of: "compare") { rest[first] = command }
    words = rest + names.compactMap { values[$0] } + words[end...]
  }

  /// Former options with their replacements. An option is replaced only in commands that lack it and have the other.
  static var formerOptions: [(former: String, current: String)] {
    Setting.all.compactMap { setting in
      setting.option.flatMap { option in option.formerName.map { ("--\($0)", "--\(option.name)") } }
    } + [
      ("--pictures", "--image-url"), ("--pictures", "--save-images"), ("--pictures", "--images"),
      ("--no-pictures", "--no-images"), ("--replace", "--replace-feed"), ("--link", "--review-url"),
      ("--page", "--write-page"),
    ]
  }

  private mutating func renameOptions() {
    var known: [String]?
    for place in options.indices {
      let name = String(words[place].prefix { $0 != "=" })
      guard Self.formerOptions.contains(where: { $0.former == name }) else { continue }
      let names = known ?? CommandTree.options(of: command)
      known = names
      guard !names.contains(name),
        let current = Self.formerOptions.first(where: { $0.former == name && names.contains($0.current) })?.current
      else { continue }
      words[place] = current + words[place].dropFirst(name.count)
      note(.renamed(name, to: current))
    }
  }

  /// Commands that take the project as an argument keep a hidden `--project`.
  private mutating func noteFormerProject() {
    let isGiven = options.contains { $0 == "--project" || $0.hasPrefix("--project=") }
    if isGiven, CommandTree.options(of: command).contains("--project") {
      note(.renamed("--project PROJECT", to: "the argument PROJECT"))
    }
  }
}

/// The commands and their options.
enum CommandTree {
  /// Returns the command that the first words name.
  static func command(_ words: some Sequence<String>) -> any ParsableCommand.Type {
    var command: any ParsableCommand.Type = Feedproof.self
    for word in words {
      guard let next = command.configuration.subcommands.first(where: { $0._commandName == word }) else { break }
      command = next
    }
    return command
  }

  /// Returns all commands below a command, with their full names.
  static func all(
    below command: any ParsableCommand.Type, path: String
  ) -> [(path: String, command: any ParsableCommand.Type)] {
    command.configuration.subcommands.flatMap { next in
      let path = "\(path) \(next._commandName)"
      return [(path, next)] + all(below: next, path: path)
    }
  }

  /// Returns the names of a command's options, hidden ones last.
  static func options(of command: any ParsableCommand.Type) -> [String] {
    let visible = options(inHelp: Feedproof.helpMessage(for: command, columns: 200))
    let all = options(inHelp: Feedproof.helpMessage(for: command, includeHidden: true, columns: 200))
    return visible + all.filter { !visible.contains($0) }
  }

  private static func options(inHelp help: String) -> [String] {
    help.split(separator: "\n").flatMap { line -> [String] in
      // Option names, then at least two spaces and an explanation, which may mention other options.
      guard let names = line.firstMatch(of: #/^  (-.*?)(?:  |$)/#) else { return [] }
      return names.1.matches(of: #/--[a-z][a-z-]*/#).map { String($0.0) }
    }
  }
}

extension Feedproof {
  /// Parses the words after the program's name. Former spellings are accepted.
  static func parse(_ words: some Sequence<String>) throws -> any ParsableCommand {
    try parseAsRoot(try CommandLineWords(words).words)
  }
}
