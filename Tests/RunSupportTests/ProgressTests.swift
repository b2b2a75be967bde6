import Diagnostics
import RunSupport
import Synchronization
import Testing

/// The output of a progress reporter.
private final class Transcript: Sendable {
  let output = Mutex("")
  let error = Mutex("")

  func progress(_ style: ProgressStyle) -> RunProgress {
    RunProgress(
      style: style, uptime: { 0 },
      standardOutput: { [self] text in output.withLock { $0 += text } },
      standardError: { [self] text in error.withLock { $0 += text } })
  }
}

@Suite("Progress")
struct ProgressTests {
  private let summary = RunSummary(
    posts: 1, drawn: 1, kept: 0, removed: 0, pictures: 2, errors: 0, warnings: 1, seconds: 1.26,
    output: "out/index.html")

  private func run(_ style: ProgressStyle) -> Transcript {
    let transcript = Transcript()
    let progress = transcript.progress(style)
    progress.begin(step: 1, of: 2, "drawing 1 card", total: 1)
    progress.advance("wall1_1")
    progress.report(Diagnostic(severity: .warning, code: "photo.missing", message: "gone"))
    progress.finish(summary)
    return transcript
  }

  @Test("plain lines go to standard error, and nothing to standard output")
  func plain() {
    let said = run(.plain)
    #expect(said.output.withLock { $0 }.isEmpty)
    #expect(
      said.error.withLock { $0 } == """
        [1/2] drawing 1 card
        warning[photo.missing]: gone
        1 post, 2 images in 1.3 s; 1 warning
        open out/index.html

        """)
  }

  @Test("the summary lists inputs that were not read, with the reasons, and the feeds that were read")
  func inputs() {
    let transcript = Transcript()
    let progress = transcript.progress(.plain)
    progress.report(
      Diagnostic(
        severity: .error, code: "input.unread-export", message: "Skype's export is not read",
        place: Place(file: "skype/messages.json")))
    progress.report(Diagnostic(severity: .note, code: "input.not-read", message: "a.csv is not read: a table"))
    progress.report(Diagnostic(severity: .warning, code: "photo.missing", message: "gone"))
    #expect(
      progress.reported.notRead == ["skype/messages.json: Skype's export is not read", "a.csv is not read: a table"])
    var summary = summary
    summary.notRead = progress.reported.notRead
    summary.feeds = [
      RunSummary.ReadFeed(
        name: "Anna", services: ["WhatsApp"], count: 2, isChat: true, inputs: ["a.zip", "b.zip", "c.zip"])
    ]
    #expect(
      summary.description == """
        1 post, 2 images in 1.3 s; 1 warning
        read:
          Anna (WhatsApp): 2 messages from a.zip, b.zip and 1 more
        not read:
          skype/messages.json: Skype's export is not read
          a.csv is not read: a table
        open out/index.html
        """)
  }

  @Test("posts and messages are distinguished; the cards of days count among the cards alone")
  func messages() {
    var summary = RunSummary(
      posts: 0, drawn: 3, kept: 33, removed: 0, pictures: 2, errors: 0, warnings: 0, seconds: 1, output: "o",
      messages: 21)
    #expect(summary.description.hasPrefix("21 messages (cards: 3 drawn, 33 kept), 2 images in 1.0 s"))
    summary.posts = 28
    summary.messages = 1
    #expect(summary.description.hasPrefix("28 posts and 1 message (cards: "))
  }

  private func grouped(_ transcript: Transcript, _ groups: DiagnosticGroups = DiagnosticGroups()) -> RunProgress {
    RunProgress(
      style: .plain, grouping: groups, uptime: { 0 }, standardOutput: { _ in },
      standardError: { text in transcript.error.withLock { $0 += text } })
  }

  @Test("eighty warnings of a kind are one line with their number before the summary; errors are all printed")
  func longList() {
    let transcript = Transcript()
    let progress = grouped(transcript)
    for number in 0..<80 {
      progress.report(
        Diagnostic(
          severity: .warning, code: "a.b", message: "too long", place: .json("items[\(number)]", in: "f.json"),
          hint: "shorten it"))
    }
    for number in 1...5 { progress.report(Diagnostic(severity: .error, code: "b", message: "wrong \(number)")) }
    progress.finish(summary)
    let said = transcript.error.withLock { $0 }
    #expect((1...5).allSatisfy { said.contains("wrong \($0)") })
    #expect(
      said.contains(
        """
        warning[a.b]: f.json: items[0]: too long; 79 more like this
          hint: shorten it; list all with --verbose
        1 post, 2 images
        """))
    #expect(said.components(separatedBy: "warning[").count == 2)
  }

  @Test("three of a kind are printed one by one, in the order in which they were reported")
  func shortList() {
    let transcript = Transcript()
    let progress = grouped(transcript)
    for (code, message) in [("a", "1"), ("b", "2"), ("a", "3"), ("a", "4")] {
      progress.report(Diagnostic(severity: .note, code: code, message: message))
    }
    progress.endPart()
    progress.endPart()
    #expect(transcript.error.withLock { $0 } == "note[a]: 1\nnote[b]: 2\nnote[a]: 3\nnote[a]: 4\n")
  }

  @Test("a count of diagnostics counts in its group")
  func countedRest() {
    let transcript = Transcript()
    let progress = grouped(transcript)
    progress.report(Diagnostic(severity: .warning, code: "a", message: "one"))
    progress.report(Diagnostic(severity: .warning, code: "a", message: "980 more like this", count: 980))
    progress.endPart()
    #expect(transcript.error.withLock { $0 }.hasPrefix("warning[a]: one; 980 more like this\n"))
  }

  @Test("with --verbose each warning is printed at once")
  func verbose() {
    let transcript = Transcript()
    let progress = RunProgress(
      style: .verbose, grouping: DiagnosticGroups(), uptime: { 0 }, standardOutput: { _ in },
      standardError: { text in transcript.error.withLock { $0 += text } })
    for number in 0..<80 { progress.report(Diagnostic(severity: .warning, code: "a", message: "\(number)")) }
    #expect(transcript.error.withLock { $0 }.components(separatedBy: "\n").count == 81)
  }

  @Test("a kind with a summary is counted by distinct messages, and names the first three")
  func summarized() {
    let transcript = Transcript()
    let progress = grouped(
      transcript,
      DiagnosticGroups(
        .init("face", isForFew: true) { count, first in
          Diagnostic(severity: .warning, code: "face", message: "\(count): \(first.joined(separator: ", "))")
        }))
    for name in ["a", "b", "a", "c", "d"] {
      progress.report(Diagnostic(severity: .warning, code: "face", message: name))
    }
    progress.finish(summary)
    let said = transcript.error.withLock { $0 }
    #expect(said.components(separatedBy: "face").count == 2 && said.contains("4: a, b, c"))
    #expect(progress.reported.warnings == 5)
  }

  @Test("groups of one part are printed before the next part, and counted again there")
  func parts() {
    let transcript = Transcript()
    let progress = grouped(transcript)
    for number in 1...6 { progress.report(Diagnostic(severity: .note, code: "a", message: "first \(number)")) }
    progress.endPart()
    progress.report(Diagnostic(severity: .note, code: "a", message: "second"))
    progress.finish(summary)
    let said = transcript.error.withLock { $0 }
    #expect(said.hasPrefix("note[a]: first 1; 5 more like this\n") && said.contains("\nnote[a]: second\n"))
  }

  @Test(
    "diagnostics are counted in every style, also grouped ones",
    arguments: [ProgressStyle.plain, .json, .quiet])
  func told(style: ProgressStyle) {
    let progress = Transcript().progress(style)
    progress.report(Diagnostic(severity: .error, code: "a", message: "one"))
    progress.report(Diagnostic(severity: .warning, code: "b", message: "two"))
    progress.report(Diagnostic(severity: .warning, code: "b", message: "3 more like this", count: 3))
    progress.report(Diagnostic(severity: .note, code: "c", message: "a note"))
    #expect(progress.reported == .init(errors: 1, warnings: 4))
  }

  @Test("anything that was reported in the same words, wherever, is not reported again where it need not be")
  func onlyOnce() {
    let progress = Transcript().progress(.plain)
    progress.report(Diagnostic(severity: .warning, code: "a", message: "one", place: .json("post")))
    progress.reportIfNew(Diagnostic(severity: .warning, code: "a", message: "one"))
    progress.reportIfNew(Diagnostic(severity: .warning, code: "a", message: "two"))
    progress.reportIfNew(Diagnostic(severity: .warning, code: "a", message: "two"))
    #expect(progress.reported.warnings == 2)
  }

  @Test("names of files and cards can't steer the terminal or the log", arguments: [ProgressStyle.plain, .terminal])
  func cleaned(style: ProgressStyle) {
    let transcript = Transcript()
    let progress = transcript.progress(style)
    progress.begin(step: 1, of: 1, "reading \u{1B}]0;x\u{7}\n::error::a", total: 1)
    progress.advance("\u{9B}2J")
    var summary = summary
    summary.output = "out\n::error::\u{9B}"
    progress.finish(summary)
    let said = transcript.error.withLock { $0 }.replacing("\r\u{1B}[K", with: "")
    #expect(said.contains("[1/1] reading \\u{1b}]0;x\\u{7}\\u{a}::error::a\n"))
    #expect(said.contains("open out\\u{a}::error::\\u{9b}\n"))
    #expect(!said.contains("\u{1B}") && !said.contains("\u{9B}"))
  }

  @Test("quiet reports errors alone")
  func quiet() {
    let transcript = run(.quiet)
    #expect(transcript.error.withLock { $0 }.isEmpty)
    transcript.progress(.quiet).report(Diagnostic(severity: .error, code: "a.b", message: "c"))
    #expect(transcript.error.withLock { $0 } == "error[a.b]: c\n")
  }

  @Test("JSON is one event a line on standard output")
  func json() {
    let said = run(.json)
    #expect(said.error.withLock { $0 }.isEmpty)
    #expect(
      said.output.withLock { $0 } == """
        {"event":"step","of":2,"step":1,"title":"drawing 1 card","total":1}
        {"done":1,"event":"post","id":"wall1_1","total":1}
        {"diagnostic":{"code":"photo.missing","message":"gone","severity":"warning"},"event":"diagnostic"}
        {"event":"summary","summary":{"drawn":1,"errors":0,"kept":0,"keptRemoved":0,"output":"out/index.html","pictures":2,"posts":1,"removed":0,"seconds":1.26,"warnings":1}}

        """)
  }

  @Test("the terminal's line tells what is done, the rate and the time left")
  func line() {
    #expect(RunProgress.line(done: 212, total: 412, seconds: 5.3) == "      212 of 412 posts, 40 a second, 5 s left")
    #expect(
      RunProgress.line(done: 1, total: 1001, seconds: 2) == "      1 of 1001 posts, 0.5 a second, 33 min 20 s left")
    #expect(RunProgress.line(done: 0, total: 5, seconds: 0) == "      0 of 5 posts")
  }
}
