import Diagnostics
import Files
import Foundation
import RunSupport
import Synchronization

/// Reports the progress of a fetch: pages, files, waits, problems, the end. Can be called from any task.
package final class FetchProgress: Sendable {
  private struct State {
    var pages = 0
    var posts = 0
    var files = 0
    var bytes = 0
    var lastDrawn = -1.0
    var lineIsOpen = false
    var errors = 0
    var warnings = 0
    var kind: Diagnostic.Kind?
    var pending = DiagnosticGroups.Pending()
  }

  private let style: ProgressStyle
  private let uptime: @Sendable () -> Double
  private let started: Double
  private let standardOutput: @Sendable (String) -> Void
  private let standardError: @Sendable (String) -> Void
  private let state = Mutex(State())
  private let groups: DiagnosticGroups?

  package init(
    style: ProgressStyle, uptime: @escaping @Sendable () -> Double,
    standardOutput: @escaping @Sendable (String) -> Void, standardError: @escaping @Sendable (String) -> Void
  ) {
    (self.style, self.uptime, started) = (style, uptime, uptime())
    groups = style == .verbose ? nil : DiagnosticGroups()
    (self.standardOutput, self.standardError) = (standardOutput, standardError)
  }

  package static var none: FetchProgress {
    FetchProgress(style: .quiet, uptime: { 0 }, standardOutput: { _ in }, standardError: { _ in })
  }

  var seconds: Double { uptime() - started }
  var reported: (errors: Int, warnings: Int) { state.withLock { ($0.errors, $0.warnings) } }
  /// The kind of the first error.
  var kind: Diagnostic.Kind? { state.withLock { $0.kind } }

  func begin(_ title: String) {
    switch style {
    case .terminal, .plain, .verbose: standardError(PlainText.piece(title) + "\n")
    case .json: emit(Event(event: "begin", title: title))
    case .quiet: break
    }
  }

  func page(_ asked: String, posts: Int, new: Int, file: String?) {
    count { state in
      state.pages += 1
      state.posts += new
      return Event(event: "page", page: state.pages, posts: posts, new: new, asked: asked, file: file)
    }
  }

  func file(_ url: String, bytes: Int) {
    count { state in
      state.files += 1
      state.bytes += bytes
      return Event(event: "media", url: url, bytes: bytes)
    }
  }

  private func count(_ step: (inout State) -> Event) {
    state.withLock { state in
      let event = step(&state)
      switch style {
      case .json: emit(event)
      case .terminal: draw(&state)
      case .plain, .verbose: tellSometimes(&state)
      case .quiet: break
      }
    }
  }

  func wait(_ why: String, _ seconds: Double) {
    state.withLock { state in
      if style == .json { return emit(Event(event: "wait", why: why, seconds: (seconds * 10).rounded() / 10)) }
      guard style != .quiet, seconds >= 1 else { return }
      closeLine(&state)
      standardError(PlainText.piece("\(why): continuing in \(FetchIssue.time(Int(seconds.rounded(.up))))") + "\n")
    }
  }

  func report(_ diagnostic: Diagnostic) {
    state.withLock { state in
      switch diagnostic.severity {
      case .error:
        state.errors += 1
        state.kind = state.kind ?? diagnostic.kind
      case .warning: state.warnings += 1
      case .note: break
      }
      if style == .json { return emit(Event(event: "diagnostic", diagnostic: diagnostic)) }
      guard style != .quiet || diagnostic.severity == .error else { return }
      if let groups, groups.add(diagnostic, to: &state.pending) { return }
      closeLine(&state)
      standardError("\(diagnostic)\n")
    }
  }

  /// Prints the grouped diagnostics so far.
  package func endPart() { state.withLock { printPending(&$0) } }

  private func printPending(_ state: inout State) {
    closeLine(&state)
    for diagnostic in groups?.takeAll(&state.pending) ?? [] { standardError("\(diagnostic)\n") }
  }

  func finish(_ summary: FetchSummary) {
    state.withLock { state in
      printPending(&state)
      switch style {
      case .json: emit(Event(event: "summary", summary: summary))
      case .quiet: break
      case .terminal, .plain, .verbose: standardError(PlainText.lines("\(summary)\n"))
      }
    }
  }

  // MARK: Status line

  private func draw(_ state: inout State) {
    let now = uptime()
    guard now - state.lastDrawn >= 0.1 else { return }
    (state.lastDrawn, state.lineIsOpen) = (now, true)
    standardError("\r\u{1B}[K\(line(state, now))")
  }

  private func tellSometimes(_ state: inout State) {
    let now = uptime()
    guard now - max(state.lastDrawn, started) >= 10 else { return }
    state.lastDrawn = now
    standardError(line(state, now) + "\n")
  }

  private func line(_ state: State, _ now: Double) -> String {
    let rate = now - started > 0.5 ? Double(state.bytes) / (now - started) : 0
    return "      \(state.pages) pages, \(state.posts) new posts, \(state.files) files, \(Self.size(state.bytes))"
      + (rate > 0 ? ", \(Self.size(Int(rate))) a second" : "")
  }

  private func closeLine(_ state: inout State) {
    guard state.lineIsOpen else { return }
    state.lineIsOpen = false
    standardError("\n")
  }

  /// Formats `2.3 MB`.
  static func size(_ bytes: Int) -> String {
    if bytes < 1000 { return "\(bytes) B" }
    if bytes < 1_000_000 { return "\(bytes / 1000) kB" }
    return "\((Double(bytes) / 100_000).rounded() / 10) MB"
  }

  private struct Event: Encodable {
    var event: String
    var title: String?
    var page: Int?
    var posts: Int?
    var new: Int?
    var asked: String?
    var file: String?
    var url: String?
    var bytes: Int?
    var why: String?
    var seconds: Double?
    var diagnostic: Diagnostic?
    var summary: FetchSummary?
  }

  private func emit(_ event: Event) {
    guard let line = try? JSONText.line(event) else { return }
    standardOutput(line + "\n")
  }
}
