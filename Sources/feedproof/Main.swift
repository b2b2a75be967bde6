import ArgumentParser
import Diagnostics
import Files
import Foundation
import RunSupport

@main
enum Main {
  static func main() async {
    StandardStream.reserveDescriptors()
    LocalTime.settle()
    let given = Array(ProcessArguments.all.dropFirst())
    // Before anything is parsed, so that errors of parsing are JSON too.
    let isJSON = given.prefix { $0 != "--" }.contains("--json")
    let line: CommandLineWords
    do {
      try ProcessArguments.check()
      line = try CommandLineWords(given)
      TerminalTraits.choose(line.color)
      if let folder = line.folder { try ProcessArguments.enter(folder) }
    } catch {
      exit(status(of: error, isJSON: isJSON))
    }
    switch HelpRequest.asked(by: line.words) {
    case .text(let text): exit(status(ofPrinting: text))
    case .unknown(let issue):
      report(issue, isJSON: isJSON)
      StandardStream.error.write("\n\(HelpTopic.list)")
      exit(ExitStatus.brokenInput.rawValue)
    case nil: break
    }
    if let version = VersionCommand.asked(by: line.words) {
      do { try version.run() } catch { exit(status(of: error, isJSON: isJSON)) }
      exit(status(ofRun: .good))
    }
    var command: any ParsableCommand
    do {
      command = try Feedproof.parseAsRoot(line.words)
    } catch {
      exit(status(ofParsing: error, line))
    }
    if !line.isQuiet { for note in line.notes { report(note, isJSON: false) } }
    do {
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch  where Feedproof.exitCode(for: error) == .success {
      // The parser treats help and version as commands.
      exit(status(ofParsing: error, line))
    } catch {
      exit(status(of: error, isJSON: isJSON))
    }
    exit(status(ofRun: .good))
  }

  /// Prints help or the version.
  private static func status(ofPrinting text: String) -> Int32 {
    do { try StandardStream.print(text) } catch { return status(of: error, isJSON: false) }
    return ExitStatus.good.rawValue
  }

  /// Reports a failure to write to standard output, if there was one.
  ///
  /// - Parameter status: The status of the run. Kept if it is already an error.
  private static func status(ofRun status: ExitStatus) -> Int32 {
    Commands.endReports()
    guard let failure = StandardStream.outputFailure else { return status.rawValue }
    StandardStream.error.pass(TerminalTraits.ofStandardError().text(of: failure) + "\n")
    return (status == .good || status == .different ? ExitStatus.unwritableOutput : status).rawValue
  }

  /// Prints a diagnostic on standard error. With `--json`, it is an event on standard output too.
  private static func report(_ diagnostic: Diagnostic, isJSON: Bool) {
    StandardStream.error.pass(TerminalTraits.ofStandardError().text(of: diagnostic) + "\n")
    if isJSON { StandardStream.output.pass(RunProgress.event(diagnostic)) }
  }

  /// Reports the error and returns the exit status.
  private static func status(of error: any Error, isJSON: Bool) -> Int32 {
    let failure = RunFailure(stopping: error)
    Commands.endReports()
    for diagnostic in failure.diagnostics { report(diagnostic, isJSON: isJSON) }
    if case .interrupted = failure {
      StandardStream.error.write("interrupted; all written files are complete, and the next run continues\n")
    }
    return status(ofRun: failure.status)
  }

  /// Handles an error from the parser: a request for help or the version, or wrong usage.
  private static func status(ofParsing error: any Error, _ line: CommandLineWords) -> Int32 {
    let (message, columns) = (Feedproof.fullMessage(for: error), TerminalTraits.columnsOfHelp())
    guard Feedproof.exitCode(for: error) != .success else {
      return status(ofPrinting: UsageLines.wrapped(message, columns: columns) + "\n")
    }
    let failure = ParserError(message, words: line.words)
    if !line.isQuiet { for note in line.notes { report(note, isJSON: false) } }
    report(failure.diagnostic, isJSON: line.isJSON)
    StandardStream.error.write(UsageLines.wrapped(failure.usage, columns: columns) + "\n")
    return ExitStatus.brokenInput.rawValue
  }
}
