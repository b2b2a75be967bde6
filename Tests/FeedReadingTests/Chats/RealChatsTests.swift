import DataFormats
import FeedReading
import Foundation
import Support
import Testing

/// Exports by people and converters, each with the results of an independent program.
@Suite("Real chats")
struct RealChatsTests {
  static let exports: [String] = {
    guard let folder = ExtraVectors.url("feeds/chats") else { return [] }
    let found = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return found.filter { $0.hasSuffix(".expected.json") }.map { String($0.dropLast(".expected.json".count)) }.sorted()
  }()

  @Test("every entry is what the expectations say", arguments: exports)
  func entries(_ name: String) throws {
    let folder = try #require(ExtraVectors.url("feeds/chats"))
    let export = ChatExport(try Self.documents(name, in: folder))
    let expected = try JSONDocument.parse(
      [UInt8](Data(contentsOf: folder.appendingPathComponent(name + ".expected.json"))))
    let chats = expected.root.child("chats")?.listed() ?? [expected.root]
    #expect(export.chats.count == chats.count)
    #expect(export.holdsSeveral == (expected.root.child("chats") != nil))
    for (chat, wanted) in zip(export.chats, chats) {
      #expect(chat.name == wanted.value["chat"]?.text)
      let entries = wanted.child("entries")?.listed() ?? []
      #expect(chat.entries.count == entries.count)
      for (entry, wanted) in zip(chat.entries, entries) {
        for (key, value) in Self.shown(entry) {
          // Service lines of pages have neither a time nor the name of their event; they get that of a neighbor.
          if name.hasPrefix("telegram_html/"), key == "action" || key == "date_utc", wanted.value[key]?.isNull != false
          {
            continue
          }
          let said = wanted.value[key].flatMap { value in value.isNull ? nil : Self.words(value) }
          #expect(value == said, "\(chat.name ?? "–") \(entry.id) \(key)")
        }
      }
    }
  }

  static func documents(_ name: String, in folder: URL) throws -> [ChatDocument] {
    let url = folder.appendingPathComponent(name)
    for ending in [".json", ".txt"] {
      let file = folder.appendingPathComponent(name + ending)
      if let data = try? Data(contentsOf: file) { return [ChatDocument(name: name + ending, bytes: [UInt8](data))] }
    }
    let inside = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
    return try inside.filter { $0.hasSuffix(".json") || $0.hasSuffix(".html") }.sorted {
      $0.compare($1, options: .numeric) == .orderedAscending
    }.map {
      ChatDocument(name: $0, bytes: [UInt8](try Data(contentsOf: url.appendingPathComponent($0))))
    }
  }

  /// Returns an entry in the form of the expectations; nil is null.
  private static func shown(_ entry: ChatEntry) -> [(String, String?)] {
    let action: String? = if case .service(_, let action) = entry.kind { action } else { nil }
    let forward: String? =
      switch entry.forward {
      case nil: nil
      case .unknown?: ""
      case .from(let name)?: name
      }
    return [
      ("id", entry.id), ("kind", action == nil ? "message" : "service"), ("author", entry.author?.name),
      ("date_utc", entry.date?.description), ("text", entry.text), ("reply_to", entry.replyTo),
      ("forwarded_from", forward), ("edited", String(entry.isEdited)),
      ("media", entry.media.map(\.kind.rawValue).joined(separator: " ")),
      ("reactions", entry.reactionCount.map(String.init)), ("action", action), ("target", entry.target),
      ("deleted", entry.isDeleted ? "true" : nil),
    ]
  }

  private static func words(_ value: JSONValue) -> String {
    if let list = value.array { return list.compactMap(\.text).joined(separator: " ") }
    if case .bool(let flag) = value.content { return String(flag) }
    return value.text ?? ""
  }
}
