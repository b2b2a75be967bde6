import Diagnostics

/// Joins several exports of one conversation: each entry once, in an order consistent with both, in the version of the
/// later export.
///
/// Entries are identified by their ids. For services without ids, they are identified by time, author and text; equal
/// ones are numbered in the order of each export.
package enum ChatJoin {
  /// The chats, each at the position of its first export. Chats of the same document are always different.
  static func joined(_ chats: [Chat]) -> (chats: [Chat], diagnostics: DiagnosticTally) {
    var groups: [[Chat]] = []
    for chat in chats {
      if let place = groups.firstIndex(where: { group in group.allSatisfy { isSame($0, chat) } }) {
        groups[place].append(chat)
      } else {
        groups.append([chat])
      }
    }
    var diagnostics = DiagnosticTally()
    let joined = groups.map { join($0, &diagnostics) }
    return (joined, diagnostics)
  }

  // MARK: Identity

  /// Ids decide if both chats have one. A name alone proves little: the texts or the authors must match as well.
  private static func isSame(_ one: Chat, _ other: Chat) -> Bool {
    guard one.service == other.service, one.isChannel == other.isChannel,
      one.documents.isDisjoint(with: other.documents)
    else { return false }
    if let id = one.id, let second = other.id {
      // A person's chats are numbered per account: the same number may mean different chats.
      return id == second && !contradict(one, other)
    }
    // A numbered entry only means something together with its time.
    func moments(_ chat: Chat) -> Set<Moment> {
      Set(
        zip(keys(of: chat), chat.entries).compactMap { key, entry in
          entry.date.map { Moment(key: key, seconds: $0.seconds) }
        })
    }
    let (first, second) = (moments(one), moments(other))
    let shared = first.intersection(second).count
    if shared >= agreeing, shared * 2 >= min(first.count, second.count) { return true }
    guard one.id == nil || other.id == nil, let name = one.name ?? one.title, name == other.name ?? other.title else {
      return false
    }
    let (people, others) = (authors(of: one), authors(of: other))
    let known = people.intersection(others).count
    return shared > 0 || known > 1 || known > 0 && (people.isSubset(of: others) || others.isSubset(of: people))
  }

  /// The number of entries that two exports without a name must have in common.
  private static let agreeing = 3

  private static func authors(of chat: Chat) -> Set<String> { Set(chat.entries.compactMap { $0.author?.key }) }

  /// Whether most of the common ids belong to entries with different times.
  private static func contradict(_ one: Chat, _ other: Chat) -> Bool {
    let dates = Dictionary(one.entries.map { ($0.id, $0.date) }, uniquingKeysWith: { first, _ in first })
    let shared = other.entries.compactMap { entry in dates[entry.id].map { $0 == entry.date } }
    return shared.count { !$0 } * 2 > shared.count
  }

  // MARK: Keys

  /// The identity of an entry in other exports, without anything that the service lets users change.
  private struct Key: Hashable {
    var id: String?
    var seconds: Int?
    var author: String?
    var words: String?
    /// The number among equal entries.
    var number = 0
  }

  private struct Moment: Hashable {
    var key: Key
    var seconds: Int
  }

  private static func keys(of chat: Chat) -> [Key] {
    var counts: [Key: Int] = [:]
    return chat.entries.map { entry in
      var key =
        chat.service.countsEntries || entry.id.isEmpty
        ? Key(seconds: entry.date?.seconds, author: entry.author?.name, words: entry.text) : Key(id: entry.id)
      let number = counts[key, default: 0]
      counts[key] = number + 1
      key.number = number
      return key
    }
  }

  // MARK: Joining

  private static func join(_ exports: [Chat], _ diagnostics: inout DiagnosticTally) -> Chat {
    guard exports.count > 1 else { return exports[0] }
    // The export that ends last is the latest; of several with the same end, the last one given.
    let order = exports.indices.sorted { left, right in
      let (first, second) = (lastDate(exports[left]), lastDate(exports[right]))
      return first == second ? left < right : first < second
    }
    var exports = exports
    for index in exports.indices {
      let last = lastDate(exports[index])
      guard last != .min else { continue }
      for place in exports[index].entries.indices {
        exports[index].entries[place].exported = Int((Double(last) / 1000).rounded(.down))
      }
    }
    var chat = exports[order[0]]
    var changed = 0
    for index in order.dropFirst() {
      let outcome = Merge(earlier: chat, later: exports[index])
      chat = outcome.chat
      changed += outcome.changed
    }
    if chat.service.countsEntries {
      for index in chat.entries.indices { chat.entries[index].id = String(index + 1) }
    }
    let name = chat.shownName
    let deleted = chat.entries.count { $0.isRemoved }
    diagnostics.add(ChatIssue.joined(name, exports: exports.count, messages: chat.entries.count), at: nil)
    if changed > 0 { diagnostics.add(ChatIssue.changed(name, changed), at: nil) }
    if deleted > 0 { diagnostics.add(ChatIssue.deleted(name, deleted), at: nil) }
    return chat
  }

  private static func lastDate(_ chat: Chat) -> Int { chat.entries.lazy.compactMap(\.date?.milliseconds).max() ?? .min }

  /// Merges two exports. Entries that both have synchronize the two orders; between them, the entries of both are
  /// sorted by date, the earlier export's first.
  private struct Merge {
    private(set) var chat: Chat
    private(set) var changed = 0
    private var entries: [ChatEntry] = []
    /// The period of the later export in milliseconds: entries that it lacks there were deleted.
    private let span: Range<Int>

    init(earlier: Chat, later: Chat) {
      chat = later
      let dates = later.entries.compactMap(\.date?.milliseconds)
      span = (dates.min() ?? 0)..<(dates.max() ?? 0)
      chat.name = later.name ?? earlier.name
      chat.id = later.id ?? earlier.id
      chat.title = earlier.title ?? later.title
      chat.owner = later.owner ?? earlier.owner
      chat.documents = earlier.documents.union(later.documents)
      let places = Dictionary(
        zip(ChatJoin.keys(of: later), later.entries.indices), uniquingKeysWith: { first, _ in first })
      var (own, next) = ([ChatEntry](), 0)
      for (key, entry) in zip(ChatJoin.keys(of: earlier), earlier.entries) {
        guard let place = places[key] else {
          own.append(entry)
          continue
        }
        // If the later export has it further up, it has already been added.
        guard place >= next else { continue }
        add(own, later.entries[next..<place])
        take(later.entries[place], over: entry)
        (own, next) = ([], place + 1)
      }
      add(own, later.entries[next...])
      chat.entries = entries
    }

    private mutating func take(_ entry: ChatEntry, over earlier: ChatEntry) {
      var entry = entry
      // One export may have files that another was made without.
      if entry.media.count == earlier.media.count {
        for (place, medium) in earlier.media.enumerated()
        where entry.media[place].address == nil && medium.address != nil { entry.media[place] = medium }
      } else if entry.media.isEmpty, !entry.isDeleted {
        entry.media = earlier.media
      }
      if entry.text != earlier.text || entry.isDeleted != earlier.isDeleted { changed += 1 }
      let attachments = entry.media.map(Attachment.init)
      for version in earlier.earlier + [earlier.version] {
        entry.earlier.note(version, besides: entry.text, attachments)
      }
      entries.append(entry)
    }

    private mutating func add(_ own: [ChatEntry], _ others: ArraySlice<ChatEntry>) {
      var (own, others) = (own[...], others)
      while let entry = own.first, let other = others.first {
        if chat.service.countsEntries, Self.isVersion(other, of: entry) {
          take(other, over: entry)
          (own, others) = (own.dropFirst(), others.dropFirst())
        } else if (entry.date?.milliseconds ?? .min) <= (other.date?.milliseconds ?? .min) {
          add(entry)
          own.removeFirst()
        } else {
          entries.append(other)
          others.removeFirst()
        }
      }
      for entry in own { add(entry) }
      entries += others
    }

    /// Adds an entry that the later export lacks.
    private mutating func add(_ entry: ChatEntry) {
      var entry = entry
      if let date = entry.date?.milliseconds, span.contains(date), date > span.lowerBound {
        entry.isRemoved = true
      }
      entries.append(entry)
    }

    /// For entries without ids: the same time and author, but edited or deleted since, or with a file that one export
    /// was made without.
    private static func isVersion(_ later: ChatEntry, of earlier: ChatEntry) -> Bool {
      guard later.date == earlier.date, later.author == earlier.author, later.date != nil, later.author != nil else {
        return false
      }
      if later.isEdited || later.isDeleted { return true }
      return !later.media.isEmpty && !earlier.media.isEmpty
        && later.media.contains { $0.address == nil } != earlier.media.contains { $0.address == nil }
    }
  }
}

extension ChatEntry {
  /// The version in its own export.
  fileprivate var version: EarlierVersion {
    EarlierVersion(exported: exported, text: text, attachments: media.map(Attachment.init))
  }
}
