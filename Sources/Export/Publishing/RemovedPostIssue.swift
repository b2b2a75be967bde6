import Diagnostics

/// The reason why removed posts can't stay in an output.
enum RemovedPostIssue: Issue, Hashable {
  /// They were drawn at other widths, scales or themes; `lacks` is a requested one: `414@2x-dark`.
  case otherScreens(count: Int, first: String, lacks: String)
  /// Its images are missing or changed.
  case picturesLost
  /// A shard doesn't know the contents of the whole output.
  case shard
  case conversation
  /// A whole feed or chat in an output with several.
  case feed(String)

  var text: IssueText {
    switch self {
    case .otherScreens(let count, let first, let lacks):
      .error(
        "removed.other-screens",
        "\(count == 1 ? "a post that has" : "\(count) posts that have") left the feed can't be drawn again, and "
          + "\(count == 1 ? "has" : "have") no picture for \(lacks): \(first)\(count > 1 ? ", …" : "")",
        hint:
          "export with the widths, scales and themes of before, or into another --output; --replace would throw away "
          + "what was kept (\(count == 1 ? "this post" : "these \(count) posts"))",
        kind: .output)
    case .picturesLost:
      .warning(
        "removed.pictures-lost",
        "it has left the feed, and its pictures in the output are not what was drawn: it leaves the output",
        kind: .output)
    case .feed(let name):
      .note(
        "removed.feed", "\(PlainText.piece(name)) is not among what is given any more; its page stays as it was",
        hint: "remove its folder, or export with --replace, to let it go", kind: .output)
    case .shard:
      .error(
        "removed.shard", "--keep-removed needs the whole feed's output, and a shard writes a part of it",
        hint: "give it to feedproof merge", kind: .usage)
    case .conversation:
      .error(
        "removed.conversation", "--keep-removed keeps posts of feeds; a conversation's messages stand in their days",
        hint: "export into another --output to keep what was exported before", kind: .usage)
    }
  }
}
