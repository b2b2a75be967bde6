import DataFormats

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
    var shown = ShownTexts(of: entry)
    let names = unshown(in: node, shownBy: &shown, knowing: known, apart: apart, silent: silent, decode: decode)
    for name in names { omit("field “\(name)”", "fields “\(name)”") }
  }

  /// Counts the texts about a chat as a whole that nothing shows: topics, descriptions, pinned messages.
  ///
  /// - Parameters:
  ///   - name: The chat's name, which is shown.
  ///   - apart: Members that are accounted for elsewhere, such as messages and people.
  mutating func account(
    forChat node: JSONNode, named name: String?, apart: Set<String>, decode: (String) -> String = { $0 }
  ) {
    var shown = ShownTexts([name])
    let names = unshown(in: node, shownBy: &shown, knowing: [], apart: apart, silent: [], decode: decode, isPath: true)
    for name in names { omit("chat's “\(name)”", "chats' “\(name)”") }
  }

  /// The names of the members whose texts are not shown: a known member's with the name of the inner one.
  ///
  /// - Parameter isPath: Whether all names have the inner one.
  private mutating func unshown(
    in node: JSONNode, shownBy shown: inout ShownTexts, knowing known: Set<String>, apart: Set<String>,
    silent: Set<String>, decode: (String) -> String, isPath: Bool = false
  ) -> [String] {
    var search = search(without: silent)
    var names: [String] = []
    for member in node.members where search.role(of: member) == .searched {
      guard let key = member.key, !apart.contains(key) else { continue }
      let isKnown = known.contains(key)
      if isKnown, member.value.array == nil, member.value.object == nil { continue }
      for text in UnshownTexts(in: member, shownBy: &shown, by: &search, plain: decode).texts {
        let isNested = (isKnown || isPath) && text.name != key
        names.append(isNested ? "\(key.prefix(60)).\(text.name.prefix(60))" : String(key.prefix(60)))
      }
    }
    keep(search, without: silent)
    return names.uniqued()
  }

  /// Counts the texts of a message's element in a page that its card does not show, by the classes of their elements.
  ///
  /// - Parameter isApart: Whether an element is accounted for elsewhere, or contains nothing for a reader.
  mutating func account(
    for element: PageElement, in entry: ChatEntry, besides isApart: (PageElement) -> Bool
  ) {
    var shown = ShownTexts(of: entry)
    for name in element.unshownTexts(by: &shown, besides: isApart).map(\.name).uniqued() {
      omit("text in “\(name)”", "texts in “\(name)”")
    }
  }
}

extension JSONStringSearch {
  /// Searches the messages of a chat.
  ///
  /// - Parameter silent: The names of members, at any depth, that contain nothing for a reader.
  init(messages silent: Set<String>) {
    // The names of emoji are drawn as emoji.
    self.init(skippingTypes: ["emoji"]) {
      MemberNames.isTechnical($0) || silent.contains($0) ? .skipped : .searched
    }
  }
}
