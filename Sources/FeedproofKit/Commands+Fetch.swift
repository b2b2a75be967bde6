import Diagnostics
import Fetching
import Files
import Foundation
import Runs

extension Commands {
  /// `feedproof fetch`
  ///
  /// - Parameter style: Nil chooses by whether standard error is a terminal.
  /// - Throws: `RunFailure`.
  package static func fetch(_ arguments: FetchArguments, isDry: Bool, style: ProgressStyle?) async throws {
    let environment = Environment.process()
    let style = style ?? (StandardStream.error.isTerminal ? .terminal : .plain)
    let progress = FetchProgress(
      style: style, uptime: environment.uptime, standardOutput: { StandardStream.output.pass($0) },
      standardError: { StandardStream.error.pass($0) })
    let session = FetchSession(plan: arguments.plan, environment: environment, progress: progress)
    if isDry { return try StandardStream.print(try FetchForecast(session).text(json: style == .json)) }
    let interruption = Interruption()
    // What is half there goes on where it is.
    interruption.listen {}
    do {
      try await until(interruption) { _ = try await session.run() }
    } catch is CancellationError {
      throw RunFailure.interrupted
    }
  }

  /// Cancels the work as soon as somebody asks for the end.
  private static func until(
    _ interruption: Interruption, _ work: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await work()
        return true
      }
      group.addTask {
        while !interruption.isRequested { try await Task.sleep(for: .milliseconds(50)) }
        return false
      }
      defer { group.cancelAll() }
      guard try await group.next() == true else { throw CancellationError() }
    }
  }
}
