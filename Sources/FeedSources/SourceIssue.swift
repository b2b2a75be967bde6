import Diagnostics
import FeedIngest

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
        hint: "where feeds lie there, give that folder too: \(target)")
    case .tooManyFiles(let limit):
      .warning(
        "input.too-many-files", "after \(limit) files and folders no more are looked at",
        hint: "give the folders or files that hold the feed")
    case .nestedTooDeep(let limit):
      .warning(
        "input.too-many-files", "folders that lie more than \(limit) deep are not looked into",
        hint: "give the folders or files that hold the feed")
    case .accountLists(let names):
      .note(
        "input.no-feed",
        "\(names.prefix(4).joined(separator: ", "))\(names.count > 4 ? " and \(names.count - 4) more" : "") beside "
          + "outbox.json \(names.count == 1 ? "is" : "are") not shown")
    case .notFeed(let countsChats):
      .warning(
        "input.no-feed", "no feed\(countsChats ? " or chat" : "") format that is known; the file is left out",
        hint: countsChats
          ? "docs/feeds.md and docs/chats.md say what is read of which service"
          : "where it is a chat, --stage message shows it")
    case .notRead(let names, let count, let kind):
      .note(
        "input.not-read",
        names.joined(separator: ", ") + (count > names.count ? " and \(count - names.count) more" : "")
          + (count == 1 ? " is" : " are") + " not read: \(kind.inWords)",
        hint: kind.hint)
    case .passedOver(let count):
      .warning(
        "input.no-feed",
        "the folder is not looked into for its name, and holds \(count == 1 ? "a document" : "\(count) documents")",
        hint: "where feeds lie there, call it otherwise, or give it too")
    case .unreadableFolder(let reason):
      .error("input.unreadable", "the folder can't be looked into: \(reason)", hint: "check who may read it")
    case .archiveWithoutFeeds:
      .warning(
        "input.no-feed", "the archive holds no document that feeds or chats are read from",
        hint: "where nothing is missing, all is good: it may hold pictures of another one")
    case .inputChanged:
      .error(
        "input.changed", "the file has changed since this run began to read it",
        hint: "run again when nobody writes to it")
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
        hint: "what was deleted meanwhile is shown as the earlier export has it")
    case .restricted(let direct, let followersOnly):
      .warning(
        "feed.restricted",
        [(direct, "direct post"), (followersOnly, "followers-only post")].filter { $0.0 > 0 }
          .map { $0.0.counted($0.1) }.joined(separator: " and ")
          + (direct + followersOnly == 1 ? " is drawn like a public one" : " are drawn like public ones"),
        hint: "leave them out of the files before you publish the output")
    case .noneWithin:
      .error("input.none-within", "nothing is from then", hint: "check --since and --until (ISO 8601)", kind: .usage)
    case .noPosts:
      .error("feed.no-posts", "nothing could be read: there is no post to show")
    case .noSuchChat(let name, let known):
      .error("option.chat", "there is no chat \"\(name)\"", hint: Self.suggestion(for: name, "chats", known))
    case .noSuchOwner(let name, let known):
      .error(
        "option.me", "nobody in the chat is called \"\(name)\", or has that id",
        hint: Self.suggestion(for: name, "who wrote", known))
    case .noChats:
      .error("chat.none", "nothing could be read: there is no chat to show")
    case .emptyChat:
      .error(
        "chat.empty", "the chat has no messages to show",
        hint: "check --since, --until, and what the export was limited to")
    case .beside(let names):
      .note(
        "chat.beside", "the feed is shown; beside it: \(names.listed)",
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
