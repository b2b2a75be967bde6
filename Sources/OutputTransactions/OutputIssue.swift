import Diagnostics

/// Why an output folder can't be used or updated.
package enum OutputIssue: Issue, Hashable {
  /// `holder`: the process that has locked the folder and since when, if known.
  case busy(holder: String?)
  /// An unmanaged file or folder has the name of the staging folder.
  case inTheWay
  /// Unmanaged files at paths that the run would write.
  case notOurs(first: [String], count: Int)
  /// The feed is at a path that the output uses for its own files.
  case isFeed(String)
  /// The folder holds another feed. `count` of its `posts` posts would vanish; `first` lists some of them.
  case otherFeed(first: [String], count: Int, posts: Int)
  /// An unmanaged file was renamed.
  case setAside(String)
  /// The root of the file system.
  case root
  /// The path of the folder contains a broken symbolic link.
  case brokenLink
  /// A part of the previous output remains. `reason`: why; nil if another process keeps writing into it.
  case leftover(reason: String?)
  /// The output is published, but a later step failed.
  case notConcluded(reason: String)

  package var text: IssueText {
    switch self {
    case .busy(let holder):
      .error(
        "output.busy", "another run is writing to this folder\(holder.map { ": \($0)" } ?? "")",
        hint: "wait until it ends, or choose another --output", kind: .busy)
    case .inTheWay:
      .error(
        "output.in-the-way", "this name is reserved for staging the new output", hint: "move or delete it",
        kind: .output)
    case .notOurs(let first, let count):
      .error(
        "output.not-ours",
        "\(count == 1 ? "1 unmanaged file" : "\(count) unmanaged files") would be overwritten: \(first.joined(separator: ", "))"
          + (count > first.count ? ", …" : ""),
        hint: "choose another --output, move the files, or rename them with --set-aside", kind: .output)
    case .isFeed(let feed):
      .error(
        "output.is-feed", "the feed \(feed) is inside a folder that belongs to this output",
        hint: "choose another --output, next to the feed or in a separate subfolder", kind: .usage)
    case .otherFeed(let first, let count, let posts):
      .error(
        "output.other-feed",
        "the folder contains the output of another feed; \(count) of its \(posts) posts would be deleted: \(first.joined(separator: ", "))"
          + (count > first.count ? ", …" : ""),
        hint: "choose another --output, or replace that feed with --replace-feed", kind: .output)
    case .setAside(let name):
      .note("output.set-aside", "an unmanaged file of this name was renamed to \(name)", kind: .output)
    case .root:
      .error(
        "output.root", "the root of the file system can't be an output folder", hint: "choose another --output",
        kind: .usage)
    case .brokenLink:
      .error(
        "output.broken-link", "the link's target does not exist",
        hint: "create the target folder, or choose another --output", kind: .output)
    case .leftover(let reason):
      .warning(
        "output.leftover",
        "the previous output could not be deleted: \(reason ?? "another program keeps writing to it")",
        hint: "the next run deletes it, and first moves unmanaged files from it to the output", kind: .output)
    case .notConcluded(let reason):
      .warning(
        "output.not-concluded", "the output is published, but the cleanup after it failed: \(reason)",
        hint: "the next run repeats the cleanup", kind: .output)
    }
  }
}
