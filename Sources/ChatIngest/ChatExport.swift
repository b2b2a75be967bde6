import Diagnostics
import FeedIngest
import JSONTree

/// One file of an export.
package struct ChatDocument: Sendable {
  /// Its path in the export, with slashes; diagnostics call it so.
  package let name: String
  package let bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// The chats that the files of an export come to.
package struct ChatExport: Sendable {
  package private(set) var chats: [Chat] = []
  /// Of a whole account or workspace, however many chats it holds.
  package private(set) var holdsSeveral = false
  package private(set) var diagnostics = DiagnosticTally()

  /// - Parameter documents: In natural order of their names.
  package init(_ documents: [ChatDocument]) {
    var parsed: [(name: String, root: JSONNode)] = []
    for document in documents {
      if let root = parse(document) { parsed.append((document.name, root)) }
    }
    readSlack(&parsed)
    readParts(parsed)
    for index in chats.indices { noteDuplicates(chats[index]) }
  }

  /// Nil of what is no JSON; of WhatsApp's text the chat is read.
  private mutating func parse(_ document: ChatDocument) -> JSONNode? {
    let (bytes, repairs) = TelegramJSON.repaired(document.bytes)
    do {
      let parsed = try JSONDocument.parse(bytes)
      // Other services' documents have no such places.
      if repairs > 0 { diagnostics.add(ChatIssue.repaired(repairs), at: Place(file: document.name)) }
      return parsed.root
    } catch {
      let text = String(decoding: document.bytes, as: UTF8.self)
      if WhatsAppChatReader.recognises(text) {
        let (chat, reading) = WhatsAppChatReader.read(text, file: document.name)
        chats.append(chat)
        diagnostics.add(reading.diagnostics)
        return nil
      }
      let place = Place.line(error.position.line, column: error.position.column, in: document.name)
      diagnostics.add(ChatIssue.unparsable(error.kind.message), at: place)
      return nil
    }
  }

  // MARK: One chat a document, or a part of one

  private mutating func readParts(_ documents: [(name: String, root: JSONNode)]) {
    var discord: [(channel: String, chat: Chat)] = []
    var meta: [(thread: String, parts: [Chat])] = []
    for (name, root) in documents {
      if TelegramChatReader.recognises(root) {
        let (read, isAccount, reading) = TelegramChatReader.read(root, file: name)
        chats += read
        holdsSeveral = holdsSeveral || isAccount
        diagnostics.add(reading.diagnostics)
      } else if DiscordChatReader.recognises(root) {
        let (chat, reading) = DiscordChatReader.read(root, file: name)
        diagnostics.add(reading.diagnostics)
        let channel = DiscordChatReader.channel(root) ?? name
        if let known = discord.firstIndex(where: { $0.channel == channel }) {
          discord[known].chat.entries += chat.entries
        } else {
          discord.append((channel, chat))
        }
      } else if MatrixChatReader.recognises(root) {
        let (chat, reading) = MatrixChatReader.read(root, file: name)
        chats.append(chat)
        diagnostics.add(reading.diagnostics)
      } else if MetaChatReader.recognises(root) {
        let (chat, reading) = MetaChatReader.read(root, file: name)
        diagnostics.add(reading.diagnostics)
        let thread = MetaChatReader.thread(root) ?? name
        if let known = meta.firstIndex(where: { $0.thread == thread }) {
          meta[known].parts.append(chat)
        } else {
          meta.append((thread, [chat]))
        }
      } else if GoogleChatReader.recognises(root) {
        let group = documents.first { $0.name == Self.beside(name, "group_info.json") }?.root
        let (chat, reading) = GoogleChatReader.read(root, group: group, file: name)
        chats.append(chat)
        diagnostics.add(reading.diagnostics)
      } else if !name.hasSuffix("group_info.json"), !name.hasSuffix("user_info.json") {
        diagnostics.add(ChatIssue.unknownFormat, at: Place(file: name))
      }
    }
    chats += discord.map(\.chat) + meta.map { MetaChatReader.joined($0.parts) }
  }

  private static func beside(_ name: String, _ other: String) -> String {
    name.lastIndex(of: "/").map { name[...$0] + other } ?? other
  }

  // MARK: Slack

  /// Takes the documents of a workspace out of `documents`.
  private mutating func readSlack(_ documents: inout [(name: String, root: JSONNode)]) {
    guard
      let first = documents.first(where: { document in
        SlackExport.lists.contains { document.name == $0 || document.name.hasSuffix("/" + $0) }
      })
    else { return }
    let base = first.name.lastIndex(of: "/").map { String(first.name[...$0]) } ?? ""
    let roots = Dictionary(documents.map { ($0.name, $0.root) }, uniquingKeysWith: { first, _ in first })
    let export = SlackExport { roots[base + $0] }
    for channel in export.channels {
      let folder = base + channel.folder + "/"
      let days = documents.filter { $0.name.hasPrefix(folder) && SlackChatReader.recognises($0.root) }
      // Channels without a folder are left out: nobody exported them.
      guard documents.contains(where: { $0.name.hasPrefix(folder) }) else { continue }
      var chat = Chat(service: .slack, name: channel.name)
      for day in days {
        var reader = SlackChatReader(text: export.text, file: day.name)
        chat.entries += reader.entries(day.root)
        diagnostics.add(reader.reading.diagnostics)
      }
      chat.entries = SlackExport.ordered(chat.entries)
      chats.append(chat)
    }
    holdsSeveral = true
    documents.removeAll { $0.name.hasPrefix(base) && $0.root.value.array != nil }
  }

  private mutating func noteDuplicates(_ chat: Chat) {
    var seen: Set<String> = []
    for entry in chat.entries where !seen.insert(entry.id).inserted {
      diagnostics.add(ChatIssue.duplicate(id: entry.id), at: nil)
    }
  }
}
