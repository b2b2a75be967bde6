import Diagnostics
import Foundation
import Synchronization

/// The process's standard output and standard error.
package enum StandardStream: Sendable {
  case output, error

  private var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }

  /// Whether the stream is a terminal.
  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Writes lines that may contain names and texts from outside. Escapes characters that control a terminal or a log.
  ///
  /// Errors of standard output are kept for `outputFailure`.
  package func write(_ text: String) { pass(PlainText.lines(text)) }

  /// Writes text unchanged: control sequences, and text that is already escaped.
  ///
  /// Errors of standard output are kept for `outputFailure`.
  package func pass(_ text: String) {
    guard let code = send(Array(text.utf8)), self == .output else { return }
    Self.failure.withLock { $0 = $0 ?? code }
  }

  /// Writes bytes to standard output unchanged.
  ///
  /// - Throws: `Diagnostic` if standard output can't be written.
  package static func print(bytes: [UInt8]) throws(Diagnostic) {
    if let code = output.send(bytes) { throw diagnostic(code) }
  }

  /// Writes a result to standard output; escaped as by `write`.
  ///
  /// - Throws: `Diagnostic` if standard output can't be written.
  package static func print(_ text: String) throws(Diagnostic) {
    try print(bytes: Array(PlainText.lines(text).utf8))
  }

  // MARK: Failures

  /// The `errno` of the first `write` or `pass` to standard output that failed.
  private static let failure = Mutex<Int32?>(nil)

  /// The first error of `write` and `pass` to standard output; nil if all of their text was written.
  package static var outputFailure: Diagnostic? { failure.withLock { $0 }.map(diagnostic) }

  private static func diagnostic(_ code: Int32) -> Diagnostic {
    Diagnostic(FileIssue.unwritableStream(reason: String(cString: strerror(code))), at: Place(file: "standard output"))
  }

  /// Opens `/dev/null` in place of standard streams that the caller closed, so that no file of ours takes their
  /// numbers.
  ///
  /// Writing to a standard output that was closed still fails.
  package static func reserveDescriptors() {
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
    where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is this one.
      _ = open("/dev/null", mode)
    }
  }

  /// - Returns: The `errno` of a write that failed; nil if all bytes were written.
  private func send(_ bytes: [UInt8]) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count >= 0 {
          rest = rest.dropFirst(count)
          continue
        }
        switch errno {
        case EINTR: continue
        case EAGAIN:
          var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&state, 1, -1)
        case EPIPE where self == .output: Self.endAtClosedPipe()
        case let code: return code
        }
      }
      return nil
    }
  }

  /// Ends the process as the signal does, for a parent that ignores `SIGPIPE`. A reader such as `head` closes the pipe
  /// when it has read enough.
  private static func endAtClosedPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    exit(128 + SIGPIPE)
  }
}

/// The system's `write`, which the stream's own method hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// Whether messages are colored.
package enum ColorChoice: String, CaseIterable, Sendable {
  /// On a terminal, unless `NO_COLOR` or `TERM=dumb` is set.
  case auto
  case always, never
}

