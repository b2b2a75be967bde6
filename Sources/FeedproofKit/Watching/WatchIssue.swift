import Diagnostics
import Files

/// What somebody who watches a project has to know of the watching itself.
package enum WatchIssue: Issue, Hashable {
  /// The system does not tell of changes.
  case polling(WatchFailure)

  package var kind: Diagnostic.Kind { .environment }

  package var severity: Diagnostic.Severity { .warning }

  package var code: String { "watch.polling" }

  package var message: String {
    switch self {
    case .polling(.limit(let folders)):
      "the system lets this user watch no more than \(folders) of the project's folders; all are looked at every second"
    case .polling(.system): "the system does not tell of changes in these folders; they are looked at every second"
    }
  }

  package var hint: String? {
    switch self {
    case .polling(.limit): "raise it: sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512"
    case .polling(.system): nil
    }
  }
}
