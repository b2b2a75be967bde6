import Diagnostics

/// Why an output folder can't be worked in, or become what it is to be.
package enum OutputIssue: Issue, Hashable {
  /// `holder`: which process has the folder, and since when, where that is known.
  case busy(holder: String?)
  /// Something that is not ours stands where the new output is made.
  case inTheWay
  /// Files at paths that are about to be written, and that no run has written.
  case notOurs(first: [String], count: Int)
  /// The folder that a feed is read from, or a feed lies where an output has files of its own.
  case isFeed(String)
  /// The folder holds another feed, of whose posts so many would vanish; the first of them.
  case otherFeed(first: [String], count: Int, posts: Int)
  /// Somebody's own file has another name now.
  case setAside(String)
  /// The root of the file system.
  case root
  /// A symbolic link on the way to the folder that leads to nothing.
  case brokenLink
  /// Something stays of the tree that an output was before. `reason`: why; nil where somebody goes on writing into it.
  case leftover(reason: String?)
  /// All is published, and something after it has failed.
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
