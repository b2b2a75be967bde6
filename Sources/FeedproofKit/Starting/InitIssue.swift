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

  package var text: IssueText {
    switch self {
    case .taken(let names):
      .error(
        "init.taken", "this folder has \(names.joined(separator: ", ")) already, and nothing is overwritten",
        hint: "choose another folder", kind: .output)
    case .fromProject:
      .error(
        "init.from-project", "this is a project, not a feed",
        hint: "name the feed's own files, or copy the project's folder", kind: .usage)
    case .unnamable:
      .error(
        "init.path", "a project file can't name a path with a line's end in it", hint: "give the feed another name",
        kind: .usage)
    case .nameless:
      .error("init.no-name", "a folder or a feed is named by nothing", hint: "this folder is \".\"", kind: .usage)
    }
  }
}
