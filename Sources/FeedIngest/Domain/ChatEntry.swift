import CivilTime
import Names

/// A message, or an entry that tells what happened.
package struct ChatEntry: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case message
    /// What happened; `action` is the source's own name for it.
    case service(SystemKind, action: String)
  }

  /// The source's; unique within the chat in a sound export.
  package var id: String
  package var kind: Kind
  /// Nil of a deleted account.
  package var author: Author?
  /// Nil where the export gives none.
  package var date: ChatDate?
  /// Plain and decoded; marks that are part of the text stay. Never trimmed, line ends are LF.
  package var text: String
  package var facets: [Facet]
  /// Id of the message that is answered; it may be missing from the chat.
  package var replyTo: String?
  package var forward: Forward?
  package var isEdited: Bool
  /// A placeholder of a message that was removed.
  package var isDeleted: Bool
  package var media: [ChatMedium]
  package var reactions: [Reaction]
  /// Of a service entry: the message that was pinned, scored, paid, ….
  package var target: String?
  /// When the newest entry of its export was written, in seconds since 1970; nil where there was only one export.
  package var exported: Int?
  /// What earlier exports have of it, the first of them first.
  package var earlier: [EarlierVersion] = []
  /// A later export has it no more.
  package var isRemoved = false

  package init(id: String, kind: Kind = .message, author: Author? = nil, date: ChatDate? = nil, text: String = "") {
    self.id = id
    self.kind = kind
    self.author = author
    self.date = date
    self.text = text
    facets = []
    isEdited = false
    isDeleted = false
    media = []
    reactions = []
  }

  /// Who wrote an entry. People are told apart by id, or by name where the export has no ids.
  package struct Author: Hashable, Sendable {
    package var id: String?
    package var name: String

    package init(id: String? = nil, name: String) {
      self.id = id
      self.name = name
    }
  }

  package enum Forward: Hashable, Sendable {
    case unknown
    case from(String)
  }

  package struct Reaction: Hashable, Sendable {
    /// The emoji itself, or its name between colons.
    package var symbol: String
    package var count: Int

    package init(_ symbol: String, _ count: Int) {
      self.symbol = symbol
      self.count = count
    }
  }

  /// Of all reactions; nil where there are none.
  package var reactionCount: Int? {
    reactions.isEmpty ? nil : reactions.reduce(0) { $0.addingReportingOverflow($1.count).partialValue }
  }
}

extension [ChatEntry.Reaction] {
  package var total: Int {
    reduce(0) { sum, reaction in
      let (next, overflows) = sum.addingReportingOverflow(reaction.count)
      return overflows ? .max : next
    }
  }
}

/// What a message carries beside its text.
package struct ChatMedium: Hashable, Sendable {
  package typealias Kind = MediaKind

  package var kind: Kind
  /// A path in the export or an address; nil where it was not downloaded, or where there is no file.
  package var address: String?
  /// A file's name, a poll's question, a contact's name, a link's title.
  package var title: String?
  /// Pixels.
  package var width: Int?
  package var height: Int?
  /// Seconds.
  package var duration: Int?
  /// Bytes.
  package var size: Int?
  /// A still picture of it.
  package var thumbnail: String?
  /// Of a poll.
  package var answers: [Answer] = []

  package typealias Answer = AttachmentItem.Poll.Answer

  package init(_ kind: Kind, address: String? = nil, title: String? = nil) {
    self.kind = kind
    self.address = address
    self.title = title
  }
}

/// When an entry was written.
package struct ChatDate: Hashable, Sendable {
  /// Since 1970; of a wall clock without a zone, as if it stood in UTC.
  package var milliseconds: Int
  /// Otherwise it is what the clock of the exporting machine showed, and nobody knows where that was.
  package var isUTC: Bool

  /// - Returns: Nil outside of the years 1…9999.
  package init?(milliseconds: Int, isUTC: Bool = true) {
    guard -62_135_596_800_000..<253_402_300_800_000 ~= milliseconds else { return nil }
    self.milliseconds = milliseconds
    self.isUTC = isUTC
  }

  package init?(seconds: Int, milliseconds: Int = 0, isUTC: Bool = true) {
    self.init(milliseconds: seconds.saturatingMultiply(by: 1000).saturatingAdd(milliseconds), isUTC: isUTC)
  }

  /// `2025-10-01T08:17:00.1234567+03:00`; without a zone it is a wall clock's.
  package init?(iso text: String) {
    guard let moment = ISO8601Moment(text), moment.time != nil else { return nil }
    var fraction = 0
    if let dot = text.utf8.firstIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }) {
      let digits = text.utf8[dot...].dropFirst().prefix { 0x30...0x39 ~= $0 }.prefix(3)
      for (place, digit) in zip([100, 10, 1], digits) { fraction += place * Int(digit - 0x30) }
    }
    self.init(seconds: moment.seconds, milliseconds: fraction, isUTC: moment.offset != nil)
  }

  /// `2022-09-03T23:35:26.640Z`; the fraction only where it is not zero, the `Z` only where the zone is known.
  package var description: String {
    let seconds = (milliseconds - ((milliseconds % 1000) + 1000) % 1000) / 1000
    let fraction = milliseconds - seconds * 1000
    let text = ISO8601Moment.utc(seconds).dropLast()
    let digits = String(fraction + 1000).dropFirst()
    return text + (fraction == 0 ? "" : ".\(digits)") + (isUTC ? "Z" : "")
  }
}
