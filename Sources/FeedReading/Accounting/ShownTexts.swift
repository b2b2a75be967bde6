import Basics
import DataFormats

/// The texts that a card shows. They reveal which texts of the source it lacks, whatever their names are.
struct ShownTexts {
  private enum Card {
    case post(Post)
    case message(ChatEntry)
  }

  /// The card until its texts are needed: most members of a source have no text.
  private var card: Card?
  private var texts: [String] = []
  private var words: WordSet?
  /// All letters and digits in order, for words that markup divides.
  private var letters: [UInt8]?
  /// The minimum length in bytes of a word that markup may divide. Shorter ones are parts of other words too often.
  private static let dividedLength = 5
  /// The maximum number of words of a source that are searched for inside others.
  private static let dividedLimit = 256
  private var dividedCount = 0
  /// The maximum number of texts that are compared as a whole.
  private static let comparedLimit = 64

  /// The texts of a post, its reposts and quotes.
  init(of post: Post) { card = .post(post) }

  /// The texts of a message.
  init(of entry: ChatEntry) { card = .message(entry) }

  /// The texts of anything else.
  init(_ texts: [String?]) { self.texts = texts.compactMap { $0 } }

  private mutating func add(_ text: String?) {
    if let text, !text.isEmpty { texts.append(text) }
  }

  private mutating func readCard() {
    switch card {
    case nil: return
    case .post(let post): addAll(of: post)
    case .message(let entry): add(entry)
    }
    card = nil
  }

  /// Whether the card shows all words of a text of the source.
  ///
  /// - Parameter plain: Converts the service's own markup and encoding to the words that are shown.
  mutating func contain(_ text: String, plain: (String) -> String = { $0 }) -> Bool {
    readCard()
    // Most texts of a source are shown unchanged.
    if texts.count <= Self.comparedLimit, texts.contains(text) { return true }
    if hasWords(of: text) { return true }
    let plainText = plain(text)
    if plainText != text, hasWords(of: plainText) { return true }
    if text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) {
      let decoded = [DecodedText.decode(text), MarkupText(html: text, base: nil, hidesQuote: true).text.string]
      if decoded.contains(where: { hasWords(of: $0) }) { return true }
    }
    return hasDividedWords(of: text) || plainText != text && hasDividedWords(of: plainText)
  }

  private mutating func hasWords(of text: String) -> Bool {
    if let words { return words.contains(allWordsOf: text) }
    var words = WordSet()
    for text in texts { words.insert(text) }
    self.words = words
    return words.contains(allWordsOf: text)
  }

  /// Whether the card shows all words, some of them as parts of others or in other letter case.
  private mutating func hasDividedWords(of text: String) -> Bool {
    guard var words else { return false }
    let letters = self.letters ?? texts.reduce(into: []) { $0 += [0x20] + Self.letters(of: $1) }
    self.letters = letters
    while let range = words.unknownWord(of: text) {
      let word = String(decoding: Array(text.utf8)[range], as: UTF8.self)
      let wanted = Self.letters(of: word)
      dividedCount += 1
      guard wanted.count >= Self.dividedLength, dividedCount <= Self.dividedLimit,
        letters.firstRange(of: wanted) != nil
      else { return false }
      words.insert(word)
    }
    return true
  }

  private static func letters(of text: String) -> [UInt8] {
    Array(
      String(
        String.UnicodeScalarView(
          text.lowercased().unicodeScalars.lazy.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
          })
      ).utf8)
  }
}

// MARK: Posts

extension ShownTexts {
  private mutating func addAll(of post: Post) {
    var waiting = [post]
    while let post = waiting.popLast() {
      add(post)
      waiting += post.reposts
      if let quoted = post.quote?.post { waiting.append(quoted) }
    }
  }

  private mutating func add(_ post: Post) {
    add(post.text)
    for text in [post.title, post.contentWarning, post.paywall, post.place?.title, post.reply?.name] { add(text) }
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
}

// MARK: Messages

extension ShownTexts {
  private mutating func add(_ entry: ChatEntry) {
    add(entry.text)
    add(entry.author?.name)
    add(entry.detail)
    for words in [entry.drawn, entry.quoted].compactMap({ $0 }) + entry.passages { add(words) }
    if case .from(let name) = entry.forward { add(name) }
    for reaction in entry.reactions { add(reaction.symbol) }
    for medium in entry.media {
      add(medium.title)
      add(medium.caption)
      add(medium.address)
      for answer in medium.answers { add(answer.text) }
      if let attachment = medium.attachment { add(attachment) }
    }
  }

  private mutating func add(_ words: FacetedText) {
    add(words.string)
    for facet in words.facets { add(facet.url?.text) }
  }
}
