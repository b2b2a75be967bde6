import Diagnostics

/// How the journal of an interrupted command was settled, or why it is refused.
package enum JournalIssue: Issue, Hashable {
  /// The folder has its earlier state again. `files`: the number of restored files.
  case undone(files: Int)
  /// The command had made its last change when it was interrupted.
  case completed
  /// The remaining steps of an interrupted update were done. `steps`: their number.
  case finished(steps: Int)
  /// Files that changed after the interruption and were skipped.
  case changedSince(first: [String], count: Int)
  /// Files that were skipped because their earlier version is missing or damaged.
  case noPrevious(first: [String], count: Int)
  /// A file changed between the first and the last step of a command.
  case changedMeanwhile
  /// Undoing failed after `cause`; the journal is kept.
  case notUndone(cause: String, reason: String)
  /// Everything was undone after `cause`, except for files that changed meanwhile.
  case undoneExcept(cause: String, first: [String], count: Int)
  /// The folder holds the journal of an interrupted command.
  case pending
  /// The journal has another format. `isNewer`: whether a later version wrote it.
  case otherVersion(isNewer: Bool)
  case damaged
  /// Another machine, another copy of the folder, or a version control system wrote the journal.
  case foreign

  /// Codes of errors that leave some files changed.
  package static let partial = ["journal.not-undone", "journal.undone-except"]

  package static var kind: Diagnostic.Kind { .output }

  private static let keepsFiles =
    "compare the folder's files with your version control; .feedproof/previous may hold earlier versions; then delete"
    + " this journal and run again"

  package var text: IssueText {
    switch self {
    case .undone(let files):
      .warning(
        "journal.undone",
        "an earlier command was interrupted while it changed this folder; its changes were undone, and "
          + (files == 0 ? "no file had to be restored" : "\(files.counted("file")) restored"),
        hint: "run that command again if you still want its changes")
    case .completed:
      .note(
        "journal.completed",
        "an earlier command was interrupted after it had changed this folder; all its changes are in place")
    case .finished(let steps):
      .note(
        "journal.finished",
        "an earlier run was interrupted while it updated this folder; its remaining \(steps.counted("step")) \(steps == 1 ? "is" : "are") now complete"
      )
    case .changedSince(let first, let count):
      .warning(
        "journal.changed",
        "not restored, because they changed after an earlier command was interrupted: \(Self.list(first, count))",
        hint: "check these files, and run the earlier command again if you still want its changes")
    case .noPrevious(let first, let count):
      .warning(
        "journal.no-previous",
        "can't be undone, because their earlier versions are missing: \(Self.list(first, count))",
        hint: "restore these files from your version control")
    case .changedMeanwhile:
      .error(
        "journal.changed-meanwhile", "the file changed while the command ran, and nothing was written",
        hint: "run the command again when no other program writes the file")
    case .notUndone(let cause, let reason):
      .error(
        "journal.not-undone", "\(cause); the changes to this folder could not be undone: \(reason)",
        hint: "fix the cause; the next command that uses this folder undoes them")
    case .undoneExcept(let cause, let first, let count):
      .error(
        "journal.undone-except",
        "\(cause); the changes to this folder are undone, except for files that changed meanwhile: "
          + Self.list(first, count),
        hint: "check these files, then fix the cause and run the command again")
    case .pending:
      .error(
        "journal.pending", "an earlier command was interrupted while it changed this folder",
        hint: "run the command again: it first completes or undoes the earlier change")
    case .otherVersion(let isNewer):
      .error(
        "journal.version",
        "\(isNewer ? "a later" : "an earlier") version of Feedproof was interrupted while it changed this folder, and"
          + " this version can't read its journal",
        hint: Self.keepsFiles)
    case .damaged:
      .error(
        "journal.damaged", "this journal of an interrupted command is damaged; nothing was changed",
        hint: Self.keepsFiles)
    case .foreign:
      .error(
        "journal.foreign",
        "this journal was not written in this folder: it came with a checkout or a copy; nothing was changed",
        hint: Self.keepsFiles)
    }
  }

  private static func list(_ first: [String], _ count: Int) -> String {
    first.map { PlainText.piece($0) }.joined(separator: ", ") + (count > first.count ? ", …" : "")
  }
}
