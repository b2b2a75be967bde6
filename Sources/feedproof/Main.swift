import ArgumentParser
import Diagnostics
import FeedproofKit
import Foundation
import Runs

@main
enum Main {
  static func main() async {
    do {
      var command = try Feedproof.parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      exit(status(of: error))
    }
  }

  /// Tells of the error on standard error (help and version go to standard output) and gives the exit status.
  private static func status(of error: any Error) -> Int32 {
    if let failure = error as? RunFailure {
      for diagnostic in failure.diagnostics { StandardStream.error.write("\(diagnostic)\n") }
      if failure.status == .interrupted {
        StandardStream.error.write(
          "interrupted; every file in the output is whole, and the next export goes on from what was drawn\n")
      }
      return failure.status.rawValue
    }
    if let status = error as? ExitCode { return status.rawValue }
    let message = Feedproof.fullMessage(for: error)
    guard Feedproof.exitCode(for: error) != .success else {
      print(message)
      return 0
    }
    StandardStream.error.write(message + "\n")
    return ExitStatus.brokenInput.rawValue
  }
}
