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
        "\(count == 1 ? "1 removed post" : "\(count) removed posts") can't be drawn again and "
          + "\(count == 1 ? "has" : "have") no image for \(lacks): \(first)\(count > 1 ? ", …" : "")",
        hint:
          "export with the previous widths, scales and themes, or to another --output; --replace-feed would delete "
          + "\(count == 1 ? "this post" : "these \(count) posts")",
        kind: .output)
    case .picturesLost:
      .warning(
        "removed.pictures-lost",
        "the removed post is deleted from the output, because its images there were changed",
        kind: .output)
    case .feed(let name):
      .note(
        "removed.feed", "\(PlainText.piece(name)) is no longer an input; its page stays unchanged",
        hint: "to delete the page, delete its folder or export with --replace-feed", kind: .output)
    case .shard:
      .error(
        "removed.shard", "--keep-removed needs the output of the entire feed, but a shard writes only a part of it",
        hint: "pass --keep-removed to feedproof merge instead", kind: .usage)
    case .conversation:
      .error(
        "removed.conversation", "--keep-removed applies to feeds, not to chats",
        hint: "to keep the earlier export, export to another --output", kind: .usage)
    }
  }
}
