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
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    if let descriptors {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      let command = "ulimit -n \(descriptors) && exec \"$0\" \"$@\""
      process.arguments = ["-c", command, executable.path] + arguments
    }
    process.currentDirectoryURL = folder
    var variables = ProcessInfo.processInfo.environment
    variables["FEEDPROOF_HOME"] = Checkout.folder.path
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    let files = try TemporaryFolder()
    // Files, not pipes: a pipe that nobody reads while the process runs would stop it.
    let (output, error) = (files.url.appendingPathComponent("out"), files.url.appendingPathComponent("err"))
    for file in [output, error] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: error)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return Running(process: process, files: files)
  }

  package struct Running {
    package let process: Process
    fileprivate let files: TemporaryFolder

    /// Waits for the end.
    package func outcome() -> Outcome {
      process.waitUntilExit()
      return Outcome(status: process.terminationStatus, output: text("out"), error: text("err"), bytes: data("out"))
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
