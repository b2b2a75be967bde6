import Basics
import DataFormats

/// The texts of a feed's item that its post does not show.
///
/// Readers take the fields that they know. This is the check behind them: it walks through every string of the item and
/// looks for its words in the post, so that a field which is new, renamed or in an unexpected place is counted.
struct UnshownTexts {
  /// The texts with the names of their members, in the order of the document.
  private(set) var texts: [(node: JSONNode, name: String)] = []
  /// Whether the item contains the post that it replies to, with words that are not shown.
  private(set) var hasRepliedPost = false

  init(of item: JSONNode, shownBy post: Post, in format: FeedFormat, by roles: inout MemberRoles) {
    var words: PostWords?
    var waiting = [(node: item, member: item, isReply: false)]
    while let (node, member, isReply) = waiting.popLast() {
      switch node.value.content {
      case .string(let text):
        let name = member.key ?? ""
        guard Self.isProse(text, named: name) else { continue }
        if words == nil { words = PostWords(of: post) }
        guard words?.contain(text) == false, words?.contain(format.plain(text)) == false else { continue }
        if isReply { hasRepliedPost = true } else { texts.append((node, name)) }
      case .array:
        for element in node.listed().reversed() { waiting.append((element, member, isReply)) }
      case .object:
        for member in node.members.reversed() {
          switch roles.role(of: member) {
          case .aside: break
          case .words: waiting.append((member, member, isReply))
          case .reply: waiting.append((member, member, true))
          }
        }
      case .null, .bool, .integer, .real: break
      }
    }
  }

  /// Members whose single words are constants of a program.
  private static let constants: Set = [
    "kind", "state", "status", "visibility", "format", "privacy", "role", "scope", "permissions", "extension",
    "template", "target", "mode", "level", "layout", "style", "size", "rel", "action", "platform",
  ]

  // MARK: Words

  /// Whether people would read the string: several words, words beyond ASCII, or a single word that is no name of a
  /// program's.
  private static func isProse(_ text: String, named name: String) -> Bool {
    var (words, isWord, isBeyondASCII, hasBlank, hasMark) = (0, false, false, false, false)
    var (hasLowercase, hasInnerCapital) = (false, false)
    for byte in text.utf8 {
      let isLetter = byte >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      if isLetter, !isWord { words += 1 }
      if isWord, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte { hasInnerCapital = true }
      isWord = isLetter
      switch byte {
      case 0x80...: isBeyondASCII = true
      case ...0x20: hasBlank = true
      case UInt8(ascii: "a")...UInt8(ascii: "z"): hasLowercase = true
      case UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "@"), UInt8(ascii: "#"): hasMark = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "="): hasMark = true
      default: break
      }
    }
    guard words > 0 else { return false }
    guard hasBlank else {
      if isBeyondASCII { return !text.utf8.contains(UInt8(ascii: "/")) }
      return hasLowercase && !hasInnerCapital && !hasMark && !constants.contains(name)
    }
    return text.utf8.count > 40 || !text.utf8.contains(where: \.isASCIIDigit) || DateParser.seconds(text.trimmed) == nil
  }
}

/// The kinds of a service's members by their names. Each name is judged once, since it occurs in every item.
struct MemberRoles {
  enum Role {
    case words
    /// Nothing for a reader: people, programs, formats, and copies of texts.
    case aside
    /// The post that the item replies to.
    case reply
  }

  private let asides: Set<String>
  private var known: [JSONSlice: Role] = [:]
  /// More names than any service has.
  private static let knownLimit = 4096

  init(_ format: FeedFormat) { asides = format.asides }

  mutating func role(of member: JSONNode) -> Role {
    guard let name = member.writtenKey else { return .words }
    if let role = known[name] { return role }
    let role = Self.role(member.key ?? "", asides)
    if known.count < Self.knownLimit { known[name] = role }
    return role
  }

  private static func role(_ name: String, _ asides: Set<String>) -> Role {
    if common.contains(name) || asides.contains(name) || endings.contains(where: name.hasSuffix) { return .aside }
    return replies.contains(name) ? .reply : .words
  }

  /// Members of any service that contain nothing for a reader.
  private static let common: Set = [
    "id", "type", "url", "uri", "href", "hash", "key", "icon", "avatar",
    // people and programs
    "account", "accounts", "user", "users", "author", "authors", "actor", "attributedTo", "creator", "application",
    "generator", "mentions", "viewer", "profiles", "groups", "client", "via", "source", "owner", "provider_name",
    "author_name",
    // other forms of the same text
    "contentMap", "summaryMap", "nameMap", "text_entities", "content_map", "html", "raw", "phrase",
    // facts for programs
    "@context", "$type", "cid", "entities", "extended_entities", "context_annotations", "labels", "emojis", "facets",
    "tags", "tag", "signature", "proof", "lang", "langs", "language", "languages", "mediaType", "debug", "date",
    "dates", "date_published", "date_modified", "published", "updated",
  ]

  private static let endings = [
    "_id", "_ids", "_type", "_url", "_uri", "_hash", "_key", "_token", "_time", "_date", "_color", "_at", "_state",
    "Id", "Ids", "Type", "Url", "Urls", "Uri", "Hash", "Key", "Token", "Time", "Date", "Color", "At",
  ]

  private static let replies: Set = ["reply", "in_reply_to", "inReplyTo", "replied_to", "parent"]
}

/// The words of a post's texts, as hashes.
private struct PostWords {
  private var hashes: Set<UInt64> = []

