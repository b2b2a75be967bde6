import Foundation

extension String {
  /// The text of a report without durations and times, which differ in every run.
  package var withoutTimes: String {
    replacing(/\stime="[0-9.]+"/, with: "").replacing(/,"made":[0-9]+/, with: "")
  }
}

/// The built command-line tool, run as a separate process.
package enum Tool {
  package struct Outcome: Sendable {
    package var status: Int32
    package var output: String
    package var error: String
    /// Standard output as bytes, for output that is not text.
    package var bytes = Data()
  }

  /// The tool in the tests' build folder.
  package static let executable: URL = {
    let tests = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    let beside = tests.deletingLastPathComponent().appendingPathComponent("feedproof")
    return FileManager.default.isExecutableFile(atPath: beside.path)
      ? beside : Checkout.url(".build/debug/feedproof")
  }()

  /// Runs the tool until it ends.
  ///
  /// - Parameters:
  ///   - environment: Added to the tests' variables; nil removes a variable.
  ///   - folder: The working folder.
  package static func run(
    _ arguments: [String], environment: [String: String?] = [:], in folder: URL = Checkout.folder
  ) throws -> Outcome {
    let running = try start(arguments, environment: environment, in: folder)
    return running.outcome()
  }

  /// Starts the tool and returns at once.
  ///
  /// - Parameter descriptors: The limit of open descriptors; nil for the tests' own limit.
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

  /// Runs any program in the `PATH` until it ends.
  ///
  /// - Parameter input: The file to read; nil for empty input.
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
    // Files instead of pipes: a full pipe that is not read would block the process.
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

    /// The standard output so far.
    package var outputSoFar: String { text("out") }

    private func data(_ name: String) -> Data {
      (try? Data(contentsOf: files.url.appendingPathComponent(name))) ?? Data()
    }

    private func text(_ name: String) -> String {
      (try? String(contentsOf: files.url.appendingPathComponent(name), encoding: .utf8)) ?? ""
    }
  }
}
