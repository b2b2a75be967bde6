import ArgumentParser
import FeedproofKit
import Files
import Foundation
import Runs

@main
enum Main {
  static func main() async {
    LocalTime.settle()
    var command: any ParsableCommand
    do { try ProcessArguments.check() } catch { exit(status(of: error)) }
    switch AskedHelp.asked(by: ProcessArguments.all) {
    case .text(let text): return print(text, terminator: "")
    case .unknown(let words):
      StandardStream.error.write(words)
      exit(ExitStatus.brokenInput.rawValue)
    case nil: break
    }
    if let version = VersionCommand.asked(by: ProcessArguments.all) {
      do { try version.run() } catch { exit(status(of: error)) }
      return
    }
    do {
      command = try Feedproof.parseAsRoot()
    } catch {
      exit(status(ofParsing: error))
    }
    do {
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch  where Feedproof.exitCode(for: error) == .success {
      // Help and version are commands to the parser.
      exit(status(ofParsing: error))
    } catch {
      exit(status(of: error))
    }
  }

  /// Tells of the error on standard error and gives the exit status.
  private static func status(of error: any Error) -> Int32 {
    let failure = RunFailure(stopping: error)
    let terminal = TerminalTraits.ofStandardError()
    for diagnostic in failure.diagnostics { StandardStream.error.pass(terminal.text(of: diagnostic) + "\n") }
    if case .interrupted = failure {
      StandardStream.error.write(
        "interrupted; every file that was written is whole, and the next run goes on from there\n")
    }
    return failure.status.rawValue
  }

  /// What the parser of the command line throws: help and version, which are no errors, and wrong usage.
  private static func status(ofParsing error: any Error) -> Int32 {
    let (message, columns) = (Feedproof.fullMessage(for: error), TerminalTraits.columnsOfHelp())
    guard Feedproof.exitCode(for: error) != .success else {
      print(UsageLines.wrapped(message, columns: columns))
      return 0
    }
    let corrected = UnknownOption.corrected(message, words: ProcessArguments.all.dropFirst())
    StandardStream.error.write(UsageLines.wrapped(corrected, columns: columns) + "\n")
    return ExitStatus.brokenInput.rawValue
  }
}
