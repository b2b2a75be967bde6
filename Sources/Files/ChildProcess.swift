import Foundation

/// A child process that runs to its end within bounds. It gets no input, no terminal, and only the given variables.
package struct ChildProcess {
  package var status: Int32
  /// Standard output.
  package var output: Data
  /// The start of standard error.
  package var error: Data

  /// The limits of a program. A program that exceeds them is killed.
  package struct Bounds: Sendable {
    /// Bytes of standard output.
    package var output: Int
    /// Seconds from start to end.
    package var seconds: Double

    package init(output: Int, seconds: Double) {
      (self.output, self.seconds) = (output, seconds)
    }
  }

  /// The largest part of standard error that is kept, in bytes.
  private static let errorLimit = 1 << 14
  private static let pieceSize = 1 << 16

  /// Returns the path of a program in the folders of `PATH`; nil if no folder has it.
  ///
  /// Skips relative folders: they depend on the folder that the tool was started in, which may be anyone's.
  package static func path(of program: String, in variables: [String: String]) -> String? {
    absoluteFolders(of: variables).map { "\($0)/\(program)" }.first { path in
      FileStamp(path, following: true)?.kind == .file && access(path, X_OK) == 0
    }
  }

  /// Returns the variables that a program needs to find its own files, and no others: `PATH` without relative folders,
  /// the home folder, and a locale with English messages.
  package static func boundedEnvironment(_ variables: [String: String]) -> [String: String] {
    var bounded = variables.filter { ["HOME", "XDG_CONFIG_HOME", "TMPDIR", "DEVELOPER_DIR"].contains($0.key) }
    bounded["PATH"] = absoluteFolders(of: variables).joined(separator: ":")
    bounded["LC_ALL"] = "C"
    return bounded
  }

  private static func absoluteFolders(of variables: [String: String]) -> [String] {
    (variables["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
  }

  /// Runs a program and waits until it ends.
  ///
  /// - Parameters:
  ///   - program: An absolute path.
  ///   - environment: All variables of the program.
  ///   - folder: The program's working folder.
  /// - Throws: `FileError` if the program can't be started or exceeds its bounds.
  package static func run(
    _ program: String, _ arguments: [String], environment: [String: String], in folder: String, within bounds: Bounds
  ) throws(FileError) -> ChildProcess {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = URL(fileURLWithPath: folder, isDirectory: true)
    let (output, error) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, output, error)
    do {
      try process.run()
    } catch let fault {
      throw FileError(program, .refused(reason: reason(fault)))
    }
    var streams = [
      Stream(output.fileHandleForReading.fileDescriptor, limit: bounds.output, keepsStart: false),
      Stream(error.fileHandleForReading.fileDescriptor, limit: errorLimit, keepsStart: true),
    ]
    let fault = withExtendedLifetime((output, error)) { read(&streams, until: bounds.seconds) }
    if fault != nil { stop(process.processIdentifier) }
    process.waitUntilExit()
    switch fault {
    case .time:
      throw FileError(program, .refused(reason: "it did not end within \(Int(bounds.seconds.rounded(.up))) seconds"))
    case .size: throw FileError(program, .refused(reason: "it wrote more than \(bounds.output) bytes"))
    case nil: return ChildProcess(status: process.terminationStatus, output: streams[0].data, error: streams[1].data)
    }
  }

  private enum Fault { case time, size }

  /// One of the program's streams, with its bytes.
  private struct Stream {
    let descriptor: Int32
    let limit: Int
    /// Drops the rest instead of failing.
    let keepsStart: Bool
    var data = Data()
    var isOpen = true

    init(_ descriptor: Int32, limit: Int, keepsStart: Bool) {
      (self.descriptor, self.limit, self.keepsStart) = (descriptor, limit, keepsStart)
    }

    /// Reads the bytes that are ready.
    ///
    /// - Returns: False if the stream exceeds its limit.
    mutating func take() -> Bool {
      var piece = [UInt8](repeating: 0, count: ChildProcess.pieceSize)
      let count = piece.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, [EINTR, EAGAIN].contains(errno) { return true }
      guard count > 0 else {
        isOpen = false
        return true
      }
      let room = limit - data.count
      if count > room, !keepsStart { return false }
      data.append(contentsOf: piece.prefix(min(count, room)))
      return true
    }
  }

  /// Reads both streams to their ends. A program that waits for room in one would never end the other.
  private static func read(_ streams: inout [Stream], until seconds: Double) -> Fault? {
    let end = ProcessInfo.processInfo.systemUptime + seconds
    while streams.contains(where: \.isOpen) {
      let left = end - ProcessInfo.processInfo.systemUptime
      guard left > 0 else { return .time }
      // The system skips a negative descriptor.
      var waiting = streams.map { pollfd(fd: $0.isOpen ? $0.descriptor : -1, events: Int16(POLLIN), revents: 0) }
      guard poll(&waiting, nfds_t(waiting.count), Int32(min(left, 3600) * 1000) + 1) > 0 else { continue }
      for index in streams.indices where waiting[index].revents != 0 {
        if !streams[index].take() { return .size }
      }
    }
    return nil
  }

  /// Kills a program, and the programs that it started if it leads a group of its own.
  private static func stop(_ process: Int32) {
    if getpgid(process) == process { kill(-process, SIGKILL) }
    kill(process, SIGKILL)
  }
}
