import Diagnostics
import FeedReading
import Files
import Foundation
import Projects
import RunSupport

/// A conversation in a feed's files, as a feed of its messages.
package struct ChatSource {
  /// The maximum size of an export's file in bytes. Files are parsed as a whole.
  private static let documentLimit = 1 << 30

  private let found: FeedFiles
  private let read: FeedSurvey.Conversations
  /// The diagnostics of reading the exports.
  private let diagnostics: DiagnosticTally
  /// The parts of messages that no card shows.
  private let notShown: [ChatService: NotShownContent]

  package init(_ found: FeedFiles) {
    self.init(found, read: FeedSurvey.Conversations(), diagnostics: DiagnosticTally(), notShown: [:])
  }

  init(
    _ found: FeedFiles, read: FeedSurvey.Conversations, diagnostics: DiagnosticTally,
    notShown: [ChatService: NotShownContent]
  ) {
    (self.found, self.read, self.diagnostics, self.notShown) = (found, read, diagnostics, notShown)
  }

  /// The files read as an export of conversations.
  ///
  /// - Parameter report: Called for each file that can't be read.
  package func export(report: (Diagnostic) -> Void) -> ChatExport {
    ChatExport(documents(report), dateOrder: found.chat.dateOrder)
  }

  private func documents(_ report: (Diagnostic) -> Void) -> [ChatDocument] {
    found.files.enumerated().compactMap { number, file in
      do throws(FileError) {
        var document = ChatDocument(
          name: file.name, bytes: try file.open().bytes(limit: Self.documentLimit), number: number,
          title: file.title)
        document.locate(file, stamp: file.stamp)
        return document
      } catch {
        report(error.unreadable(as: file.name))
        return nil
      }
    }
  }

  /// The requested conversations. They are kept in memory, since messages refer to the ones they reply to.
  ///
  /// - Parameter feeds: The number of feeds of posts in the same input.
  /// - Throws: `RunFailure` if the requested conversation doesn't exist, or if there is nothing to show.
  func feeds(of chats: [Chat], besides feeds: Int, report: (Diagnostic) -> Void) throws -> [FoundFeed] {
    let asked = try asked(chats).map { (chat: $0, posts: ChatPosts($0, options: options)) }
    if let owner = found.chat.owner, asked.allSatisfy({ $0.posts.owner == nil }) {
      let known = asked.flatMap { ChatPosts.authors(of: $0.chat).map(\.name) }.uniqued()
      throw RunFailure(SourceIssue.noSuchOwner(owner, known: known))
    }
    let leftOut = asked.reduce(0) { $0 + $1.posts.leftOut }
    if leftOut > 0 { report(Diagnostic(SourceIssue.leftOut(leftOut, undated: 0))) }
    let shown = asked.filter { !$0.posts.posts.isEmpty }
    let sideless = shown.filter { $0.posts.owner == nil && $0.chat.service.hidesOwner }
      .map { ChatPosts.authors(of: $0.chat).map(\.name) }.filter { $0.count > 1 }
    if !sideless.isEmpty {
      report(Diagnostic(SourceIssue.unknownSide(chats: sideless.count, people: sideless.flatMap { $0 }.uniqued())))
    }
    guard !shown.isEmpty || feeds > 0 else { throw RunFailure(SourceIssue.emptyChat) }
    if shown.count < asked.count {
      report(Diagnostic(SourceIssue.emptyChats(asked.filter(\.posts.posts.isEmpty).map(\.chat.shownName))))
    }
    // They are counted for a service's chats together.
    var counted: Set<ChatService> = []
    return shown.map { chat, posts in
      let isFirst = counted.insert(chat.service).inserted
      // A single conversation has all of the files.
      let numbers = feeds + shown.count > 1 ? chat.documents.sorted() : Array(found.files.indices)
      let files = numbers.map { found.files[$0] }
      return FoundFeed(
        name: chat.shownName, services: [chat.service.name],
        identity: "\(chat.service.rawValue) \(chat.id ?? chat.shownName)",
        files: feeds + shown.count > 1 ? found.only(files) : found,
        source: source(
          of: posts.posts, in: chat, files: zip(files, numbers.map { read.stamps[$0] }),
          notShown: isFirst ? notShown[chat.service] : nil),
        isAside: false)
    }
  }

  private var options: ChatPosts.Options {
    ChatPosts.Options(
      owner: found.chat.owner, since: found.chat.since, until: found.chat.until, unread: found.chat.unread,
      timeZone: TimeZone(identifier: found.timeZone) ?? .gmt)
  }

  /// The conversation requested by name; all of them if no name was given.
  private func asked(_ chats: [Chat]) throws -> [Chat] {
    guard let name = found.chat.name else { return chats }
    let names = chats.map(\.shownName)
    let plain = name.hasPrefix("#") ? String(name.dropFirst()) : name
    guard
      let index = names.firstIndex(of: plain) ?? names.firstIndex(where: { $0.lowercased() == plain.lowercased() })
    else {
      throw RunFailure(SourceIssue.noSuchChat(name, known: names))
    }
    return [chats[index]]
  }

  /// All of the files form one list of posts.
  private func source(
    of posts: [Post], in chat: Chat, files: some Sequence<(FeedFile, FileStamp?)>, notShown: NotShownContent?
  ) -> FeedSource {
    var facts = FeedFacts(order: .feed)
    facts.tally = diagnostics
    facts.service = .chat
    if let notShown { facts.notShown.add(notShown) }
    var named: [Post] = []
    for var post in posts {
      post.service = .chat
      facts.add(post)
      named.append(post)
    }
    facts.chat = FeedFacts.ChatFacts(name: chat.shownName, service: chat.service, posts: named)
    let files = files.map { file, stamp in
      FeedSource.SurveyedFile(file: file, stamp: stamp, mark: PageMark(file: file.name, service: .chat))
    }
    return FeedSource(facts: facts, files: files, kept: named)
  }
}

extension ChatDocument {
  /// Adds what the file's place and stamp tell about it.
  mutating func locate(_ file: FeedFile, stamp: FileStamp?) {
    hasFile = file.isBeside
    // A file unpacked from an archive is as old as this run.
    if file.packed == nil { lastDay = stamp.map { Int($0.modified / 86_400_000_000_000) } }
  }
}