  init(of post: Post) {
    var waiting = [post]
    while let post = waiting.popLast() {
      add(post)
      waiting += post.reposts
      if let quoted = post.quote?.post { waiting.append(quoted) }
    }
  }

  /// Whether the post has all words of the text.
  func contain(_ text: String) -> Bool {
    if hasAll(of: text) || hasAll(of: DecodedText.decode(text)) { return true }
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return false }
    return hasAll(of: MarkupText(html: text, base: nil, hidesQuote: true).text.string)
  }

  private func hasAll(of text: String) -> Bool {
    var isShown = true
    Self.words(of: text, withoutReferences: true) { hash in
      isShown = hashes.contains(hash)
      return isShown
    }
    return isShown
  }

  // MARK: Texts of a post

  private mutating func add(_ text: String?) {
    guard let text else { return }
    Self.words(of: text, withoutReferences: false) { hash in
      hashes.insert(hash)
      return true
    }
  }

  private mutating func add(_ post: Post) {
    for text in [post.text, post.title, post.contentWarning, post.paywall, post.place?.title, post.reply?.name] {
      add(text)
    }
    for author in [post.author, post.signer].compactMap({ $0 }) + post.people { add(author) }
    for reaction in post.reactions { add(reaction.symbol) }
    for facet in post.facets { add(facet.url?.text) }
    for attachment in post.attachments { add(attachment) }
    switch post.kind {
    case .event(let event):
      add(event.title)
      add(event.cover?.description)
    case .system(let kind, let type):
      add(type)
      if case .other(let words) = kind { add(words) }
    default: break
    }
  }

  private mutating func add(_ author: Author) {
    add(author.name)
    add(author.handle)
    add(author.fallbackName)
  }

  private mutating func add(_ attachment: Attachment) {
    switch attachment {
    case .photo(let photo): add(photo.description)
    case .item(let item):
      for text in [
        item.title, item.caption, item.preview?.description, item.file?.description, item.file?.url, item.url?.text,
        item.type,
      ] { add(text) }
      switch item.content {
      case .poll(let poll): for answer in poll.answers { add(answer.text) }
      case .audio(let artist, _): add(artist)
      case .market(let price): add(price)
      case .document(_, let fileExtension): add(fileExtension)
      default: break
      }
    }
  }

  // MARK: Words of a text

  /// Passes the hash of each word on, until the closure returns false. Words with digits are left out: services write
  /// numbers and dates in many ways.
  ///
  /// - Parameter withoutReferences: Whether to leave out addresses, names of accounts, and a word that an ellipsis cuts
  ///   off.
  private static func words(of text: String, withoutReferences: Bool, _ take: (UInt64) -> Bool) {
    var (hash, length, hasDigit) = (offset, 0, false)
    // The start of a token between blanks decides whether it is an address or an account.
    var (isSkipped, isTokenStart, token) = (false, true, [UInt64]())
    func flush() -> Bool {
      defer { token.removeAll(keepingCapacity: true) }
      return isSkipped || token.allSatisfy(take)
    }
    func endWord(_ isCut: Bool) {
      if length > 1, !hasDigit, !isCut, !withoutReferences || !fillers.contains(hash) { token.append(hash) }
      (hash, length, hasDigit) = (offset, 0, false)
    }
    var colon = false
    for scalar in text.unicodeScalars {
      let value = scalar.value
      if isBlank(value) {
        endWord(false)
        guard flush() else { return }
        (isSkipped, isTokenStart, colon) = (false, true, false)
        continue
      }
      if withoutReferences {
        if isTokenStart, value == 0x40 { isSkipped = true }
        // "https://": everything up to the next blank is the address.
        if colon, value == 0x2F { isSkipped = true }
      }
      (isTokenStart, colon) = (false, value == 0x3A)
      if isLetter(value) {
        hash = (hash ^ UInt64(isUppercase(value) ? value | 0x20 : value)) &* prime
        length += 1
        if value <= 0x39, value >= 0x30 { hasDigit = true }
      } else {
        endWord(withoutReferences && value == 0x2026)
      }
    }
    endWord(false)
    _ = flush()
  }

  // FNV-1a, with scalars for bytes.
  private static let offset: UInt64 = 0xCBF2_9CE4_8422_2325
  private static let prime: UInt64 = 0x100_0000_01B3

  /// Words that services write before a repost, a quote or a description.
  private static let fillers: Set<UInt64> = Set(["rt", "re", "alt"].map(hash))

  private static func hash(_ word: String) -> UInt64 {
    word.unicodeScalars.reduce(offset) { ($0 ^ UInt64($1.value)) &* prime }
  }

  private static func isBlank(_ value: UInt32) -> Bool {
    value <= 0x20 || value == 0xA0 || 0x2000...0x200B ~= value || value == 0x2028 || value == 0x2029 || value == 0x3000
  }

  private static func isUppercase(_ value: UInt32) -> Bool { 0x41...0x5A ~= value }

  /// Whether the scalar belongs to a word: no punctuation, symbol or emoji.
  private static func isLetter(_ value: UInt32) -> Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case ..<0xAA, 0xAB...0xB4, 0xB6...0xB9, 0xBB...0xBF, 0xD7, 0xF7: false
    case 0x2000...0x2BFF, 0x2E00...0x2E7F, 0x3000...0x3004, 0x3008...0x3020, 0x3030: false
    case 0xFE00...0xFE0F, 0xFE30...0xFE6F, 0xFEFF, 0xFF00...0xFF0F, 0xFF1A...0xFF20, 0xFFF0...0xFFFF: false
    case 0x1F000...0x1FAFF, 0xE0000...: false
    default: true
    }
  }
}
