import Foundation

extension String {
  /// JUnit's XML without how long things took, which is another each time.
  package var withoutTimes: String {
    replacing(/\stime="[0-9.]+"/, with: "").replacing(/,"made":[0-9]+/, with: "")
  }
}

/// The built command-line tool, run as a process of its own.
package enum Tool {
  package struct Outcome: Sendable {
    package var status: Int32
    package var output: String
    package var error: String
    /// Standard output where it is no text.
    package var bytes = Data()
  }

  /// Where the tests' own products are.
  package static let executable: URL = {
    let tests = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    let beside = tests.deletingLastPathComponent().appendingPathComponent("feedproof")
    return FileManager.default.isExecutableFile(atPath: beside.path)
      ? beside : Checkout.url(".build/debug/feedproof")
  }()

  /// Runs to the end.
  ///
  /// - Parameters:
  ///   - environment: Added to the tests' own; nil removes a variable.
  ///   - folder: The working folder.
  package static func run(
    _ arguments: [String], environment: [String: String?] = [:], in folder: URL = Checkout.folder
  ) throws -> Outcome {
    let running = try start(arguments, environment: environment, in: folder)
    return running.outcome()
  }

  /// Starts and returns at once.
  ///
  /// - Parameter descriptors: How many the process may have open; nil for as many as the tests may.
  package static func start(
    _ arguments: [String], environment: [String: String?] = [:], in folder: URL = Checkout.folder,
    descriptors: Int? = nil
  ) throws -> Running {
    var command = [executable.path] + arguments
    if let descriptors {
      command = ["/bin/sh", "-c", "ulimit -n \(descriptors) && exec \"$0\" \"$@\""] + command
    }
    return try start(
      command: command, environment: ["FEEDPROOF_HOME": Checkout.folder.path].merging(environment) { $1 }, in: folder)
  }

  /// Runs any program to its end, which is found in the `PATH` that it gets.
  ///
  /// - Parameter input: What it reads; nil for nothing.
  package static func run(
    command: [String], environment: [String: String?] = [:], input: URL? = nil, in folder: URL
  ) throws -> Outcome {
    try start(command: ["/usr/bin/env"] + command, environment: environment, input: input, in: folder).outcome()
  }

  private static func start(
    command: [String], environment: [String: String?], input: URL? = nil, in folder: URL
  ) throws -> Running {
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in environment { variables[name] = value }
    let files = try TemporaryFolder()
    let reading = try input.map { try FileHandle(forReadingFrom: $0) }
    // Files, not pipes: a pipe that nobody reads while the process runs would stop it.
    let process = try SpawnedProcess(
      command, environment: variables, folder: folder, input: reading?.fileDescriptor,
      output: files.url.appendingPathComponent("out"), error: files.url.appendingPathComponent("err"))
    withExtendedLifetime(reading) {}
    return Running(process: process, files: files)
  }

  package struct Running {
    package let process: SpawnedProcess
    fileprivate let files: TemporaryFolder

    /// Waits for the end.
    package func outcome() -> Outcome {
      let status = process.terminationStatus
      return Outcome(status: status, output: text("out"), error: text("err"), bytes: data("out"))
    }

    /// What it has written to standard output until now.
    package var outputSoFar: String { text("out") }

    private func data(_ name: String) -> Data {
      (try? Data(contentsOf: files.url.appendingPathComponent(name))) ?? Data()
    }

    private func text(_ name: String) -> String {
      (try? String(contentsOf: files.url.appendingPathComponent(name), encoding: .utf8)) ?? ""
    }
  }
}
