import Foundation

/// What names say of files before they are opened. All names come in small letters.
enum DocumentName {
  private static let lineEndings = [".ndjson", ".jsonl"]
  private static let endings = [".json"] + lineEndings
  /// Documents of X's archives that hold posts and their long texts, or say whose they are; in several parts where they are long. The others are
  /// about advertisements, letters, what was deleted.
  private static let scripts: Set = ["tweets", "tweet", "community-tweet", "account", "profile", "note-tweet"]

  /// Newline-delimited JSON by its name; by its content it is recognised too.
  static func isOfLines(_ name: String) -> Bool { lineEndings.contains(where: name.hasSuffix) }

  /// WhatsApp's own names for the text of a chat: "_chat.txt", "WhatsApp Chat with Anna.txt", in whatever language.
  private static func isWhatsApp(_ name: String) -> Bool {
    name.hasSuffix(".txt") && (name == "_chat.txt" || name.contains("whatsapp"))
  }

  /// Whether a file of this name can be a feed, or say whose feed it is.
  static func isDocument(_ name: String) -> Bool {
    if endings.contains(where: name.hasSuffix) || isWhatsApp(name) { return true }
    guard name.hasSuffix(".js") else { return false }
    var stem = name.dropLast(3)
    if let part = stem.range(of: "-part"), Int(stem[part.upperBound...]) != nil { stem = stem[..<part.lowerBound] }
    return scripts.contains(String(stem))
  }
}
