/// Joins edited messages of Instagram's exports with their first versions: both are messages there, and the later one
/// ends with a word such as `(edited)`.
enum MetaEdits {
  /// Seconds during which Instagram allows edits, with a reserve for clocks.
  private static let window = 1200

  private static let marks = [
    "(edited)", "(bearbeitet)", "(modifié)", "(editado)", "(modificato)", "(bewerkt)", "(edytowano)", "(изменено)",
    "(отредактировано)", "(змінено)", "(redigerat)", "(düzenlendi)", "(編集済み)", "(수정됨)", "(已编辑)", "(已編輯)",
  ]

  /// - Parameter entries: In the order of time.
  static func joined(_ entries: [ChatEntry]) -> [ChatEntry] {
    var result: [ChatEntry] = []
    for var entry in entries {
      guard entry.kind == .message, let text = withoutMark(entry.text) else {
        result.append(entry)
        continue
      }
      entry.text = text
      entry.isEdited = true
      if let place = original(of: entry, in: result) {
        let first = result[place]
        entry.earlier =
          first.earlier + [EarlierVersion(exported: first.date?.seconds, text: first.text, attachments: [])]
        entry.reactions = first.reactions + entry.reactions
        entry.date = first.date
        entry.replyTo = entry.replyTo ?? first.replyTo
        result[place] = entry
      } else {
        result.append(entry)
      }
    }
    return result
  }

  private static func withoutMark(_ text: String) -> String? {
    for mark in marks where text.hasSuffix(mark) && text.count > mark.count {
      let words = text.dropLast(mark.count)
      return words.last?.isWhitespace == true ? String(words).trimmed : nil
    }
    return nil
  }

  /// The index of the last message of the same person that is similar to the edited one.
  private static func original(of edited: ChatEntry, in entries: [ChatEntry]) -> Int? {
    guard let date = edited.date?.seconds else { return nil }
    for (index, entry) in zip(entries.indices, entries).reversed() {
      guard let time = entry.date?.seconds, date - time <= window else { return nil }
      if entry.kind == .message, entry.author == edited.author, entry.media.isEmpty, !entry.text.isEmpty,
        isSimilar(entry.text, edited.text)
      {
        return index
      }
    }
    return nil
  }

  /// Whether at least half of the words of the shorter text are in the longer one, or one begins the other.
  private static func isSimilar(_ one: String, _ other: String) -> Bool {
    let (first, second) = (words(of: one), words(of: other))
    let (short, long) = first.count <= second.count ? (first, second) : (second, first)
    if one.hasPrefix(other) || other.hasPrefix(one) { return true }
    return !short.isEmpty && short.count { long.contains($0) } * 2 >= short.count
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
