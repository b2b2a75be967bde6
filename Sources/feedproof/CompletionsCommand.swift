import ArgumentParser

struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Print a completion script for bash, zsh or fish",
    discussion: """
      Examples:
        feedproof completions zsh > ~/.zfunc/_feedproof
        feedproof completions fish > ~/.config/fish/completions/feedproof.fish
      """)

  @Argument(help: .of("shell", "bash, zsh or fish"))
  var shell: Shell

  @OptionGroup(title: "Common options") var result: ResultArguments

  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish

    fileprivate var completion: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  /// The result with `--json`.
  private struct Completions: Encodable {
    var shell: String
    var script: String
  }

  func run() throws {
    let script = Feedproof.completionScript(for: shell.completion)
    try Commands.printResult(
      Completions(shell: shell.rawValue, script: script), as: script + "\n", json: result.json)
  }
}
