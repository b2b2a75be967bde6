/// Describes a cause for people who know the design, not the program.
///
/// Lists settings because each affects cards in its own way.
package struct CauseSentence: Hashable, Sendable {
  /// The affected posts: the author's name for one post, else the number of posts.
  package enum Posts: Hashable, Sendable {
    case one(author: String?)
    case several(Int)
  }

  package var fact: CauseFact
  package var posts: Posts
  package var cards: Int
  package var films: Int

  package init(_ fact: CauseFact, posts: Posts, cards: Int, films: Int) {
    (self.fact, self.posts, self.cards, self.films) = (fact, posts, cards, films)
  }

  /// The sentence, e.g. "Author's name 14 → 15 pt, on 228 cards, also seen in 8 films".
  package var text: String {
    let seen = films == 0 || isOfFilms ? "" : ", \(cards == 0 ? "in" : "also seen in") \(Self.counted(films, "film"))"
    return clause + (isOfDesign && cards > 0 ? ", on \(Self.counted(cards, "card"))" : "") + seen
  }

  /// Whether the sentence already names the film.
  private var isOfFilms: Bool {
    switch fact {
    case .film, .newFilm: true
    default: false
    }
  }

  /// Whether the cause is in the design, so that the number of cards matters; otherwise the post identifies itself.
  private var isOfDesign: Bool {
    switch fact {
    case .token, .template, .icon, .option, .font, .libraries, .version, .style: true
    default: false
    }
  }

  private var clause: String {
    switch fact {
    case .token(let path, let purpose, let values):
      "\(purpose.map(Self.heading) ?? path) \(values.map(\.words).joined(separator: ", "))"
    case .template(let part, let file, let key, let edit, let value): Self.edited(part, file, key, edit, value)
    case .icon(let name): "The drawing of the icon “\(name)” changed"
    case .option(let key, let old, let new): "\(Self.option(key)) \(old) → \(new)"
    case .text(let box, let old, let new, let lines): worded(box, old, new, lines)
    case .links(let box): "\(the(box)) has different links"
    case .photo(let box): "\(the(box)) is a different image"
    case .otherIcon(let box, let old, let new): "\(the(box)): the icon \(old) → \(new)"
    case .came(let box): counted(box, isMore: true)
    case .gone(let box): counted(box, isMore: false)
    case .several(let box): "\(Self.capital(Self.indefinite(Self.noun(box)))) of \(whom) shows different content"
    case .order(let box): "The \(Self.plural(Self.noun(box))) of \(whom) are in a different order"
    case .font(let family): "The files of the font \(family) changed"
    case .libraries: "Different libraries draw the cards"
    case .version: "A different version of Feedproof draws the cards"
    case .newCard: cards == 1 ? "One card is new" : "\(Self.grouped(cards)) cards are new"
    case .newFilm: films == 1 ? "One film is new" : "\(films) films are new"
    case .otherFeed: "The feed’s posts or their order changed"
    case .film(let name, let reason): "The film “\(name)”: \(reason)"
    case .lines(let box, let lines): lined(box, lines)
    case .place(let box): "\(the(box)) moved"
    case .size(let box): "\(the(box)) has a different size"
    case .color(let box, let old, let new): "\(the(box)) \(old) → \(new)"
    case .style(let property, let old, let new): "Texts with the \(property) \(old) now have \(new)"
    case .pixels(let box): "\(the(box)) looks different"
    }
  }

  // MARK: Posts

  private var whom: String {
    switch posts {
    case .one(let author?): "“\(author)”"
    case .one(author: nil): "one post"
    case .several(let count): Self.counted(count, "post")
    }
  }

  private var whose: String {
    if case .one(author: nil) = posts { "One post" } else { whom }
  }

  /// Returns "“Anna Berg” has one photo fewer", or for plurals such as views: "“Anna Berg” no longer has views".
  private func counted(_ box: String, isMore: Bool) -> String {
    let noun = Self.noun(box)
    if noun.hasSuffix("s") { return "\(whose) \(isMore ? "now" : "no longer") \(have) \(noun)" }
    return "\(whose) \(have) \(isMore ? "one more \(noun)" : "one \(noun) fewer")"
  }

  private var have: String { if case .several = posts { "have" } else { "has" } }

  /// Returns "The photo of “Anna Berg”".
  private func the(_ box: String) -> String { "The \(Self.noun(box)) of \(whom)" }

  // MARK: Texts

  /// The maximum length of words that are quoted in full.
  private static let shown = 40

  private func worded(_ box: String, _ old: String, _ new: String, _ lines: CauseFact.Lines) -> String {
    guard lines.least == 0, lines.most == 0 else { return lined(box, lines) }
    guard max(old.count, new.count) <= Self.shown else { return "\(the(box)) has different text" }
    return switch (old.isEmpty, new.isEmpty) {
    case (true, true): "\(the(box)) has different text"
    case (true, false): "\(the(box)) now also says “\(new)”"
    case (false, true): "\(the(box)) no longer says “\(old)”"
    case (false, false): "\(the(box)): “\(old)” → “\(new)”"
    }
  }

  private func lined(_ box: String, _ lines: CauseFact.Lines) -> String {
    let name = the(box)
    return switch (lines.least, lines.most) {
    case (0, 0): "\(name) has different line breaks"
    case let (least, most) where least == most && least > 0: "\(name) has \(Self.lineCount(least, "more"))"
    case let (least, most) where least == most: "\(name) has \(Self.lineCount(-least, "fewer"))"
    case let (least, most) where least >= 0: "\(name) has up to \(Self.lineCount(most, "more"))"
    case let (least, most) where most <= 0: "\(name) has up to \(Self.lineCount(-least, "fewer"))"
    default: "\(name) has a different number of lines"
    }
  }

  private static func lineCount(_ count: Int, _ comparison: String) -> String {
    let words = [
      "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ]
    return "\(count < words.count ? words[count] : "\(count)") \(comparison) line\(count == 1 ? "" : "s")"
  }

  // MARK: Parts of a design

  /// The maximum length of a token's description that is quoted in full.
  private static let purpose = 48

  /// Returns a token's description without a long explanation.
  private static func heading(_ purpose: String) -> String {
    guard purpose.count > Self.purpose else { return purpose }
    let end = purpose.indices.first { place in
      let after = purpose.index(after: place)
      let isLast = after == purpose.endIndex || purpose[after] == " "
      return ".:;".contains(purpose[place]) && isLast || purpose[place...].hasPrefix(" (")
    }
    return String(purpose[..<(end ?? purpose.endIndex)])
  }

  private static func edited(
    _ part: String?, _ file: String, _ key: String, _ edit: CauseFact.Edit, _ value: CauseFact.Value
  ) -> String {
    let values = [value.old, value.new].compactMap { $0 }.joined(separator: " → ")
    guard let part else {
      return switch edit {
      case .changed, .replaced: "\(key.isEmpty ? "" : "\(capital(key)) ")\(values) in \(file)"
      case .added: "Added in \(file): \(values)"
      case .removed: "Removed from \(file): \(values)"
      case .moved: "Elements moved in \(file)"
      }
    }
    return switch edit {
    case .changed, .replaced: "\(capital(part))\(key.isEmpty ? "" : ", \(key)") \(values)"
    case .added: "\(capital(part)): added \(values)"
    case .removed: "\(capital(part)): removed \(values)"
    case .moved: "\(capital(part)) moved"
    }
  }

  private static func option(_ key: String) -> String {
    switch key {
    case "locale": "Language"
    case "timeZone": "Time zone"
    case "now": "The current time"
    case "dates": "Dates"
    case "highlight": "The search words"
    default: capital(key)
    }
  }

  // MARK: Boxes

  /// Returns the name of a box: `card/photo` → "photo", `card/counters/likes/label` → "likes", `card/rows/row-*/title`
  /// → "attachment's title".
  private static func noun(_ path: String) -> String {
    let names = path.withoutNumbers.split(separator: "/").map { name in
      name.hasSuffix("-*") ? String(name.dropLast(2)) : String(name)
    }
    let items = names.map { Self.items[$0] ?? $0 }
    guard let last = items.last else { return "card" }
    let within = items.dropLast().last
    if parts.contains(last), let within { return within.words }
    if let within, Self.items.values.contains(within), within != last { return "\(within)’s \(last.words)" }
    return last.words
  }

  /// Names that describe the kind of box, not its meaning.
  private static let parts: Set<String> = ["label", "icon", "image", "picture", "value"]
  private static let items = ["page": "photo", "row": "attachment"]

  private static func indefinite(_ noun: String) -> String {
    // Plurals such as "views" have no article.
    noun.hasSuffix("s") ? noun : "\("aeiou".contains(noun.prefix(1).lowercased()) ? "an" : "a") \(noun)"
  }

  private static func plural(_ noun: String) -> String { noun.hasSuffix("s") ? noun : "\(noun)s" }

  private static func capital(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  private static func counted(_ number: Int, _ word: String) -> String {
    "\(grouped(number)) \(word)\(number == 1 ? "" : "s")"
  }

  /// Groups digits in threes, as in the review.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.reduce(into: "") { text, place in
      if place > 0, (digits.count - place).isMultiple(of: 3) { text.append("\u{202F}") }
      text.append(digits[place])
    }
  }
}

extension String {
  /// `show-more` → "show more"
  fileprivate var words: String { replacing("-", with: " ") }
}

extension CauseFact.Value {
  /// "14 → 15 pt", "line height 1.47 → 1.6", "added: 3 pt"
  fileprivate var words: String {
    func text(_ value: String) -> String { Double(value).map(points) ?? value }
    let name =
      switch property {
      case nil, "fontSize": ""
      case "fontFamily": "font "
      case "fontWeight": "weight "
      case "letterSpacing": "letter spacing "
      case "lineHeight": "line height "
      case .some(let other): "\(other) "
      }
    let end = unit.map { " \($0)" } ?? ""
    return switch (old, new) {
    case (let old?, let new?): "\(name)\(text(old)) → \(text(new))\(end)"
    case (let old?, nil): "\(name)removed: \(text(old))\(end)"
    case (nil, let new?): "\(name)added: \(text(new))\(end)"
    case (nil, nil): name
    }
  }
}
