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
        "output.busy", "another run works in this folder\(holder.map { ": \($0)" } ?? "")",
        hint: "wait until it ends, or choose another --output", kind: .busy)
    case .inTheWay:
      .error(
        "output.in-the-way", "this is where the new output is made, and something else is there", hint: "move it away",
        kind: .output)
    case .notOurs(let first, let count):
      .error(
        "output.not-ours",
        "\(count == 1 ? "a file" : "\(count) files") of your own would be overwritten: \(first.joined(separator: ", "))"
          + (count > first.count ? ", …" : ""),
        hint: "choose another --output, move them away, or keep them under other names with --set-aside", kind: .output)
    case .isFeed(let feed):
      .error(
        "output.is-feed", "the feed \(feed) lies where this output's own files are",
        hint: "choose another --output, beside the feed or in a subfolder of its own", kind: .usage)
    case .otherFeed(let first, let count, let posts):
      .error(
        "output.other-feed",
        "this folder holds another feed: \(count) of its \(posts) posts would vanish: \(first.joined(separator: ", "))"
          + (count > first.count ? ", …" : ""),
        hint: "choose another --output, or give --replace to put this feed in its place", kind: .output)
    case .setAside(let name):
      .note("output.set-aside", "what was here and is not Feedproof's is kept as \(name)", kind: .output)
    case .root:
      .error(
        "output.root", "the root of the file system can't be an output folder", hint: "choose another --output",
        kind: .usage)
    case .brokenLink:
      .error(
        "output.broken-link", "this link leads to nothing",
        hint: "make the folder that it leads to, or choose another --output", kind: .output)
    case .leftover(let reason):
      .warning(
        "output.leftover",
        "this is left of the output as it was before: \(reason ?? "something goes on writing into it")",
        hint: "the next run takes it away, and brings your own files in it to the output", kind: .output)
    case .notConcluded(let reason):
      .warning(
        "output.not-concluded", "all is published, but what a run does after it has failed: \(reason)",
        hint: "the next run makes up for it", kind: .output)
    }
  }
}
