import ArgumentParser
import Files
import Foundation
import RunSupport

@main
enum Main {
  static func main() async {
    StandardStream.reserveDescriptors()
    LocalTime.settle()
    var command: any ParsableCommand
    do { try ProcessArguments.check() } catch { exit(status(of: error)) }
    switch HelpRequest.asked(by: ProcessArguments.all) {
    case .text(let text): exit(status(ofPrinting: text))
    case .unknown(let words):
      StandardStream.error.write(words)
      exit(ExitStatus.brokenInput.rawValue)
    case nil: break
    }
    if let version = VersionCommand.asked(by: ProcessArguments.all) {
      do { try version.run() } catch { exit(status(of: error)) }
      exit(status(ofRun: .good))
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
      // The parser treats help and version as commands.
      exit(status(ofParsing: error))
    } catch {
      exit(status(of: error))
    }
    exit(status(ofRun: .good))
  }

  /// Prints help or the version.
  private static func status(ofPrinting text: String) -> Int32 {
    do { try StandardStream.print(text) } catch { return status(of: error) }
    return ExitStatus.good.rawValue
  }

  /// Reports a failure to write to standard output, if there was one.
  ///
  /// - Parameter status: The status of the run. Kept if it is already an error.
  private static func status(ofRun status: ExitStatus) -> Int32 {
    guard let failure = StandardStream.outputFailure else { return status.rawValue }
    StandardStream.error.pass(TerminalTraits.ofStandardError().text(of: failure) + "\n")
    return (status == .good || status == .different ? ExitStatus.unwritableOutput : status).rawValue
  }

  /// Reports the error on standard error and returns the exit status.
  private static func status(of error: any Error) -> Int32 {
    let failure = RunFailure(stopping: error)
    let terminal = TerminalTraits.ofStandardError()
    for diagnostic in failure.diagnostics { StandardStream.error.pass(terminal.text(of: diagnostic) + "\n") }
    if case .interrupted = failure {
      StandardStream.error.write(
        "interrupted; every file that was written is whole, and the next run goes on from there\n")
    }
    return status(ofRun: failure.status)
  }

  /// Handles an error from the parser: a request for help or the version, or wrong usage.
  private static func status(ofParsing error: any Error) -> Int32 {
    let (message, columns) = (Feedproof.fullMessage(for: error), TerminalTraits.columnsOfHelp())
    guard Feedproof.exitCode(for: error) != .success else {
      return status(ofPrinting: UsageLines.wrapped(message, columns: columns) + "\n")
    }
    let corrected = UnknownOption.corrected(message, words: ProcessArguments.all.dropFirst())
    StandardStream.error.write(UsageLines.wrapped(corrected, columns: columns) + "\n")
    return ExitStatus.brokenInput.rawValue
  }
}
