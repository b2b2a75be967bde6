import DataFormats
import Diagnostics

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
      if !quote.isEmpty { entry.quoted = FacetedText(quote.joined(separator: "\n")) }
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
      reading.account(
        for: node, in: entry, knowing: ["date", "sender", "body", "quote", "sticker", "attachments", "reactions"],
        apart: ["reactions"], silent: ["path"])
      chat.entries.append(entry)
    }
    if chat.entries.contains(where: { $0.author?.name == "Me" }) { chat.owner = "Me" }
    return (chat, reading)
  }
}
