import Diagnostics
import FeedIngest
import JSONTree

/// Reads the JSON of sigtop (a document for each chat, with Signal Desktop's own messages).
struct SigtopChatReader {
  private var reading: ChatReaderContext

  static func recognises(_ root: JSONNode) -> Bool {
    guard root.child("messages")?.value.array != nil, root.text("id") != nil,
      ["private", "group"].contains(root.text("type"))
    else { return false }
    let samples = root.child("messages")?.samples ?? []
    return samples.isEmpty || samples.contains { $0.child("conversationId") != nil || $0.child("sent_at") != nil }
  }

  static func read(_ root: JSONNode, file: String) -> (chat: Chat, reading: ChatReaderContext) {
    var reader = SigtopChatReader(reading: ChatReaderContext(file: file))
    var chat = Chat(service: .signal, name: root.text("name") ?? root.text("profileFullName") ?? root.text("e164"))
    chat.id = root.text("id")
    chat.owner = ownID
    let isPrivate = root.text("type") == "private"
    let nodes = reader.reading.objects(root.child("messages")?.listed() ?? [])
    chat.entries = nodes.map { reader.entry($0, other: isPrivate ? chat.name : nil) }
    return (chat, reader.reading)
  }

  /// The export doesn't name the owner.
  private static let ownID = "me"

  private mutating func entry(_ node: JSONNode, other: String?) -> ChatEntry {
    let date =
      reading.date(node, "sent_at", ChatReaderContext.milliseconds)
      ?? reading.date(node, "timestamp", ChatReaderContext.milliseconds)
    var entry = ChatEntry(id: node.words("id"), date: date, text: node.words("body"))
    let type = node.text("type") ?? ""
    switch type {
    case "outgoing": entry.author = .init(id: Self.ownID, name: "Me")
    case "incoming":
      let source = node.text("source") ?? node.text("sourceServiceId") ?? node.text("sourceUuid")
      entry.author = (source ?? other).map { .init(id: $0, name: other ?? $0) }
    default:
      let name = type.isEmpty ? "update" : type
      entry.kind = .service(name == "call-history" ? .call : .named(name), action: name)
    }
    entry.isDeleted = node.isTrue("deletedForEveryone")
    entry.isEdited = !node.list("editHistory").isEmpty
    entry.media = node.list("attachments").map { file in
      let name = file.text("fileName")
      let kind = ChatMedium.Kind(mediaType: file.text("contentType") ?? "")
      var medium = ChatMedium(
        file.int("flags") == 1 ? .voice : kind ?? name.map { ChatMedium.Kind(fileName: $0) } ?? .file,
        address: file.text("path"), title: name)
      medium.size = file.positive("size")
      medium.width = file.positive("width")
      medium.height = file.positive("height")
      return medium
    }
    if let sticker = node.object("sticker") {
      entry.media.append(
        ChatMedium(.sticker, address: sticker.object("data")?.text("path"), title: sticker.text("emoji")))
    }
    for contact in node.list("contact") {
      entry.media.append(ChatMedium(.contact, title: contact.object("name")?.text("displayName", "givenName")))
    }
    if let quote = node.object("quote") {
      if let words = quote.text("text"), !words.isEmpty { entry.passages.append(FacetedText(words)) }
    }
    for preview in node.list("preview") {
      entry.media.append(ChatMedium(.link, address: preview.text("url"), title: preview.text("title")))
    }
    for reaction in node.list("reactions") {
      guard let symbol = reaction.text("emoji") else { continue }
      if let index = entry.reactions.firstIndex(where: { $0.symbol == symbol }) {
        entry.reactions[index].count += 1
      } else {
        entry.reactions.append(.init(symbol, 1))
      }
    }
    return entry
  }
}

/// Reads `data.json` of signal-export, with an object on each line, in a folder named after the chat.
struct SignalExportReader {
  static func recognises(_ text: String) -> Bool {
    guard let first = ChatLines(text, most: 1).lines.first(where: { !$0.text.isEmpty })?.text,
      let root = try? FeedDocument(name: "", bytes: Array(first.utf8)).parsed().root
    else { return false }
    return ["date", "sender", "body", "quote", "reactions"].allSatisfy { root.child($0) != nil }
  }

  static func read(_ text: String, file: String) -> (chat: Chat, reading: ChatReaderContext) {
    var reading = ChatReaderContext(file: file)
    var chat = Chat(service: .signal, name: file.split(separator: "/").dropLast().last.map(String.init))
    for line in ChatLines(text).lines where !line.text.allSatisfy(\.isWhitespace) {
      guard let node = try? FeedDocument(name: file, line: line.number, bytes: Array(line.text.utf8)).parsed().root,
        node.value.object != nil
      else {
        reading.report(.entry("it is not a JSON object"), atLine: line.number)
        continue
      }
      let written = node.words("date")
      let date = ChatDate(iso: written.replacing(" ", with: "T"))
      if date == nil { reading.report(.badDate(String(written.prefix(40))), atLine: line.number) }
      var entry = ChatEntry(
        id: String(chat.entries.count + 1), author: node.text("sender").map { .init(name: $0) }, date: date,
        text: node.words("body"))
      let quote = node.words("quote").split(separator: "\n").map { $0.drop { $0 == ">" || $0 == " " } }
      if !quote.isEmpty { entry.passages = [FacetedText(quote.joined(separator: "\n"))] }
      for file in node.list("attachments") {
        let (name, path) = (file.text("name"), file.text("path"))
        entry.media.append(ChatMedium(.init(fileName: path ?? name ?? ""), address: path, title: name))
      }
      if let sticker = node.text("sticker"), !sticker.isEmpty {
        entry.media.append(ChatMedium(.sticker, title: sticker))
      }
      for reaction in node.list("reactions") {
        guard let symbol = reaction.listed().last?.value.text ?? reaction.text("emoji") else { continue }
        entry.reactions.append(.init(symbol, 1))
      }
      chat.entries.append(entry)
    }
    if chat.entries.contains(where: { $0.author?.name == "Me" }) { chat.owner = "Me" }
    return (chat, reading)
  }
}

extension ChatFormat {
  static let signal = ChatFormat(
    service: .signal, source: "Signal's exports",
    isLines: { SignalLinesReader.recognises($0) || SignalExportReader.recognises($0) },
    read: { export in
      export.readChats(SigtopChatReader.recognises, read: { SigtopChatReader.read($0, file: $1.name) })
      export.readTexts(SignalExportReader.recognises) { SignalExportReader.read($0, file: $1.name) }
      let documents = export.take { document in
        guard case .text(let bytes, _) = document.content else { return false }
        return SignalLinesReader.recognises(DocumentText(Array(bytes.prefix(ChatExport.openingSize))).string)
      }
      for document in documents {
        guard case .text(let bytes, _) = document.content else { continue }
        let (chats, reading) = SignalLinesReader.read(DocumentText(bytes).string, file: document.name)
        // The same document holds all of them.
        for chat in chats where !chat.entries.isEmpty { export.add(chat, from: [document]) }
        export.add(reading)
        if chats.count > 1 { export.holdsSeveral = true }
      }
    })
}

extension ChatService {
  package static let signal = ChatService(rawValue: "signal", name: "Signal")
}
