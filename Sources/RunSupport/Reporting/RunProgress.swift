import Diagnostics
import Files
import Foundation
import Synchronization

/// The format of progress reports.
package enum ProgressStyle: String, Sendable {
  /// A single line, redrawn in place, with rate and remaining time.
  case terminal
  /// One line per step.
  case plain
  case quiet
  /// As `terminal` or `plain`, with every diagnostic in full.
  case verbose
  /// One JSON object per line on standard output.
  case json
}

/// Reports a run's steps, finished posts, diagnostics, and end. Safe to call from any task.
package final class RunProgress: Sendable {
  private struct State {
    var step = ""
    var unit = "posts"
    var total = 0
    var done = 0
    var started = 0.0
    var lastDrawn = -1.0
    var lineIsOpen = false
    var reported = ReportedCount()
    /// The wording of the first reported diagnostics.
    var words: Set<Words> = []
    var pending = DiagnosticGroups.Pending()
    /// All diagnostics since `keepReported`; nil if it was not called or there are too many.
    var kept: [Diagnostic]?
  }

  /// The number of reported diagnostics. Counts those in a summary individually.
  package struct ReportedCount: Hashable, Sendable {
    package var errors = 0
    package var warnings = 0
    /// The errors for images that could not be drawn.
    package var undrawn = 0
    /// The inputs that were not read, each with the reason; nil if there are none.
    package var notRead: [String]?

    package init(errors: Int = 0, warnings: Int = 0, undrawn: Int = 0, notRead: [String]? = nil) {
      (self.errors, self.warnings, self.undrawn, self.notRead) = (errors, warnings, undrawn, notRead)
    }
  }

  private struct Words: Hashable {
    var code: String
    var message: String
  }

  /// Enough for the posts in a feed image; no run keeps more.
  private static let rememberedWords = 2_000
  private static let keptLimit = 10_000

  /// The codes of diagnostics about inputs that were not read.
  private static let unreadCodes: Set = [
    "input.not-read", "input.no-feed", "input.no-feeds", "input.unread-export", "input.unreadable", "chat.unread-text",
    "chat.unknown-format", "chat.not-json", "feed.unknown-format", "feed.not-json", "feed.truncated", "feed.empty-file",
    "feed.repository", "feed.private-messages", "feed.comments", "archive.unknown-kind", "archive.no-feed",
    "archive.nested", "archive.damaged", "archive.encrypted",
  ]

  private let style: ProgressStyle
  private let groups: DiagnosticGroups?
  private let terminal: TerminalTraits
  private let uptime: @Sendable () -> Double
  private let standardOutput: @Sendable (String) -> Void
  private let standardError: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - terminal: The capabilities of standard error.
  ///   - groups: Groups of warnings and notes for people, printed when a part ends. Nil prints each at once, as
  ///     machines get them.
  ///   - standardOutput: Receives whole lines for machines; its output is a result.
  ///   - standardError: Receives all output for people. Names in both are cleaned (`PlainText`); this one also receives
  ///     the control sequences of a redrawn line.
  package init(
    style: ProgressStyle, on terminal: TerminalTraits = .none, grouping groups: DiagnosticGroups? = nil,
    uptime: @escaping @Sendable () -> Double, standardOutput: @escaping @Sendable (String) -> Void,
    standardError: @escaping @Sendable (String) -> Void
  ) {
    self.style = style == .verbose ? (terminal.redraws ? .terminal : .plain) : style
    self.groups = style == .verbose ? nil : groups
    self.terminal = terminal
    self.uptime = uptime
    self.standardOutput = standardOutput
    self.standardError = standardError
  }

  /// A reporter that prints nothing.
  package static var none: RunProgress {
    RunProgress(style: .quiet, uptime: { 0 }, standardOutput: { _ in }, standardError: { _ in })
  }

  package var reported: ReportedCount { state.withLock { $0.reported } }

  /// Begins a step: `[3/6] drawing 412 cards`.
  ///
  /// - Parameter unit: The counted items, in the plural.
  package func begin(step: Int, of steps: Int, _ title: String, total: Int = 0, unit: String = "posts") {
    state.withLock { state in
      closeLine(&state)
      state.step = "[\(step)/\(steps)] \(PlainText.piece(title))"
      (state.total, state.done, state.unit) = (total, 0, unit)
      (state.started, state.lastDrawn) = (uptime(), -1)
      switch style {
      case .terminal, .plain, .verbose: standardError(state.step + "\n")
      case .json: emit(ProgressEvent("step", step: step, of: steps, title: title, total: total))
      case .quiet: break
      }
    }
  }

  /// Counts one more item of the step as done.
  package func advance(_ item: String) {
    state.withLock { state in
      state.done += 1
      switch style {
      case .terminal: draw(&state)
      case .json:
        let event = state.unit == "posts" ? "post" : "item"
        emit(ProgressEvent(event, total: state.total, done: state.done, id: item))
      case .plain, .verbose: tellSometimes(&state)
      case .quiet: break
      }
    }
  }

  package func report(_ diagnostic: Diagnostic) {
    state.withLock { state in
      switch diagnostic.severity {
      case .error:
        state.reported.errors += diagnostic.count
        if diagnostic.code.hasPrefix("raster.") { state.reported.undrawn += diagnostic.count }
      case .warning: state.reported.warnings += diagnostic.count
      case .note: break
      }
      if Self.unreadCodes.contains(diagnostic.code) {
        state.reported.notRead = (state.reported.notRead ?? []) + [diagnostic.inputAndReason]
      }
      state.kept?.append(diagnostic)
      if let kept = state.kept, kept.count > Self.keptLimit { state.kept = nil }
      if state.words.count < Self.rememberedWords {
        state.words.insert(Words(code: diagnostic.code, message: diagnostic.message))
      }
      if style == .json { return emit(ProgressEvent("diagnostic", diagnostic: diagnostic)) }
      guard style != .quiet || diagnostic.severity == .error else { return }
      if let groups, groups.add(diagnostic, to: &state.pending) { return }
      closeLine(&state)
      standardError("\(terminal.text(of: diagnostic))\n")
    }
  }

  /// Keeps all diagnostics reported from now on.
  package func keepReported() { state.withLock { $0.kept = [] } }

  /// The diagnostics reported since `keepReported`; nil if there are too many to keep.
  package var keptReported: [Diagnostic]? { state.withLock { $0.kept } }

  /// Reports a diagnostic unless one with the same wording was reported. A feed image lacks the same photos as its
  /// cards.
  package func reportIfNew(_ diagnostic: Diagnostic) {
    let words = Words(code: diagnostic.code, message: diagnostic.message)
    if !state.withLock({ $0.words.contains(words) }) { report(diagnostic) }
  }

  /// Ends the report: a summary for people, the same facts for machines.
  package func finish(_ summary: some Encodable & CustomStringConvertible) {
    let line = style == .json ? try? JSONText.line(SummaryEvent(summary: summary)) : nil
    let text = PlainText.lines("\(summary)\n")
    state.withLock { state in
      printPending(&state)
      switch style {
      case .json: if let line { standardOutput(line + "\n") }
      case .quiet: break
      case .terminal, .plain, .verbose: standardError(text)
      }
    }
  }

  /// Prints the grouped diagnostics so far, because later ones concern something else.
  package func endPart() { state.withLock { printPending(&$0) } }

  private func printPending(_ state: inout State) {
    closeLine(&state)
    for diagnostic in groups?.takeAll(&state.pending) ?? [] { standardError("\(terminal.text(of: diagnostic))\n") }
  }

  // MARK: Drawing the line

  /// At most ten times a second.
  private func draw(_ state: inout State) {
    let now = uptime()
    guard now - state.lastDrawn >= 0.1 || state.done == state.total else { return }
    state.lastDrawn = now
    state.lineIsOpen = true
    standardError("\r\u{1B}[K\(terminal.fitted(Self.line(of: state, at: now)))")
  }

  /// Logs the progress of a long step every ten seconds.
  private func tellSometimes(_ state: inout State) {
    let now = uptime()
    if state.lastDrawn < 0 { state.lastDrawn = state.started }
    guard now - state.lastDrawn >= 10 else { return }
    state.lastDrawn = now
    standardError(Self.line(of: state, at: now) + "\n")
  }

  private static func line(of state: State, at now: Double) -> String {
    line(done: state.done, total: state.total, seconds: now - state.started, unit: state.unit)
  }

  /// `      212 of 412 posts, 38 a second, 5 s left`
  package static func line(done: Int, total: Int, seconds: Double, unit: String = "posts") -> String {
    guard seconds > 0.05, done > 0 else { return "      \(done) of \(total) \(unit)" }
    let rate = Double(done) / seconds
    let left = Int((Double(total - done) / rate).rounded(.up))
    let shownRate = rate < 10 ? String((rate * 10).rounded() / 10) : String(Int(rate.rounded()))
    let shownLeft = left >= 60 ? "\(left / 60) min \(left % 60) s" : "\(left) s"
    return "      \(done) of \(total) \(unit), \(shownRate) a second, \(shownLeft) left"
  }

  private func closeLine(_ state: inout State) {
    guard state.lineIsOpen else { return }
    state.lineIsOpen = false
    standardError("\n")
  }

  /// Returns the line of `--json` for a diagnostic.
  package static func event(_ diagnostic: Diagnostic) -> String {
    let line = try? JSONText.line(ProgressEvent("diagnostic", diagnostic: diagnostic))
    return line.map { $0 + "\n" } ?? ""
  }

  private func emit(_ event: ProgressEvent) {
    guard let line = try? JSONText.line(event) else { return }
    standardOutput(line + "\n")
  }
}

/// One line of `--json`.
private struct ProgressEvent: Encodable {
  var event: String
  var step: Int?
  var of: Int?
  var title: String?
  var total: Int?
  var done: Int?
  var id: String?
  var diagnostic: Diagnostic?

  init(
    _ event: String, step: Int? = nil, of: Int? = nil, title: String? = nil, total: Int? = nil, done: Int? = nil,
    id: String? = nil, diagnostic: Diagnostic? = nil
  ) {
    (self.event, self.step, self.of, self.title, self.total) = (event, step, of, title, total)
    (self.done, self.id, self.diagnostic) = (done, id, diagnostic)
  }
}

/// The last line of `--json`.
private struct SummaryEvent<Summary: Encodable>: Encodable {
  var event = "summary"
  var summary: Summary
}

extension Diagnostic {
  /// The file that it is about, unless the message names it, and the message.
  fileprivate var inputAndReason: String {
    guard let file = place?.file, !message.contains(file) else { return message }
    return "\(file): \(message)"
  }
}
