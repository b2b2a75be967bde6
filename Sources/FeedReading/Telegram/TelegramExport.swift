import Basics
import DataFormats

/// Exports of Telegram Desktop (`result.json`), for readers of feeds and of conversations: one chat, or a whole
/// account.
package enum TelegramExport {
  /// The chats of an account, with chats that the user left at the end; nil for a document of one chat.
  package static func chats(of root: JSONNode) -> [JSONNode]? {
    let lists = ["chats", "left_chats"].compactMap { key -> JSONNode? in
      let list = root.child(key).map { $0.child("list") ?? $0 }
      return list?.value.array == nil ? nil : list
    }
    return lists.isEmpty ? nil : lists.flatMap { $0.listed() }
  }

  /// Whether the chat is a channel. A list of messages without a type is what bots and scripts produce for a channel.
  package static func isChannel(_ chat: JSONNode) -> Bool { chat.text("type")?.hasSuffix("channel") ?? true }

  /// Repairs invalid escapes: control characters are written as `\x1F`, and U+2028 and U+2029 as their escapes followed
  /// by two stray bytes of their UTF-8.
  ///
  /// - Returns: The document as valid JSON, and the number of changes; nil if there are none.
  @Sendable static func repaired(_ bytes: [UInt8]) -> (bytes: [UInt8], count: Int)? {
    let backslash = UInt8(ascii: "\\")
    guard bytes.contains(backslash) else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var (repairs, index) = (0, 0)
    while index < bytes.count {
      guard bytes[index] == backslash, index + 1 < bytes.count else {
        result.append(bytes[index])
        index += 1
        continue
      }
      switch bytes[index + 1] {
      case UInt8(ascii: "x") where index + 3 < bytes.count && isHex(bytes[index + 2]) && isHex(bytes[index + 3]):
        result += "\\u00".utf8
        result += bytes[index + 2...index + 3]
        index += 4
        repairs += 1
      case UInt8(ascii: "u") where index + 7 < bytes.count && isStray(bytes[(index + 2)...(index + 7)]):
        result += bytes[index...index + 5]
        index += 8
        repairs += 1
      default:
        result += bytes[index...index + 1]
        index += 2
      }
    }
    return repairs == 0 ? nil : (result, repairs)
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x46 ~= byte || 0x61...0x66 ~= byte
  }

  /// `2028` with 80 A8, `2029` with 80 A9.
  private static func isStray(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.elementsEqual("2028".utf8 + [0x80, 0xA8]) || bytes.elementsEqual("2029".utf8 + [0x80, 0xA9])
  }
}

/// A text with formatting: a string, or a list of strings and of `{"type": "link", "text": …}`. The strings contain no
/// markup.
package struct TelegramText {
  package private(set) var string = ""
  package private(set) var facets: [Facet] = []
  /// Elements without text.
  package private(set) var strangers: [JSONNode] = []
  /// The number of entities that don't match the text.
  private(set) var rejected = 0

  /// Reads a message's `text`, with the entities of `text_entities` if it has none itself and the text is the same.
  /// Before 2022 there was only the text.
  package init(of message: JSONNode) {
    self.init(message.child("text"))
    guard facets.isEmpty, strangers.isEmpty, let entities = message.child("text_entities") else { return }
    let marked = TelegramText(entities)
    if message.child("text") == nil || marked.string == string { self = marked }
  }

  package init(_ node: JSONNode?) {
    var ranges: [(range: Range<Int>, piece: JSONNode, words: String)] = []
    for piece in node.map({ $0.value.array == nil ? [$0] : $0.listed() }) ?? [] {
      guard let words = (piece.value.text ?? piece.value["text"]?.text)?.withLineFeeds else {
        strangers.append(piece)
        continue
      }
      let start = string.utf8.count
      string += words
      if piece.value.object != nil, !words.isEmpty { ranges.append((start..<string.utf8.count, piece, words)) }
    }
    guard !ranges.isEmpty else { return }
    var collector = FacetCollector(string)
    for (range, piece, words) in ranges { Self.add(piece, words, at: range, to: &collector) }
    (facets, rejected) = (collector.sorted(), collector.rejected)
  }

  private static func add(_ piece: JSONNode, _ words: String, at range: Range<Int>, to facets: inout FacetCollector) {
    switch piece.text("type") {
    case "link": facets.add(range, .link, WebAddress(written: words))
    case "text_link": facets.add(range, .link, piece.address("href"))
    case "email": facets.add(range, .link, WebAddress(written: "mailto:\(words)"))
    case "mention":
      let name = words.hasPrefix("@") ? words.dropFirst() : words[...]
      facets.add(range, .mention, WebAddress("https://t.me/\(WebAddress.percentEncoded(name.utf8))"))
    case "mention_name": facets.add(range, .mention, nil)
    case "hashtag", "cashtag": facets.add(range, .hashtag, nil)
    case "code", "pre": facets.add(range, .code, nil)
    case "bold": facets.add(range, .bold, nil)
    case "italic": facets.add(range, .italic, nil)
    case "strikethrough": facets.add(range, .struck, nil)
    case "spoiler": facets.add(range, .spoiler, nil)
    case "phone": facets.add(range, .link, WebAddress(written: "tel:\(words)"))
    case "blockquote": facets.add(range, .quote, nil)
    case "custom_emoji":
      // The text is a Unicode emoji that is used if the image is missing or animated.
      guard let path = piece.text("document_id"), Photo.Source(url: path).mayBeSticker else { return }
      facets.add(Facet(range: range, emoji: path))
    default: return
    }
  }
}

