import Basics
import DataFormats

/// The words that a message's card shows. They reveal which texts of the source it lacks, whatever their names are.
struct ShownWords {
  private var words: Set<String> = []
  /// All letters and digits in order, for words that markup divides.
  private var letters = ""
  /// The minimum length in bytes of a word that markup may divide. Shorter ones are parts of other words too often.
  private static let dividedLength = 5

  init(_ entry: ChatEntry) {
    add(entry.text)
    add(entry.author?.name)
    add(entry.drawn?.string)
    add(entry.detail)
    for passage in entry.passages { add(passage) }
    if let quoted = entry.quoted { add(quoted) }
    if let drawn = entry.drawn { add(drawn) }
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

  /// - Parameter text: Nil adds nothing.
  mutating func add(_ text: String?) {
    guard let text, !text.isEmpty else { return }
    for word in Self.words(of: text) { words.insert(word) }
    letters += " "
    letters.unicodeScalars.append(contentsOf: text.lowercased().unicodeScalars.filter(Self.isWordPart))
  }

  private mutating func add(_ text: FacetedText) {
    add(text.string)
    for facet in text.facets { add(facet.url?.text) }
  }

  private mutating func add(_ attachment: Attachment) {
    switch attachment {
    case .photo(let photo): add(photo.description)
    case .item(let item):
      add(item.title)
      add(item.caption)
      add(item.preview?.description)
      switch item.content {
      case .poll(let poll): for answer in poll.answers { add(answer.text) }
      case .market(let price): add(price)
      case .audio(let artist, _): add(artist)
      default: break
      }
    }
  }

  /// Whether the card shows all words of a text of the source. Addresses, references and names of emoji don't count.
  func hold(_ text: String) -> Bool {
    Self.words(of: Self.plain(text)).allSatisfy { word in
      words.contains(word) || word.utf8.count >= Self.dividedLength && letters.contains(word)
    }
  }

  /// A text without the parts that cards show in another form: addresses, `<@U1|…>`, `:tada:`, `&amp;`.
  private static func plain(_ text: String) -> String {
    let pieces = text.split { $0.isWhitespace || $0 == "<" || $0 == ">" || $0 == "|" }.filter { piece in
      guard !piece.contains("://"), !piece.hasPrefix("mailto:"), !piece.hasPrefix("tel:") else { return false }
      if piece.first == ":", piece.last == ":" { return false }
      return !(["@", "#", "!"].contains(piece.first) && piece.dropFirst().allSatisfy { $0.isNumber || $0.isUppercase })
    }
    let plain = pieces.joined(separator: " ")
    // By Character because this compares words: an entity that it misses counts as a word.
    return plain.replacing("&amp;", with: " ").replacing("&lt;", with: " ").replacing("&gt;", with: " ")
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().unicodeScalars.split { !isWordPart($0) }.map { String($0) }
  }

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 { return scalar.isASCIIWordPart }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIIWordPart: Bool { 0x61...0x7A ~= value | 0x20 || 0x30...0x39 ~= value }
}

extension ChatReaderContext {
  /// Counts the texts of a message's source that its card does not show, by the names of their members.
  ///
  /// - Parameters:
  ///   - known: The members that are read. Their own texts are shown; texts in lists and objects are compared.
  ///   - apart: Members that are accounted for elsewhere, such as people, as a whole.
  ///   - silent: The names of members, at any depth, that contain nothing for a reader.
  ///   - decode: Repairs the source's encoding of a text.
  mutating func account(
    for node: JSONNode, in entry: ChatEntry, knowing known: Set<String>, apart: Set<String> = [],
    silent: Set<String> = [], decode: (String) -> String = { $0 }
  ) {
    guard let object = node.value.object else { return }
    var shown: ShownWords?
    for member in object.members {
      let (key, value) = (member.key, member.value)
      if key.isTechnical || silent.contains(key) || apart.contains(key) { continue }
      let isKnown = known.contains(key)
      if isKnown, value.array == nil, value.object == nil { continue }
      var names: [String] = []
      value.visitWords(key, silent) { name, text in
        let text = decode(text)
        if shown == nil { shown = ShownWords(entry) }
        guard shown?.hold(text) == false else { return }
        names.append(isKnown && name != key ? "\(key.prefix(60)).\(name.prefix(60))" : String(key.prefix(60)))
      }
      for name in names.uniqued() { omit("field “\(name)”", "fields “\(name)”") }
    }
  }
}

extension JSONValue {
  /// Calls `visit` for each text for people in the value, with the name of the member that contains it.
  fileprivate func visitWords(
    _ name: String, _ silent: Set<String>, _ visit: (_ name: String, _ text: String) -> Void
  ) {
    if let array {
      // Telegram divides a text into strings and objects, in the middle of words too.
      let pieces = array.map { $0.text ?? $0.object?.members.first { $0.key == "text" }?.value.text }
      let isDivided = array.contains { $0.text != nil } && !pieces.contains(nil)
      let joined = isDivided ? pieces.compactMap { $0 }.joined() : ""
      if joined.holdsWords { visit(name, joined) }
      for element in array where !isDivided || element.object != nil {
        element.visitWords(name, isDivided ? silent.union(["text"]) : silent, visit)
      }
    } else if let object {
      for member in object.members where !member.key.isTechnical && !silent.contains(member.key) {
        member.value.visitWords(member.key, silent, visit)
      }
    } else if case .string = content, let text, text.holdsWords {
      visit(name, text)
    }
  }
}
