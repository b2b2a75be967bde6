import Diagnostics

extension DepartureIssue {
  var kind: Diagnostic.Kind {
    switch self {
    case .otherScreens, .picturesLost: .output
    case .shard, .conversation: .usage
    }
  }

  var severity: Diagnostic.Severity {
    switch self {
    case .picturesLost: .warning
    case .otherScreens, .shard, .conversation: .error
    }
  }

  var code: String {
    switch self {
    case .otherScreens: "removed.other-screens"
    case .picturesLost: "removed.pictures-lost"
    case .shard: "removed.shard"
    case .conversation: "removed.conversation"
    }
  }

  var message: String {
    switch self {
    case .otherScreens(let count, let first, let lacks):
      "\(count == 1 ? "a post that has" : "\(count) posts that have") left the feed can't be drawn again, and "
        + "\(count == 1 ? "has" : "have") no picture for \(lacks): \(first)\(count > 1 ? ", …" : "")"
    case .picturesLost:
      "it has left the feed, and its pictures in the output are not what was drawn: it leaves the output"
    case .shard: "--keep-removed needs the whole feed's output, and a shard writes a part of it"
    case .conversation: "--keep-removed keeps posts of feeds; a conversation's messages stand in their days"
    }
  }

  var hint: String? {
    switch self {
    case .otherScreens: "export with the widths, scales and themes of before, into another --output, or with --replace"
    case .picturesLost: nil
    case .shard: "give it to feedproof merge"
    case .conversation: "export into another --output to keep what was exported before"
    }
  }
}
