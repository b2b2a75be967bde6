import DataFormats
import Diagnostics

/// An export of a known program that is not read, with the way to one that is.
struct UnreadChatExport: Hashable, Sendable {
  /// The program's name: `Skype`.
  let name: String
  /// How to get an export that is read.
  let advice: String

  private static let converter =
    "Feedproof reads no export of it; convert it to a format that feedproof help formats lists"

  private init(_ name: String, _ advice: String = converter) {
    (self.name, self.advice) = (name, advice)
  }

  // MARK: JSON

  /// Recognizes a document by its members; nil for any other document.
  init?(_ root: JSONNode) {
    guard let found = Self.found(root) else { return nil }
    self = found
  }

  private static func found(_ root: JSONNode) -> UnreadChatExport? {
    let first = root.samples.first
    if root.list("conversations").first?.child("MessageList") != nil {
      return UnreadChatExport(root.text("userId")?.contains("orgid") == true ? "Microsoft Teams" : "Skype")
    }
    if root.object("metadata")?.text("name")?.contains("QQChatExporter") == true { return UnreadChatExport("QQ") }
    if root.child("channel_id") != nil, root.child("messages") != nil {
      return UnreadChatExport("slackdump", "slackdump convert -f export writes a Slack export, which is read")
    }
    if root.child("Direct Messages") ?? root.child("Direct Message") != nil { return UnreadChatExport("TikTok") }
    if first?.child("replayChatItemAction") != nil { return UnreadChatExport("YouTube's live chat") }
    if root.text("type") == "version", root.child("version") != nil { return UnreadChatExport("Mattermost") }
    if let members = root.value.object?.members, let chat = members.first(where: { _ in true })?.value.array?.first,
      chat["Media Type"] != nil, chat["From"] != nil
    {
      return UnreadChatExport("Snapchat")
    }
    return nil
  }

  // MARK: Texts

  /// Recognizes a text that is not JSON by its beginning; nil for any other text.
  init?(opening bytes: [UInt8]) {
    guard let found = Self.found(DocumentText(Array(bytes.prefix(1 << 14))).string) else { return nil }
    self = found
  }

  private static func found(_ text: String) -> UnreadChatExport? {
    let lines = ChatLines(text, most: 6).lines.map(\.text).filter { !$0.isEmpty }
    guard let first = lines.first?.drop(while: { $0 == "\u{FEFF}" }) else { return nil }
    if text.contains("<smses") { return UnreadChatExport("SMS Backup & Restore") }
    if first.hasPrefix("<") { return page(text) }
    if first.hasPrefix("{\"type\":\"version\"") { return UnreadChatExport("Mattermost") }
    let table = first.lowercased()
    if table.hasPrefix("conversation id,conversation title,from") { return UnreadChatExport("LinkedIn") }
    if table.hasPrefix("date,time,sender name") { return UnreadChatExport("Viber") }
    if table.hasPrefix("id,permalink,date"), table.contains("subreddit") { return UnreadChatExport("Reddit") }
    if lines.count > 1, isMoment(first, hasName: false) { return UnreadChatExport("imessage-exporter") }
    if isMoment(first, hasName: true) { return UnreadChatExport("WeChat") }
    return nil
  }

  private static func page(_ text: String) -> UnreadChatExport? {
    if text.contains("_a6-g"), text.contains("_a6-p") {
      return UnreadChatExport(
        "Messenger or Instagram as web pages", "request the download again with the format JSON, which is read")
    }
    return text.contains("class=\"message\"") && text.contains("iMessage") ? UnreadChatExport("imessage-exporter") : nil
  }

  /// `May 18, 2024 10:00:00 AM` (without a name), `2024-05-18 10:00:00 Kim`.
  private static func isMoment(_ line: Substring, hasName: Bool) -> Bool {
    var reader = HeadReader(line)
    if hasName {
      guard reader.day() != nil else { return false }
      reader.skipBlanks()
      let words = reader.rest.split(separator: " ", maxSplits: 1)
      guard words.count == 2, words[0].split(separator: ":").count == 3 else { return false }
      return words[0].allSatisfy { $0.isNumber || $0 == ":" } && !words[1].contains(":")
    }
    let words = line.split(separator: " ")
    return words.count >= 5 && words[0].count == 3 && words[0].allSatisfy(\.isLetter) && words[1].hasSuffix(",")
      && Int(words[2]) != nil && words[3].split(separator: ":").count == 3 && ["AM", "PM"].contains(words[4])
  }
}

extension ChatDocument {
  /// Why the document is not read, if it is the export of a known program, or a text that was taken for a chat; nil for
  /// any other document.
  ///
  /// - Parameter isMeant: Whether the user named the document.
  package func unread(isMeant: Bool) -> Diagnostic? {
    switch content {
    case .json(let parsed):
      return UnreadChatExport(parsed.root).map {
        Diagnostic(ChatIssue.unreadExport($0, isMeant: isMeant), at: Place(file: name))
      }
    case .text(let bytes, _):
      if let export = UnreadChatExport(opening: bytes) {
        return Diagnostic(ChatIssue.unreadExport(export, isMeant: isMeant), at: Place(file: name))
      }
      guard name.lowercased().hasSuffix(".txt"),
        let line = ChatLines(DocumentText(bytes).string, most: 1).lines.first(where: { !$0.text.isEmpty })
      else { return nil }
      return Diagnostic(
        ChatIssue.unreadText(String(line.text.prefix(80)), isMeant: isMeant), at: .line(line.number, in: name))
    case nil: return nil
    }
  }
}
