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
    }
  }
}
