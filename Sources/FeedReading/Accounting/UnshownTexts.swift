import DataFormats

/// The texts of a source's entry that its card does not show.
///
/// Readers take the members that they know. This is the check behind them: it walks through every string of the entry and
/// looks for its words in the card, so that a member which is new, renamed or in an unexpected place is counted.
struct UnshownTexts {
  struct Text {
    let node: JSONNode
    let text: String
    /// The name of the innermost member that contains it.
    let name: String
    /// Whether it belongs to another post, which the entry answers.
    let isAnswered: Bool
  }

  /// In the order of the document.
  private(set) var texts: [Text] = []

  /// - Parameter plain: Converts the service's own markup and encoding to the words that are shown.
  init(
    in node: JSONNode, shownBy shown: inout ShownTexts, by search: inout JSONStringSearch,
    plain: (String) -> String = { $0 }
  ) {
    search.search(node) { found in
      let name = found.member.key ?? ""
      guard Self.isProse(found.text, found.shape, named: name), !shown.contain(found.text, plain: plain) else { return }
      texts.append(Text(node: found.node, text: found.text, name: name, isAnswered: found.isApart))
    }
  }

  /// Whether people would read the string: several words, words beyond ASCII, or a single word that is no name of a
  /// program's.
  static func isProse(_ text: String, _ shape: StringShape, named name: String = "") -> Bool {
    guard shape.hasWords else { return false }
    guard shape.hasBlank else {
      if shape.isBeyondASCII { return !shape.hasSlash }
      return shape.isWord && text.utf8.count < longestWord && !MemberNames.constants.contains(name)
    }
    return text.utf8.count > longestDate || !shape.hasDigit || DateParser.seconds(text.trimmed) == nil
  }

  /// In bytes: longer strings without a blank are keys of programs.
  private static let longestWord = 40
  /// In bytes.
  private static let longestDate = 40
}

/// The names of members without words for people.
enum MemberNames {
  /// Whether a member of any service with this name holds an id, a type, an address, a time or a number.
  static func isTechnical(_ name: String) -> Bool {
    technical.contains(name) || endings.contains(where: name.hasSuffix)
  }

  private static let technical: Set = [
    "id", "ID", "Id", "type", "Type", "url", "URL", "uri", "href", "hash", "key", "icon", "avatar", "color", "Color",
    "cid", "lang", "langs", "language", "languages", "mediaType", "msgtype", "@context", "$type", "date", "dates",
    "date_published", "date_modified", "published", "updated",
  ]

  private static let endings = [
    "_id", "_ids", "_type", "_url", "_uri", "_hash", "_key", "_token", "_secret", "_time", "_date", "_color", "_at",
    "_ts", "_state", ".id", "Id", "Ids", "Type", "Url", "Urls", "Uri", "Hash", "Key", "Token", "Time", "Date",
    "Timestamp", "Color", "At",
  ]

  /// Members whose single words are constants of a program.
  static let constants: Set = [
    "kind", "state", "status", "visibility", "format", "privacy", "role", "scope", "permissions", "extension",
    "template", "target", "mode", "level", "layout", "style", "size", "rel", "action", "platform",
  ]

  /// Members of a feed's items that hold people and programs, or a text in another form.
  static let aside: Set = [
    "account", "accounts", "user", "users", "author", "authors", "actor", "attributedTo", "creator", "application",
    "generator", "mentions", "viewer", "profiles", "groups", "client", "via", "source", "owner", "provider_name",
    "author_name",
    // other forms of the same text
    "contentMap", "summaryMap", "nameMap", "text_entities", "content_map", "html", "raw", "phrase",
    // facts for programs
    "entities", "extended_entities", "context_annotations", "labels", "emojis", "facets", "tags", "tag", "signature",
    "proof", "debug",
  ]

  /// The post that an item answers.
  static let answered: Set = ["reply", "in_reply_to", "inReplyTo", "replied_to", "parent"]
}

// MARK: Pages

extension PageElement {
  /// The texts of the element that are not shown, with the classes of the elements that contain them.
  func unshownTexts(
    by shown: inout ShownTexts, besides isApart: (PageElement) -> Bool
  ) -> [(name: String, text: String)] {
    texts(besides: isApart).filter { _, text in
      UnshownTexts.isProse(text, StringShape(text.utf8)) && !shown.contain(text)
    }
  }

  /// The texts of the element and of all inner ones with classes, each with the class of its element.
  private func texts(besides isApart: (PageElement) -> Bool) -> [(name: String, text: String)] {
    guard !isApart(self) else { return [] }
    var found: [(name: String, text: String)] = []
    var own = ""
    collect(into: &own, inner: &found, isApart)
    let name = attributes["class"]?.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? self.name
    return [(name, own)] + found
  }

  private func collect(
    into own: inout String, inner found: inout [(name: String, text: String)], _ isApart: (PageElement) -> Bool
  ) {
    for piece in pieces {
      switch piece {
      case .text(let words): own += words
      case .element(let inner):
        if inner.name == "br" { own += "\n" }
        if inner.name == "script" || inner.name == "style" || isApart(inner) { continue }
        if inner.attributes["class"] == nil {
          inner.collect(into: &own, inner: &found, isApart)
        } else {
          own += " "
          found += inner.texts(besides: isApart)
        }
      }
    }
  }
}
