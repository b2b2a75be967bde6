import Diagnostics
import Files

/// Problems with the watching itself.
package enum WatchIssue: Issue, Hashable {
  /// The system does not report file changes.
  case polling(WatchFailure)
  /// The project started with a feedproof.yml that no longer exists.
  case projectFileGone

  package var text: IssueText {
    switch self {
    case .polling(.limit(let folders)):
      .warning(
        "watch.polling",
        "the system limits this user to \(folders) watched folders; Feedproof checks all folders every second instead",
        hint: "raise the limit: sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512",
        kind: .environment)
    case .polling(.system):
      .warning(
        "watch.polling", "the system can't watch these folders for changes; Feedproof checks them every second instead",
        kind: .environment)
    case .projectFileGone:
      .error(
        "watch.project-gone", "the project file no longer exists",
        hint: "restore it; the pages show the last state")
    }
  }
}
