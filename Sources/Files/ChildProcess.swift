import Foundation

/// Another program, run to its end.
package struct ChildProcess {
  package var status: Int32
  /// What it wrote to standard output.
  package var output: Data

  /// Waits for a program that is found as a shell finds it. What it says of errors is left out.
  ///
  /// - Parameter limit: Bytes of output; a program that writes more is stopped.
  /// - Throws: `FileError` where nothing can be run, or too much comes.
  package static func run(
    _ program: String, _ arguments: [String], limit: Int = 1 << 30
  ) throws(FileError) -> ChildProcess {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, pipe)
    process.standardError = FileHandle.nullDevice
    var output = Data()
    do {
      try process.run()
      while let piece = try pipe.fileHandleForReading.read(upToCount: 1 << 16), !piece.isEmpty {
        output += piece
        if output.count > limit { process.terminate() }
      }
    } catch {
      throw FileError(program, .refused(reason: reason(error)))
    }
    process.waitUntilExit()
    guard output.count <= limit else { throw FileError(program, .tooLarge(limit: limit)) }
    return ChildProcess(status: process.terminationStatus, output: output)
  }
}
