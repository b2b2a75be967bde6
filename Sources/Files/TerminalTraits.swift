import Foundation

/// What the terminal behind a stream shows, as it and the environment say.
package struct TerminalTraits: Sendable {
  /// Columns of a line; nil where nobody knows, or it is no terminal.
  package var columns: Int?
  /// Whether words may be coloured.
  package var hasColor: Bool
  /// Whether a line can be drawn over.
  package var redraws: Bool

  /// A log, a pipe.
  package static let none = TerminalTraits(columns: nil, hasColor: false, redraws: false)

  package init(columns: Int?, hasColor: Bool, redraws: Bool) {
    (self.columns, self.hasColor, self.redraws) = (columns, hasColor, redraws)
  }

  /// - Parameters:
  ///   - variables: `NO_COLOR` (https://no-color.org), `TERM` and `COLUMNS` are looked at.
  ///   - width: Of the terminal, by itself.
  package init(isTerminal: Bool, variables: [String: String], width: Int?) {
    guard isTerminal else {
      self = .none
      return
    }
    let isDumb = variables["TERM"] == "dumb"
    hasColor = !isDumb && variables["NO_COLOR", default: ""].isEmpty
    redraws = !isDumb
    columns = variables["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? width
  }

  /// Of standard error, where people are told what happens.
  package static func ofStandardError() -> TerminalTraits {
    TerminalTraits(
      isTerminal: StandardStream.error.isTerminal, variables: ProcessInfo.processInfo.environment, width: width())
  }

  /// How wide help is: as `COLUMNS` says, even into a file, or as the terminal is; else 80 columns.
  package static func columnsOfHelp() -> Int {
    let said = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
    return said.flatMap { $0 > 0 ? $0 : nil } ?? ofStandardError().columns ?? 80
  }

  private static func width() -> Int? {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// As much of a line as is shown without a break.
  package func fitted(_ line: String) -> String { columns.map { String(line.prefix(max(1, $0 - 1))) } ?? line }
}
