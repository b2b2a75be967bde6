import Basics
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
  case notRead([String], count: Int, IgnoredFiles.Kind, UnreadExport?)
  /// Documents found in folders or archives, of programs or formats that no reader takes: the first names, their number,
  /// and the program, if it is known.
  case notFeeds([String], count: Int, UnreadExport?)
  /// Lines of a file, after its first ones, that are of no known format.
  case unknownLines(Int)
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
  case restricted(AudienceCounts)
  /// Posts that the project's `visibility` leaves out.
  case leftOutByAudience(AudienceCounts)
  /// `visibility` leaves out all posts.
  case noneVisible
  /// All entries were skipped.
  /// The dates of the entries in seconds since 1970; nil if none has one.
  case noneWithin(ClosedRange<Int>?)
  case noPosts
  case noSuchChat(String, known: [String])
  /// No author has that name or id.
  case noSuchOwner(String, known: [String])
  /// The number of chats whose export doesn't tell who made it, and their authors.
  case unknownSide(chats: Int, people: [String])
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
        "input.no-feeds", "the folder contains no feed (no .json file, no tweets.js)",
        hint: "pass the feed's file, its archive, or a folder that contains .json files")
    case .noSuchFile:
      .error(
        "input.missing", "the file or folder does not exist",
        hint: "check \"feeds:\" in feedproof.yml; its paths are relative to that file")
    case .notAFile:
      .error("input.not-a-file", "this is neither a regular file nor a folder", hint: "save the feed to a file first")
    case .linkOutside(let target):
      .warning(
        "input.link-outside", "the link leads out of the feed's folder, to \(target), and is not followed",
        hint: "if it contains feeds, name that folder too: \(target)")
    case .tooManyFiles(let limit):
      .warning(
        "input.too-many-files", "the folder contains more than \(limit) files and folders; the rest is skipped",
        hint: "name the folders or files that contain the feed")
    case .nestedTooDeep(let limit):
      .warning(
        "input.too-many-files", "folders nested more than \(limit) levels deep are skipped",
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
          ? "feedproof help formats lists the formats"
          : "if it is a chat, show it with --stage message")
    case .notFeeds(let names, let count, let export):
      .warning(
        "input.no-feed",
        "\(count.counted("document")) \(count == 1 ? "is" : "are") not read: \(export?.name ?? "no feed or chat format is recognized"): "
          + names.joined(separator: ", ") + (count > names.count ? " and \(count - names.count) more" : ""),
        hint: export?.hint ?? "feedproof help formats lists the formats")
    case .unknownLines(let count):
      .error(
        "feed.unknown-format", "the format of \(count.counted("line")) of the file is not recognized",
        hint: "the other lines are shown")
    case .notRead(let names, let count, let kind, let export):
      .note(
        "input.not-read",
        names.joined(separator: ", ") + (count > names.count ? " and \(count - names.count) more" : "")
          + (count == 1 ? " is" : " are") + " not read: \(export?.name ?? kind.inWords)",
        hint: export == nil ? kind.hint : export?.hint)
    case .passedOver(let count):
      .warning(
        "input.no-feed",
        "the folder is skipped because of its name, but contains \(count == 1 ? "a document" : "\(count) documents")",
        hint: "if it contains feeds, rename it or name it as an input")
    case .unreadableFolder(let reason):
      .error("input.unreadable", "the folder can't be read: \(reason)", hint: "check its permissions")
    case .archiveWithoutFeeds:
      .warning(
        "input.no-feed", "the archive contains no document of a feed or chat",
        hint:
          "this is fine if it contains only the images of another archive; pass all parts of a split archive together")
    case .inputChanged:
      .error(
        "input.changed", "the file has changed since this run began to read it",
        hint: "run again when no other program is writing to it")
    case .leftOut(let count, let undated):
      .note(
        "input.left-out",
        "\(count == 1 ? "1 entry is" : "\(count) entries are") outside the chosen period"
          + (undated == 0 ? "" : ", \(undated) of them without a date"))
    case .deleted(let count):
      .note(
        "feed.deleted",
        "\(count.counted("post")) of an earlier export \(count == 1 ? "is" : "are") missing in a later one; "
          + (count == 1 ? "it is shown as removed" : "they are shown as removed"),
        hint: "removed posts are shown as in the earlier export")
    case .restricted(let counts):
      .warning(
        "feed.restricted", "\(counts.inWords) \(counts.total == 1 ? "is" : "are") drawn with a mark",
        hint: "to exclude posts that are not public: --visibility public")
    case .leftOutByAudience(let counts):
      .note("feed.left-out", "visibility excludes \(counts.inWords)")
    case .noneVisible:
      .error(
        "feed.none-visible", "visibility excludes all posts", hint: "pass --visibility all to show them", kind: .usage
      )
    case .noneWithin(let dates):
      .error(
        "input.none-within",
        "there are no entries in this period"
          + (dates.map { "; the feed spans \(Self.day($0.lowerBound)) to \(Self.day($0.upperBound))" } ?? ""),
        hint: "choose a period within these dates", kind: .usage)
    case .noPosts:
      .error("feed.no-posts", "no post could be read from the input")
    case .noSuchChat(let name, let known):
      .error("option.chat", "the export has no chat \"\(name)\"", hint: Self.suggestion(for: name, "chats", known))
    case .noSuchOwner(let name, let known):
      .error(
        "option.me", "no member of the chat has the name or id \"\(name)\"",
        hint: Self.suggestion(for: name, "members with messages", known))
    case .unknownSide(let chats, let people):
      .note(
        "chat.me",
        chats == 1
          ? "the export does not name its owner; all messages are on the left"
          : "\(chats) exports do not name their owner; all messages are on the left",
        hint: "use --me NAME (me: in feedproof.yml): \(people.listed)")
    case .noChats:
      .error("chat.none", "no chat could be read from the input")
    case .emptyChat:
      .error(
        "chat.empty", "the chat has no messages to show",
        hint: "check --since, --until, and the limits of the export")
    case .beside(let names):
      .note(
        "chat.beside", "the feed is shown; the input also contains \(names.listed)",
        hint: "choose a chat with --chat; feedproof export writes pages for all")
    case .emptyChats(let names):
      .note(
        "chat.empty",
        "\(names.count == 1 ? "1 chat" : "\(names.count) chats") without messages to show \(names.count == 1 ? "is" : "are") "
          + "skipped: \(names.listed)")
    case .noPostWithID(let id, let known):
      .error(
        "option.post", "the feed has no post \"\(id)\"", hint: Self.suggestion(for: id, "posts of this feed", known))
    case .severalPosts(let id, let found):
      .error(
        "option.post", "\(found.count) posts of the feed have ids that end with \"\(id)\"",
        hint: "use the complete id: \(found.listed)")
    }
  }
}

extension SourceIssue {
  /// The day of a moment in UTC, for example `2018-11-18`.
  private static func day(_ seconds: Int) -> String { String(ISO8601Moment.utc(seconds).prefix(10)) }

  private static func suggestion(for name: String, _ whose: String, _ known: [String]) -> String {
    nearest(to: name, among: known).map { "did you mean \"\($0)\"?" } ?? "\(whose): \(known.listed)"
  }
}
