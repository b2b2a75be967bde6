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
        "the system lets this user watch no more than \(folders) of the project's folders; all are looked at every second",
        hint: "raise it: sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512",
        kind: .environment)
    case .polling(.system):
      .warning(
        "watch.polling", "the system does not tell of changes in these folders; they are looked at every second",
        kind: .environment)
    case .projectFileGone:
      .error(
        "watch.project-gone", "the project file is not there any more",
        hint: "put it back; what is shown is as it was with it")
    }
  }
}
