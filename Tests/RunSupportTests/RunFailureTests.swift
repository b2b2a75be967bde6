import Diagnostics
import Foundation
import RunSupport
import Testing

@Suite("Why a run ended")
struct RunFailureTests {
  private func diagnostic(_ kind: Diagnostic.Kind, _ severity: Diagnostic.Severity = .error) -> Diagnostic {
    // The code contradicts the kind, because the status must not depend on it.
    Diagnostic(severity: severity, code: "output.unwritable", message: "gone", kind: kind)
  }

  @Test(
    "the status follows from what the failure is about, and from nothing else",
    arguments: [
      (Diagnostic.Kind.input, RunSupport.ExitStatus.brokenInput), (.usage, .brokenInput), (.environment, .environment),
      (.output, .unwritableOutput), (.busy, .outputBusy),
    ])
  func status(kind: Diagnostic.Kind, status: RunSupport.ExitStatus) {
    #expect(RunFailure([diagnostic(kind)]).status == status)
    #expect(RunFailure.reported(kind).status == status)
    #expect(RunFailure(stopping: diagnostic(kind)).status == status)
    #expect(RunFailure(stopping: DiagnosticList([diagnostic(kind)])).status == status)
  }

  @Test("differences and an interruption have statuses of their own, and nothing to tell")
  func others() {
    #expect(RunFailure.different.status == .different && RunFailure.different.diagnostics.isEmpty)
    #expect(RunFailure.interrupted.status == .interrupted && RunFailure.interrupted.diagnostics.isEmpty)
  }

  @Test("of several diagnostics the first error decides")
  func several() {
    #expect(RunFailure([diagnostic(.output, .warning), diagnostic(.busy), diagnostic(.input)]).status == .outputBusy)
  }

  @Test("a thrown fact is reported unchanged")
  func issue() throws {
    let failure = RunFailure(stopping: ShardIssue.notation("3"))
    #expect(failure.diagnostics.map(\.code) == ["option.shard"] && failure.status == .brokenInput)
  }

  @Test("an error that no one knows is reported with its own words")
  func unexpected() {
    let failure = RunFailure(stopping: CocoaError(.fileReadNoPermission))
    #expect(failure.diagnostics.map(\.code) == ["run.unexpected"])
    #expect(failure.diagnostics.first?.message.hasSuffix("permission denied") == true)
  }

  @Test("anything that was found before comes first")
  func after() {
    let failure = RunFailure([diagnostic(.input)]).after([diagnostic(.input, .warning)])
    #expect(failure.diagnostics.map(\.severity) == [.warning, .error])
    #expect(RunFailure.reported(.input).after([diagnostic(.input)]).diagnostics.count == 1)
  }
}
