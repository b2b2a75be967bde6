import Diagnostics

extension OutputIssue {
  package var kind: Diagnostic.Kind {
    switch self {
    case .busy: .busy
    case .inTheWay, .notOurs, .otherFeed, .setAside: .output
    case .isFeed: .usage
    }
  }

  package var severity: Diagnostic.Severity {
    switch self {
    case .setAside: .note
    case .busy, .inTheWay, .notOurs, .isFeed, .otherFeed: .error
    }
  }

  package var code: String {
    switch self {
    case .busy: "output.busy"
    case .inTheWay: "output.in-the-way"
    case .notOurs: "output.not-ours"
    case .isFeed: "output.is-feed"
    case .otherFeed: "output.other-feed"
    case .setAside: "output.set-aside"
    }
  }

  package var message: String {
    switch self {
    case .busy(let holder): "another run works in this folder\(holder.map { ": \($0)" } ?? "")"
    case .inTheWay: "this is where the new output is made, and something else is there"
    case .notOurs(let first, let count):
      "\(count == 1 ? "a file" : "\(count) files") of your own would be overwritten: \(first.joined(separator: ", "))"
        + (count > first.count ? ", …" : "")
    case .isFeed(let feed): "the feed \(feed) lies where this output's own files are"
    case .otherFeed(let first, let count, let posts):
      "this folder holds another feed: \(count) of its \(posts) posts would vanish: \(first.joined(separator: ", "))"
        + (count > first.count ? ", …" : "")
    case .setAside(let name): "what was here and is not Feedproof's is kept as \(name)"
    }
  }

  package var hint: String? {
    switch self {
    case .busy: "wait until it ends, or choose another --output"
    case .inTheWay: "move it away"
    case .notOurs: "choose another --output, move them away, or keep them under other names with --set-aside"
    case .isFeed: "choose another --output, beside the feed or in a subfolder of its own"
    case .otherFeed: "choose another --output, or give --replace to put this feed in its place"
    case .setAside: nil
    }
  }
}
