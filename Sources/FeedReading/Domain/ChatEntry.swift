import Basics

/// A message, or an entry about an event in the chat.
package struct ChatEntry: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case message
    /// An event; `action` is the source's own name for it.
    case service(SystemKind, action: String)
  }

  /// The source's id; unique within the chat in a valid export.
  package var id: String
  package var kind: Kind
  /// Nil for a deleted account.
  package var author: Author?
  /// Nil if the export gives none.
  package var date: ChatDate?
  /// Plain decoded text with its combining marks. Never trimmed; line ends are LF.
  package var text: String
  package var facets: [Facet]
  /// The text as drawn, if the export's text contains markup or is incomplete; nil if it is drawn
  /// unchanged.
  package var drawn: FacetedText?
  /// Texts besides the message's own, such as previews of pages and forwarded messages. They are drawn below it as
  /// quotations.
  package var passages: [FacetedText] = []
  /// The message that is replied to, as the reply quotes it. It is drawn if the chat lacks that message.
  package var quoted: FacetedText?
  /// The facts about an event: a new name, the invited people, the length of a call. Nil if the export gives none.
  package var detail: String?
  /// Whether the export contains only the encrypted message.
  package var isUndecryptable = false
  /// Whether the media stay covered until a reader reveals them.
  package var isCovered = false
  /// The id of the message that is replied to, which may be missing from the chat.
  package var replyTo: String?
  package var forward: Forward?
  package var isEdited: Bool
  /// Whether the entry is a placeholder for a removed message.
  package var isDeleted: Bool
  package var media: [ChatMedium]
  package var reactions: [Reaction]
  /// The target of a service entry: the message that was pinned, scored, paid, ….
  package var target: String?
  /// The time of the newest entry in its export, in seconds since 1970; nil if there was only one export.
  package var exported: Int?
  /// Versions in earlier exports, oldest first.
  package var earlier: [EarlierVersion] = []
  /// Whether a later export lacks the entry.
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

  /// The author of an entry. People are identified by id, or by name if the export has no ids.
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

  /// The total of all reactions; nil if there are none.
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

/// An attachment of a message.
package struct ChatMedium: Hashable, Sendable {
  package typealias Kind = MediaKind

  package var kind: Kind
  /// A path in the export or an address; nil if it was not downloaded or there is no file.
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
  /// A still image of it.
  package var thumbnail: String?
  /// A second line: a performer, an address, a phone number.
  package var caption: String?
  /// A poll's answers.
  package var answers: [Answer] = []
  /// Whether a poll no longer accepts votes.
  package var isClosed = false
  /// The number of people who voted in a poll; nil if unknown.
  package var voters: Int?
  /// The attachment itself, for services whose posts and messages have the same attachments.
  package var attachment: Attachment?

  package typealias Answer = AttachmentItem.Poll.Answer

  package init(_ kind: Kind, address: String? = nil, title: String? = nil) {
    self.kind = kind
    self.address = address
    self.title = title
  }
}

/// The date of an entry.
package struct ChatDate: Hashable, Sendable {
  /// Milliseconds since 1970; a local time without a zone is stored as if it were UTC.
  package var milliseconds: Int
  /// If false, the time is the exporting machine's local time, whose zone is unknown.
  package var isUTC: Bool

  /// - Returns: Nil outside the years 1…9999.
  package init?(milliseconds: Int, isUTC: Bool = true) {
    guard -62_135_596_800_000..<253_402_300_800_000 ~= milliseconds else { return nil }
    self.milliseconds = milliseconds
    self.isUTC = isUTC
  }

  package init?(seconds: Int, milliseconds: Int = 0, isUTC: Bool = true) {
    self.init(milliseconds: seconds.saturatingMultiply(by: 1000).saturatingAdd(milliseconds), isUTC: isUTC)
  }

  /// `2025-10-01T08:17:00.1234567+03:00`; without a zone it is a local time.
  package init?(iso text: String) {
    guard let moment = ISO8601Moment(text), moment.time != nil else { return nil }
    var fraction = 0
    if let dot = text.utf8.firstIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }) {
      let digits = text.utf8[dot...].dropFirst().prefix { 0x30...0x39 ~= $0 }.prefix(3)
      for (place, digit) in zip([100, 10, 1], digits) { fraction += place * Int(digit - 0x30) }
    }
    self.init(seconds: moment.seconds, milliseconds: fraction, isUTC: moment.offset != nil)
  }

  /// `2022-09-03T23:35:26.640Z`; the fraction is omitted if zero, the `Z` if the zone is unknown.
  package var description: String {
    let seconds = (milliseconds - ((milliseconds % 1000) + 1000) % 1000) / 1000
    let fraction = milliseconds - seconds * 1000
    let text = ISO8601Moment.utc(seconds).dropLast()
    let digits = String(fraction + 1000).dropFirst()
    return text + (fraction == 0 ? "" : ".\(digits)") + (isUTC ? "Z" : "")
  }
}