/// The capabilities of the terminal behind a stream, according to the terminal and the environment.
package struct TerminalTraits: Sendable {
  /// Columns per line; nil if unknown or not a terminal.
  package var columns: Int?
  /// Whether text may be colored.
  package var hasColor: Bool
  /// Whether a line can be overwritten.
  package var redraws: Bool

  /// The traits of a log or a pipe.
  package static let none = TerminalTraits(columns: nil, hasColor: false, redraws: false)

  package init(columns: Int?, hasColor: Bool, redraws: Bool) {
    (self.columns, self.hasColor, self.redraws) = (columns, hasColor, redraws)
  }

  /// - Parameters:
  ///   - variables: Reads `NO_COLOR` (https://no-color.org), `TERM`, and `COLUMNS`.
  ///   - width: The width that the terminal reports.
  ///   - color: The choice of the command line.
  package init(isTerminal: Bool, variables: [String: String], width: Int?, color: ColorChoice = .auto) {
    guard isTerminal else {
      self = .none
      hasColor = color == .always
      return
    }
    let isDumb = variables["TERM"] == "dumb"
    hasColor =
      switch color {
      case .always: true
      case .never: false
      case .auto: !isDumb && variables["NO_COLOR", default: ""].isEmpty
      }
    redraws = !isDumb
    columns = variables["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? width
  }

  /// Returns the traits of standard error, which carries messages for people.
  package static func ofStandardError() -> TerminalTraits {
    TerminalTraits(
      isTerminal: StandardStream.error.isTerminal, variables: ProcessInfo.processInfo.environment, width: width(),
      color: color.withLock { $0 })
  }

  private static let color = Mutex(ColorChoice.auto)

  /// Sets the choice of the command line for the process.
  package static func choose(_ choice: ColorChoice) { color.withLock { $0 = choice } }

  /// Returns the width of help: `COLUMNS`, even for a file, else the terminal's width, else 80 columns.
  package static func columnsOfHelp() -> Int {
    let said = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
    return said.flatMap { $0 > 0 ? $0 : nil } ?? ofStandardError().columns ?? 80
  }

  private static func width() -> Int? {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Returns the part of a line that fits without wrapping.
  package func fitted(_ line: String) -> String { columns.map { String(line.prefix(max(1, $0 - 1))) } ?? line }
}

/// The arguments of the process.
package enum ProcessArguments {
  /// The words of the command line, starting with the program's name.
  package static var all: [String] { CommandLine.arguments }

  /// Rejects names that are not UTF-8, because they would be converted to other names.
  ///
  /// - Throws: `Diagnostic` for an argument or a working folder whose name is not UTF-8.
  package static func check() throws(Diagnostic) {
    for place in 0..<Int(CommandLine.argc) {
      guard let word = CommandLine.unsafeArgv[place] else { continue }
      try check(UnsafePointer(word), as: place == 0 ? "the program's own path" : "word \(place) of the command line")
    }
    guard let folder = getcwd(nil, 0) else { return }
    defer { free(folder) }
    try check(UnsafePointer(folder), as: "the working folder's path")
  }

  /// Makes a folder the working folder of the process. Call only before a second thread starts.
  ///
  /// - Throws: `Diagnostic` if it is not a folder, or can't be entered.
  package static func enter(_ folder: String) throws(Diagnostic) {
    guard chdir(folder) == 0 else {
      throw Diagnostic(
        FileIssue.notEnterable(reason: String(cString: strerror(errno))), at: Place(file: folder))
    }
  }

  package static func check(_ text: UnsafePointer<CChar>, as what: String) throws(Diagnostic) {
    guard String(validatingCString: text) == nil else { return }
    throw Diagnostic(FileIssue.nameNotUTF8(what), at: Place(file: String(cString: text)))
  }
}

/// The local time of the C library. Our code doesn't depend on it, but libarchive requests it for each entry.
package enum LocalTime {
  /// Sets `TZ` to the system's zone file. Without it, the C library checks each time whether its file has changed. Call
  /// only before a second thread starts.
  package static func settle() { setenv("TZ", ":/etc/localtime", 0) }
}

/// The desktop user's web browser.
package enum DesktopBrowser {
  #if os(macOS)
    private static let program = "/usr/bin/open"
  #else
    private static let program = "/usr/bin/xdg-open"
  #endif

  /// Whether the program that opens pages is installed.
  package static var isAvailable: Bool { access(program, X_OK) == 0 }

  /// Opens a page without waiting for it.
  ///
  /// - Throws: `FileError` if the program that opens pages is missing.
  package static func open(_ address: String) throws(FileError) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [address]
    // The browser's output is not part of ours.
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    do {
      try process.run()
    } catch {
      throw FileError(program, .refused(reason: reason(error)))
    }
  }
}
