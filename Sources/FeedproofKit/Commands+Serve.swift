import Diagnostics
import Files
import Foundation
import Runs

extension Commands {
  /// `feedproof serve`, until Ctrl-C or SIGTERM.
  ///
  /// - Parameter port: Nil for the usual one, 0 for any that is free.
  /// - Throws: `RunFailure`, also where the server ends by itself.
  package static func serve(_ folder: String?, project: String?, port: UInt16?, open: Bool, json: Bool) async throws {
    let environment = Environment.process()
    let served = try ServedProject.find(folder, asked: project, environment: environment)
    let run = ServeRun(served)
    // Heard from before the first request: who sees the address may stop the server at once.
    let requests = Interruption().requests()
    let address = try await run.start(port: port)
    if served.project == nil { tell(.projectUnknown, at: served.output) }
    StandardStream.output.write(json ? try JSONText.line(address) + "\n" : text(address, served))
    if open { openBrowser(at: address.address) }
    try await wait(for: run, or: requests)
  }

  /// Until somebody asks for the end, or the server comes to one.
  static func wait(for run: ServeRun, or requests: AsyncStream<Void>) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in requests { break }
        await run.server.stop()
      }
      group.addTask { try await run.waitForEnd() }
      // The first error is thrown at once, which ends the wait for requests too.
      while try await group.next() != nil {}
    }
  }

  private static func text(_ address: ServeRun.Address, _ served: ServedProject) -> String {
    let name = address.project.map { "; approving writes into \(served.project?.baselines.path ?? $0)" } ?? ""
    return "serving \(served.output.path)\(name)\n\(address.address)\n"
  }

  private static func tell(_ issue: ReviewingIssue, at folder: URL? = nil) {
    StandardStream.error.write("\(Diagnostic(issue, at: folder.map { Place(file: $0.path) }))\n")
  }

  static func openBrowser(at address: String) {
    do throws(FileError) {
      try DesktopBrowser.open(address)
    } catch {
      tell(.browserNotOpened(reason: "\(error.path): \(error.fact.reason)"))
    }
  }
}
