import Diagnostics
import Files

/// What somebody who watches a project has to know of the watching itself.
package enum WatchIssue: Issue, Hashable {
  /// The system does not tell of changes.
  case polling(WatchFailure)
  /// The project was begun with a feedproof.yml, which is not there now.
  case projectFileGone

  package var kind: Diagnostic.Kind {
    switch self {
    case .polling: .environment
    case .projectFileGone: .input
    }
  }

  package var severity: Diagnostic.Severity {
    switch self {
    case .polling: .warning
    case .projectFileGone: .error
    }
  }

  package var code: String {
    switch self {
    case .polling: "watch.polling"
    case .projectFileGone: "watch.project-gone"
    }
  }

  package var message: String {
    switch self {
    case .polling(.limit(let folders)):
      "the system lets this user watch no more than \(folders) of the project's folders; all are looked at every second"
    case .polling(.system): "the system does not tell of changes in these folders; they are looked at every second"
    case .projectFileGone: "the project file is not there any more"
    }
  }

  package var hint: String? {
    switch self {
    case .polling(.limit): "raise it: sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512"
    case .polling(.system): nil
    case .projectFileGone: "put it back; what is shown is as it was with it"
    }
  }
}
