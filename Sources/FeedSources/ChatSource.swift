import ChatIngest
import Diagnostics
import FeedIngest
import Files
import Foundation
import Projects
import Runs

/// A conversation among a feed's files, as a feed of its messages.
package struct ChatSource {
  /// Bytes of one file of an export. It is parsed as a whole.
  private static let documentLimit = 1 << 30

  private let found: FeedFiles

  package init(_ found: FeedFiles) {
    self.found = found
  }

  /// What the files come to, read as an export of conversations.
  ///
  /// - Parameter report: Gets what can't be read as a file.
  package func export(report: (Diagnostic) -> Void) -> ChatExport { ChatExport(documents(report)) }

  private func documents(_ report: (Diagnostic) -> Void) -> [ChatDocument] {
    found.files.compactMap { file in
      do throws(FileError) {
        return ChatDocument(name: file.name, bytes: try RegularFile(file.url).bytes(limit: Self.documentLimit))
      } catch {
        report(error.unreadable(as: file.name))
        return nil
      }
    }
  }

  /// The conversation that is asked for, in memory: its messages know what they answer.
  ///
  /// - Returns: Nil where the files are no conversations, or channels that many follow and nobody asked for by name.
  /// - Throws: `SeveralChats` where one has to be chosen; `RunFailure` where it is not there, or has nothing to show.
  func source(of read: FeedSurvey.Conversations, report: (Diagnostic) -> Void) throws -> FeedSource? {
    let (export, stamps) = (ChatExport(read.documents), read.stamps)
    // Channels are feeds, unless somebody asks for one of them as a chat.
    let chats = found.chat.name == nil ? export.chats.filter { !$0.isChannel } : export.chats
    guard !chats.isEmpty else { return nil }
    (found.diagnostics + read.failures.diagnostics + export.diagnostics.diagnostics).forEach(report)
    let asked = try asked(chats).map { (chat: $0, posts: ChatPosts($0, options: options)) }
    if let owner = found.chat.owner, asked.allSatisfy({ $0.posts.owner == nil }) {
      let known = asked.flatMap { ChatPosts.authors(of: $0.chat).map(\.name) }.uniqued()
      throw RunFailure(SourceIssue.noSuchOwner(owner, known: known))
    }
    let shown = asked.filter { !$0.posts.posts.isEmpty }
    guard !shown.isEmpty else { throw RunFailure(SourceIssue.emptyChat) }
    if shown.count < asked.count {
      let empty = asked.filter(\.posts.posts.isEmpty).map { Self.name(of: $0.chat) }
      report(Diagnostic(SourceIssue.emptyChats(empty)))
    }
    let sources = shown.map { source(of: $0.posts.posts, in: $0.chat, stamps, diagnostics: export.diagnostics) }
    guard sources.count == 1 else {
      throw SeveralChats(files: found, chats: zip(shown, sources).map { (Self.name(of: $0.chat), $1) })
    }
    return sources[0]
  }

  private var options: ChatPosts.Options {
    ChatPosts.Options(
      owner: found.chat.owner, since: found.chat.since, until: found.chat.until, unread: found.chat.unread,
      timeZone: TimeZone(identifier: found.timeZone) ?? .gmt)
  }

  private static func name(of chat: Chat) -> String { chat.name ?? chat.service.name }

  /// The one that is asked for by name; all of them where none is.
  private func asked(_ chats: [Chat]) throws -> [Chat] {
    guard let name = found.chat.name else { return chats }
    let names = chats.map(Self.name)
    let plain = name.hasPrefix("#") ? String(name.dropFirst()) : name
    guard
      let index = names.firstIndex(of: plain) ?? names.firstIndex(where: { $0.lowercased() == plain.lowercased() })
    else {
      throw RunFailure(SourceIssue.noSuchChat(name, known: names))
    }
    return [chats[index]]
  }

  /// All of the files come to one list of posts.
  private func source(
    of posts: [Post], in chat: Chat, _ stamps: [FileStamp?], diagnostics: DiagnosticTally
  ) -> FeedSource {
    var facts = FeedFacts(order: .feed)
    facts.tally = diagnostics
    facts.service = .chat
    var named: [Post] = []
    for var post in posts {
      post.service = .chat
      facts.add(post)
      named.append(post)
    }
    facts.chat = FeedFacts.ChatFacts(name: Self.name(of: chat), service: chat.service, posts: named)
    let files = zip(found.files, stamps).map { file, stamp in
      FeedSource.SurveyedFile(file: file, stamp: stamp, mark: PageMark(file: file.name, service: .chat))
    }
    return FeedSource(facts: facts, files: files, kept: named)
  }
}

/// The files hold more than one conversation, and nobody said which. An export can show them all; whoever can show only one
/// ends with this.
package struct SeveralChats: Error, Issue {
  package let files: FeedFiles
  /// In the order of the export, without those that are empty.
  package let chats: [(name: String, source: FeedSource)]

  package var text: IssueText {
    .error(
      "chat.several", "these are \(chats.count) chats",
      hint: "choose one with --chat: \(chats.map(\.name).listed)")
  }
}
