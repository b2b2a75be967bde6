import ChatIngest
import Diagnostics
import FeedSources
import Files
import Runs

extension ShowRun {
  /// Prints the messages of the chats that the files come to.
  ///
  /// - Throws: `RunFailure` where there is no chat.
  func showMessages(_ files: FeedFiles, json: Bool) throws {
    files.diagnostics.forEach(report)
    let export = ChatSource(files).export(report: report)
    export.diagnostics.diagnostics.forEach(report)
    guard !export.chats.isEmpty else { throw RunFailure.reported(.input) }
    if json {
      try writeJSON(export)
    } else {
      try write(export.chats.map(Self.readable).joined(separator: "\n"))
    }
  }

  /// One chat as itself; several, and those of an account or a workspace, as a list.
  private func writeJSON(_ export: ChatExport) throws {
    let shown = export.chats.map(ShownChat.init)
    let text =
      if let only = shown.first, shown.count == 1, !export.holdsSeveral {
        try JSONText.pretty(only)
      } else { try JSONText.pretty(ShownChats(chats: shown)) }
    try write(String(decoding: text, as: UTF8.self))
  }

  /// A line for who and when, and the text below it.
  private static func readable(_ chat: Chat) -> String {
    var lines = ["\(PlainText.piece(chat.name ?? "–")) · \(chat.service.name) · \(chat.entries.count)"]
    for entry in chat.entries {
      var head = [entry.id, entry.author?.name ?? "–", entry.date?.description ?? "no date"]
      if case .service(_, let action) = entry.kind { head.append("[\(action)]") }
      if let reply = entry.replyTo { head.append("↩ \(reply)") }
      if entry.isEdited { head.append("edited") }
      if entry.isDeleted { head.append("deleted") }
      lines.append(PlainText.piece(head.joined(separator: " · ")))
      if !entry.text.isEmpty {
        lines += entry.text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
      }
      if !entry.media.isEmpty { lines.append("  [\(entry.media.map(\.kind.rawValue).joined(separator: ", "))]") }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
