import ArgumentParser
import Foundation
import Projects
import Support
import Testing

@testable import feedproof

@Suite("Help, and words that were mistyped")
struct CommandHelpTests {
  private struct Dump: Decodable { var command: Command }

  private struct Command: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable { var name: String }

      var kind: String
      var preferredName: Name?
      var abstract: String?
    }

    var commandName: String
    var abstract: String?
    var discussion: String?
    var arguments: [Argument]?
    var subcommands: [Command]?
  }

  /// All commands by name, except for those of the parser.
  private static let commands: [(path: [String], command: Command)] = {
    guard let text = try? Tool.run(["--experimental-dump-help"]).output,
      let dump = try? JSONDecoder().decode(Dump.self, from: Data(text.utf8))
    else { return [] }
    func all(_ command: Command, _ path: [String]) -> [(path: [String], command: Command)] {
      [(path, command)]
        + (command.subcommands ?? []).filter { $0.commandName != "help" }.flatMap { all($0, path + [$0.commandName]) }
    }
    return all(dump.command, [])
  }()

  private static let leaves = commands.filter { ($0.command.subcommands ?? []).allSatisfy { $0.commandName == "help" } }

  @Test("every command's help has two examples, which can be given as they stand")
  func examples() throws {
    #expect(Self.leaves.count > 10)
    for (path, command) in Self.leaves {
      let text = command.discussion ?? ""
      guard let start = text.range(of: "Examples:\n") else {
        Issue.record("feedproof \(path.joined(separator: " ")) has no example")
        continue
      }
      let lines = text[start.upperBound...].split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      let own = lines.count { $0.hasPrefix((["feedproof"] + path).joined(separator: " ")) }
      #expect(own >= 2, "\(path): \(lines)")
      for line in lines where line.hasPrefix("feedproof ") {
        let words = DocumentedCommandsTests.words(of: line).dropFirst()
        #expect(throws: Never.self, "\(line)") { _ = try Feedproof.parse(Array(words)) }
        // The line is indented by two. A longer one would wrap and could not be copied.
        #expect(line.count <= 78, "\(line)")
      }
    }
  }

  /// Options whose meaning in some commands differs and is documented there.
  private static let ownMeanings: [String: Set<String>] = [
    "output": ["merge", "approve", "comment", "serve", "diff", "picture", "figma tokens", "figma template"],
    "post": ["compare", "film", "diff"], "only": ["approve", "diff", "figma tokens"],
    "since": ["fetch"], "scale": ["picture", "template layout", "figma pull"], "into": ["figma pull", "figma tokens"],
    "card": ["figma template"], "write": ["figma frames"], "name": ["comment"], "baseline-storage": ["approve"],
    "prefetch-budget": ["prefetch"], "prefetch-weights": ["prefetch"], "port": ["compare"], "open": ["compare"],
    "check": ["eject"],
  ]

  @Test("an option is explained in the same words wherever it is")
  func sameWords() {
    var known: [String: (words: String, command: String)] = [:]
    for (path, command) in Self.commands {
      let name = path.joined(separator: " ")
      for argument in command.arguments ?? [] where argument.kind != "positional" {
        guard let option = argument.preferredName?.name, Self.ownMeanings[option]?.contains(name) != true else {
          continue
        }
        let words = argument.abstract ?? ""
        #expect(!words.isEmpty, "--\(option) of feedproof \(name) is not explained")
        let before = known[option, default: (words, name)]
        #expect(before.words == words, "--\(option) of feedproof \(name) and of feedproof \(before.command)")
        known[option] = before
      }
    }
  }

  @Test("every command but the groups takes --json")
  func json() {
    for (path, command) in Self.leaves {
      #expect(command.arguments?.contains { $0.preferredName?.name == "json" } == true, "\(path)")
    }
  }

  @Test("help is at most as wide as the terminal", arguments: [60, 80, 120])
  func width(columns: Int) throws {
    for (path, _) in Self.commands {
      let help = try Tool.run(path + ["--help"], environment: ["COLUMNS": String(columns)]).output
      // Examples and addresses don't wrap.
      let wide = help.split(separator: "\n").filter { $0.count > max(columns, 80) + 6 && !$0.contains("feedproof ") }
      #expect(wide.isEmpty, "\(path): \(wide)")
    }
  }

  @Test("a usage is broken between arguments, as wide as the terminal", arguments: [60, 80, 120])
  func usage(columns: Int) throws {
    for (path, _) in Self.commands {
      let help = try Tool.run(path + ["--help"], environment: ["COLUMNS": String(columns)]).output
      let usage = try #require(help.range(of: "USAGE: "))
      let lines = help[usage.lowerBound...].components(separatedBy: "\n\n")[0].split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= columns }, "\(path): \(lines)")
      #expect(
        lines.dropFirst().allSatisfy {
          $0.hasPrefix("         [") || $0.hasPrefix("         <") || $0.hasPrefix("         -")
        })
    }
  }

  // MARK: Topics

  @Test("feedproof help project reports every key", arguments: ProjectFile.keys)
  func keys(key: String) {
    #expect(HelpTopic.project.text.split { !$0.isLetter }.contains { $0 == key })
  }

  @Test("feedproof help topics lists all, and each is explained in lines of 80 columns with an example")
  func topics() throws {
    let list = try Tool.run(["help", "topics"])
    #expect(list.status == 0)
    for topic in HelpTopic.allCases {
      #expect(list.output.contains("  \(topic.rawValue) "))
      let text = try Tool.run(["help", topic.rawValue])
      #expect(text.status == 0 && text.output == topic.text)
      #expect(text.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
      #expect(text.output.contains("Example: "))
    }
  }

  @Test("feedproof help COMMAND is that command's help")
  func helpOfCommand() throws {
    #expect(try Tool.run(["help", "diff"]).output == (try Tool.run(["diff", "--help"]).output))
  }

  @Test("every variable that is read is explained")
  func variables() throws {
    let text = HelpTopic.environment.text
    let names = try FileManager.default.subpathsOfDirectory(atPath: Checkout.url("Sources").path)
    for name in names where name.hasSuffix(".swift") {
      let source = try String(contentsOf: Checkout.url("Sources/\(name)"), encoding: .utf8)
      for match in source.matches(of: #/variables\["([A-Z_]+)"/#) {
        let variable = String(match.1)
        let group = variable.hasPrefix("SLURM_") ? "SLURM_" : variable
        #expect(text.contains(group), "\(variable) in \(name)")
      }
    }
  }

  // MARK: Mistyped words

  @Test(
    "anything that was meant is suggested",
    arguments: [
      (["exprot", "x"], "error[usage.unknown-command]: unknown command 'exprot'\n  hint: did you mean 'export'?\n"),
      (["template", "chek"], "unknown command 'chek'\n  hint: did you mean 'check'?"),
      (["export", "--widht", "375"], "unknown option '--widht'\n  hint: did you mean '--widths'?"),
      (["export", "--keep-removd"], "did you mean '--keep-removed'?"),
      (["help", "projet"], "unknown command or topic 'projet'\n  hint: did you mean 'project'?"),
      (["nothing-like-it"], "unknown command 'nothing-like-it'\n"),
      (["version"], "unknown command 'version'\n  hint: did you mean '--version'?"),
      (["helpp"], "did you mean 'help'?"),
      // The mistyped option leads to another error as well.
      (["picture", "--outptu", "x.png"], "unknown option '--outptu'\n  hint: did you mean '--output'?\nUsage: "),
      (["approve", "--al"], "unknown option '--al'\n  hint: did you mean '--all'?"),
      (["fetch", "--no-medai", "vk:newsfeed"], "did you mean '--no-media'?"),
      (
        ["export", ".", "--order", "dat"],
        "--order must be one of feed, date, not \"dat\"\n  hint: did you mean \"date\"?"
      ),
      (["compare", "--record", "mising"], "did you mean 'missing'?"),
      (["picture", "--state", "x"], "error[usage.value]: the value 'x' is invalid for '--state <state>'"),
      (["film", "--threshold", "1"], "unknown option '--threshold'\n  hint: it is an option of feedproof diff\n"),
      (["--json"], "hint: it is an option of feedproof init, feedproof fetch, feedproof add and "),
      (["nosuch", "--json"], "error[usage.unknown-command]: unknown command 'nosuch'\n"),
      (["figma", "pul", "--json"], "unknown command 'pul'\n  hint: did you mean 'pull'?"),
      (["diff"], "error[usage.missing-argument]: missing argument <before>\n  hint: PNG, JPEG, WebP or GIF file"),
      (["approve"], "error[usage.options]: name the cases to approve"),
    ])
  func mistyped(words: [String], expected: String) throws {
    let outcome = try Tool.run(words)
    #expect(outcome.status == 2 && (outcome.output.isEmpty || words.contains("--json")))
    #expect(outcome.error.contains(expected), "\(outcome.error)")
  }

  @Test(
    "every failure is an event of JSON too, with its code",
    arguments: [
      (["approve", "nope"], "report.missing"), (["comment", "nope"], "report.missing"),
      (["diff", "a.png", "b.png"], "input."), (["init", "taken"], "init."), (["fonts", "--fonts", "nope"], "design."),
      (["export", "nope"], "input.missing"), (["completions", "zhs"], "usage.value"),
    ])
  func failures(words: [String], code: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "taken/feedproof.yml")
    let outcome = try Tool.run(words + ["--json"], in: folder.url)
    #expect(outcome.status > 1)
    #expect(outcome.output.hasPrefix("{\"diagnostic\":{\"code\":\"\(code)"), "\(outcome.output)\(outcome.error)")
    #expect(outcome.error.contains("error[\(code)"))
  }

  // MARK: Versions

  @Test("--version --verbose tells where the design is, every library and every face of the lock")
  func versions() throws {
    let plain = try Tool.run(["--version"])
    #expect(plain.output.split(separator: "\n").count == 1)
    let verbose = try Tool.run(["--version", "--verbose"])
    #expect(verbose.status == 0)
    #expect(
      verbose.output.hasPrefix(
        "feedproof \(plain.output)templates and tokens: \(Checkout.folder.path)\nbuild: debug\nlibraries:\n"))
    for word in ["cairo 1.", "pango 1.", "libwebp ", "Inter 400", "Noto Color Emoji"] {
      #expect(verbose.output.contains(word), "\(word)")
    }
    let json = try Tool.run(["--version", "--verbose", "--json"])
    #expect(json.output.contains("\"libraries\" : {"))
  }
}
