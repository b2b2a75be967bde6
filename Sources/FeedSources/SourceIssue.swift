import Diagnostics
import FeedReading

/// A problem with a feed's files, or with the feed as a whole.
package enum SourceIssue: Issue, Hashable {
  case folderWithoutFeeds
  /// A project's feed that doesn't exist.
  case noSuchFile
  case notAFile
  /// A link in a feed's folder to a folder elsewhere.
  case linkOutside(to: String)
  case tooManyFiles(limit: Int)
  case nestedTooDeep(limit: Int)
  /// Documents of an account's archive that are not feeds.
  case accountLists([String])
  /// A document in a folder that is not a feed, next to others that are.
  case notFeed(countsChats: Bool)
  /// Ignored files: the first names, their number, and their kind, which determines the advice.
  case notRead([String], count: Int, IgnoredFiles.Kind)
  /// A folder with a reserved name that contains that many documents.
  case passedOver(Int)
  case unreadableFolder(String)
  /// An archive found in a folder contains no feed.
  case archiveWithoutFeeds
  case inputChanged
  /// The number of entries skipped because of their date.
  case leftOut(Int, undated: Int)
  /// Removed posts: a later complete export of their account or channel lacks them.
  case deleted(Int)
  /// Posts that their service does not show to everyone.
  case restricted(direct: Int, followersOnly: Int)
  /// All entries were skipped.
  case noneWithin
  case noPosts
  case noSuchChat(String, known: [String])
  /// No author has that name or id.
  case noSuchOwner(String, known: [String])
  /// The files were read but contain no conversation.
  case noChats
  case emptyChat
  /// Chats and likes next to the only feed, if only one can be shown.
  case beside([String])
  /// Among several feeds and chats, those with nothing to show.
  case emptyChats([String])
  case noPostWithID(String, known: [String])
  /// The ids of posts that end with the requested text.
  case severalPosts(String, [String])

  package var text: IssueText {
    switch self {
    case .folderWithoutFeeds:
      .error(
        "input.no-feeds", "the folder holds no feed (no .json file, no tweets.js)",
        hint: "give the feed's file, its archive, or a folder that holds .json files")
    case .noSuchFile:
      .error(
        "input.missing", "there is no such file or folder",
        hint: "check \"feeds:\" in feedproof.yml; its paths start at that file")
    case .notAFile:
      .error("input.not-a-file", "this is neither a regular file nor a folder", hint: "save the feed to a file first")
    case .linkOutside(let target):
      .warning(
        "input.link-outside", "a link out of the feed's folder, to \(target), is not followed",
        hint: "if it contains feeds, name that folder too: \(target)")
    case .tooManyFiles(let limit):
      .warning(
        "input.too-many-files", "after \(limit) files and folders the rest is ignored",
        hint: "name the folders or files that contain the feed")
    case .nestedTooDeep(let limit):
      .warning(
        "input.too-many-files", "folders nested more than \(limit) deep are not read",
        hint: "name the folders or files that contain the feed")
    case .accountLists(let names):
      .note(
        "input.no-feed",
        "\(names.prefix(4).joined(separator: ", "))\(names.count > 4 ? " and \(names.count - 4) more" : "") next to "
          + "outbox.json \(names.count == 1 ? "is" : "are") not shown")
    case .notFeed(let countsChats):
      .warning(
        "input.no-feed", "no feed\(countsChats ? " or chat" : "") format is recognized; the file is skipped",
        hint: countsChats
          ? "docs/feeds.md and docs/chats.md say what is read of which service"
          : "if it is a chat, --stage message shows it")
    case .notRead(let names, let count, let kind):
      .note(
        "input.not-read",
        names.joined(separator: ", ") + (count > names.count ? " and \(count - names.count) more" : "")
          + (count == 1 ? " is" : " are") + " not read: \(kind.inWords)",
        hint: kind.hint)
    case .passedOver(let count):
      .warning(
        "input.no-feed",
        "the folder is not read because of its name, and contains \(count == 1 ? "a document" : "\(count) documents")",
        hint: "if it contains feeds, rename it or name it as an input")
    case .unreadableFolder(let reason):
      .error("input.unreadable", "the folder can't be read: \(reason)", hint: "check its permissions")
    case .archiveWithoutFeeds:
      .warning(
        "input.no-feed", "the archive contains no document of a feed or chat",
        hint: "this is fine if it only contains the images of another archive")
    case .inputChanged:
      .error(
        "input.changed", "the file has changed since this run began to read it",
        hint: "run again when no program writes to it")
    case .leftOut(let count, let undated):
      .note(
        "input.left-out",
        "--since and --until leave out \(count == 1 ? "an entry" : "\(count) entries")"
          + (undated == 0 ? "" : ", \(undated) of them without a date"))
    case .deleted(let count):
      .note(
        "feed.deleted",
        "\(count.counted("post")) of an earlier export \(count == 1 ? "is" : "are") missing in a later one; "
          + (count == 1 ? "it stays, marked" : "they stay, marked"),
        hint: "deleted posts are shown as in the earlier export")
    case .restricted(let direct, let followersOnly):
      .warning(
        "feed.restricted",
        [(direct, "direct post"), (followersOnly, "followers-only post")].filter { $0.0 > 0 }
          .map { $0.0.counted($0.1) }.joined(separator: " and ")
          + (direct + followersOnly == 1 ? " is drawn like a public one" : " are drawn like public ones"),
        hint: "leave them out of the files before you publish the output")
    case .noneWithin:
      .error(
        "input.none-within", "no entry is within --since and --until", hint: "check --since and --until (ISO 8601)",
        kind: .usage)
    case .noPosts:
      .error("feed.no-posts", "no post could be read")
    case .noSuchChat(let name, let known):
      .error("option.chat", "there is no chat \"\(name)\"", hint: Self.suggestion(for: name, "chats", known))
    case .noSuchOwner(let name, let known):
      .error(
        "option.me", "no member of the chat has the name or id \"\(name)\"",
        hint: Self.suggestion(for: name, "who wrote", known))
    case .noChats:
      .error("chat.none", "no chat could be read")
    case .emptyChat:
      .error(
        "chat.empty", "the chat has no messages to show",
        hint: "check --since, --until, and what the export was limited to")
    case .beside(let names):
      .note(
        "chat.beside", "the feed is shown; the input also contains \(names.listed)",
        hint: "choose a chat with --chat; an export makes pages of all")
    case .emptyChats(let names):
      .note(
        "chat.empty",
        "\(names.count == 1 ? "a chat" : "\(names.count) chats") without messages to show \(names.count == 1 ? "is" : "are") "
          + "left out: \(names.listed)")
    case .noPostWithID(let id, let known):
      .error(
        "option.post", "the feed has no post \"\(id)\"", hint: Self.suggestion(for: id, "posts of this feed", known))
    case .severalPosts(let id, let found):
      .error(
        "option.post", "\(found.count) posts of the feed end with \"\(id)\"",
        hint: "give the whole id: \(found.listed)")
    }
  }
}

extension SourceIssue {
  private static func suggestion(for name: String, _ whose: String, _ known: [String]) -> String {
    nearest(to: name, among: known).map { "did you mean \"\($0)\"?" } ?? "\(whose): \(known.listed)"
  }
}