extension ChatEntry.Reaction {
  /// A message's reactions with at least one person; a custom emoji has no name.
  package static func all(ofTelegram message: JSONNode) -> [ChatEntry.Reaction] {
    message.list("reactions").compactMap { reaction in
      guard let count = reaction.int("count") else { return nil }
      return .init(reaction.text("emoji") ?? (reaction.text("type") == "paid" ? "⭐" : ":custom:"), max(0, count))
    }
  }
}

/// A photo or another file of a message, by its path in the export.
package struct TelegramFile {
  /// `photo`, `video_file`, `sticker`, …; `file` if the export doesn't say.
  package let type: String
  /// Nil if it was not exported.
  package let path: String?
  /// The export's message in place of a missing path.
  let excuse: JSONNode?
  package let thumbnail: String?
  package let name: String?
  package let title: String?
  /// Bytes.
  package let size: Int?
  /// Pixels.
  package let width: Int?
  package let height: Int?
  /// Seconds.
  package let duration: Int?
  /// The performer of a piece of music; a sticker's emoji.
  package let caption: String?

  /// The files of a message, downloaded or not: a photo, then a file.
  package static func all(of message: JSONNode) -> [TelegramFile] {
    var files: [TelegramFile] = []
    if message.child("photo") != nil || message.child("photo_file_size") != nil {
      files.append(TelegramFile(message, "photo", type: "photo", size: "photo_file_size"))
    }
    if message.child("file") != nil || message.text("media_type") != nil {
      files.append(TelegramFile(message, "file", type: message.text("media_type") ?? "file", size: "file_size"))
    }
    return files
  }

  private init(_ message: JSONNode, _ key: String, type: String, size: String) {
    let value = message.child(key)
    let path = value?.value.text?.trimmed
    let isThere = path.map { !$0.isEmpty && !Self.isExcuse($0) } ?? false
    (self.type, self.path, excuse) = (type, isThere ? path : nil, isThere ? nil : value)
    thumbnail = message.text("thumbnail").flatMap { Self.isExcuse($0) ? nil : $0 }
    (name, title) = (message.text("file_name"), message.text("title"))
    caption = message.text("performer", "sticker_emoji")
    self.size = message.count(size)
    (width, height) = (message.pixels("width"), message.pixels("height"))
    duration = message.int("duration_seconds").flatMap { 1...10_000_000 ~= $0 ? $0 : nil }
  }

  /// `(File not included. Change data exporting settings to download.)` and similar messages, in any version's wording.
  private static func isExcuse(_ path: String) -> Bool { path.hasPrefix("(") && path.hasSuffix(")") }
}

package struct TelegramPoll {
  package let question: String
  package let answers: [(text: String, votes: Int?, isChosen: Bool)]
  package let voters: Int?
  package let isClosed: Bool

  package init(_ node: JSONNode) {
    question = TelegramText(node.child("question")).string
    answers = (node.child("answers")?.listed() ?? []).map {
      (TelegramText($0.child("text")).string, $0.count("voters"), $0.isTrue("chosen"))
    }
    (voters, isClosed) = (node.count("total_voters"), node.isTrue("closed"))
  }
}

/// A to-do list.
package struct TelegramChecklist {
  /// Its title and tasks on one line: they are shown, and searched, as a row's title.
  package let words: String

  package init(_ node: JSONNode) {
    let title = TelegramText(node.child("title")).string
    let tasks = (node.child("answers") ?? node.child("items"))?.listed() ?? []
    let texts = tasks.map { TelegramText($0.child("text")).string }.filter { !$0.isEmpty }
    words = [title, texts.joined(separator: ", ")].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}

package struct TelegramContact {
  /// Empty if unknown.
  package let name: String
  package let number: String?

  package init(_ node: JSONNode) {
    name = [node.text("first_name"), node.text("last_name")].compactMap { $0 }.joined(separator: " ")
    number = node.text("phone_number")
  }
}
