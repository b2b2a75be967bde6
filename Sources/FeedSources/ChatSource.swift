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
  /// - Throws: `RunFailure` where one has to be chosen, or is not there.
  func source(report: (Diagnostic) -> Void) throws -> FeedSource? {
    let stamps = found.files.map { FileStamp($0.url.path, following: true) }
    let export = export { _ in }
    // Channels are feeds, unless somebody asks for one of them as a chat.
    let own = export.chats.filter { !$0.isChannel }
    let chats = found.chat.name == nil || found.chat.place != nil ? own : export.chats
    guard !chats.isEmpty else { return nil }
    (found.diagnostics + export.diagnostics.diagnostics).forEach(report)
    let chat = try chosen(chats)
    let posts = ChatPosts(
      chat,
      options: ChatPosts.Options(
        owner: found.chat.owner, since: found.chat.since, until: found.chat.until, unread: found.chat.unread,
        timeZone: TimeZone(identifier: found.timeZone) ?? .gmt))
    if let owner = found.chat.owner, posts.owner == nil {
      let known = ChatPosts.authors(of: chat).map(\.name)
      throw RunFailure(SourceIssue.noSuchOwner(owner, known: known))
    }
    guard !posts.posts.isEmpty else { throw RunFailure(SourceIssue.emptyChat) }
    return source(of: posts.posts, in: chat, stamps, diagnostics: export.diagnostics)
  }

  private func chosen(_ chats: [Chat]) throws -> Chat {
    let names = chats.map { $0.name ?? $0.service.name }
    guard let name = found.chat.name else {
      if chats.count == 1 { return chats[0] }
      throw SeveralChats(names: names)
    }
    let plain = name.hasPrefix("#") ? String(name.dropFirst()) : name
    if let place = found.chat.place, names.indices.contains(place), names[place] == name { return chats[place] }
    let exact = names.firstIndex(of: plain)
    guard let index = exact ?? names.firstIndex(where: { $0.lowercased() == plain.lowercased() }) else {
      throw RunFailure(SourceIssue.noSuchChat(name, known: names))
    }
    return chats[index]
  }

  /// All of the files come to one list of posts, which stands with the first of them.
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
    facts.chat = FeedFacts.ChatFacts(name: chat.name ?? chat.service.name, service: chat.service, posts: named)
    let entries = named.map { FeedEntry(post: $0, identity: .given, path: "") }
    let files = zip(found.files, stamps).enumerated().map { index, file in
      let mark = PageMark(file: file.0.name, service: .chat)
      let page = FeedPage(mark: mark, service: .chat, entries: index == 0 ? entries : [])
      return FeedSource.SurveyedFile(file: file.0, stamp: file.1, mark: mark, pages: [page])
    }
    return FeedSource(facts: facts, files: files)
  }
}

/// The files hold more than one conversation, and nobody said which. Whoever can show only one tells that; an export can
/// show them all.
package struct SeveralChats: Error {
  /// In the order of the export.
  package let names: [String]

  /// What is told where one has to be chosen.
  package var failure: RunFailure { RunFailure(SourceIssue.severalChats(names)) }
}
