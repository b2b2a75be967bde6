import Diagnostics

/// Why no project is made.
package enum InitIssue: Issue, Hashable {
  /// Files and folders of these names are there already.
  case taken([String])
  /// What the feed is to be taken from is a project itself.
  case fromProject
  /// A path that a project file can't hold.
  case unnamable
  /// A word that names nothing, as a variable without a value leaves it.
  case nameless

  package var kind: Diagnostic.Kind {
    switch self {
    case .taken: .output
    case .fromProject, .unnamable, .nameless: .usage
    }
  }

  package var severity: Diagnostic.Severity { .error }

  package var code: String {
    switch self {
    case .taken: "init.taken"
    case .fromProject: "init.from-project"
    case .unnamable: "init.path"
    case .nameless: "init.no-name"
    }
  }

  package var message: String {
    switch self {
    case .taken(let names): "this folder has \(names.joined(separator: ", ")) already, and nothing is overwritten"
    case .fromProject: "this is a project, not a feed"
    case .unnamable: "a project file can't name a path with a line's end in it"
    case .nameless: "a folder or a feed is named by nothing"
    }
  }

  package var hint: String? {
    switch self {
    case .taken: "choose another folder"
    case .fromProject: "name the feed's own files, or copy the project's folder"
    case .unnamable: "give the feed another name"
    case .nameless: "this folder is \".\""
    }
  }
}
