import Basics
import DataFormats

/// Reads the texts of a Slack message outside its `text`: Block Kit's blocks, and the attachments of apps and links.
struct SlackBlocks {
  let text: SlackText

  /// The message's own words: its `text` if that says as much as its blocks, else the blocks' words.
  func words(of message: JSONNode, text own: FacetedText) -> FacetedText {
    let blocks = words(of: message.list("blocks"))
    guard !blocks.string.isEmpty else { return own }
    let (inText, inBlocks) = (own.string.essence, blocks.string.essence)
    if inText.contains(inBlocks), inText != inBlocks { return own }
    if inBlocks.contains(inText) { return blocks }
    var both = own
    both.append(line: blocks)
    return both
  }

  /// The words of an attachment besides the title in its row.
  func passage(of attachment: JSONNode) -> FacetedText {
    var passage = FacetedText("")
    func add(_ key: String, _ kind: Facet.Kind? = nil) {
      guard let words = attachment.text(key) else { return }
      passage.append(line: text.drawn(words).marked(kind))
    }
    add("pretext")
    let author = [attachment.text("author_name"), attachment.text("author_subname")].compactMap { $0 }
    if !author.isEmpty { passage.append(line: text.drawn(author.joined(separator: ", ")).marked(.bold)) }
    add("text")
    for field in attachment.list("fields") { passage.append(line: self.field(field)) }
    passage.append(line: words(of: attachment.list("blocks")))
    for block in attachment.list("message_blocks") {
      let inner = words(of: block.object("message")?.list("blocks") ?? [])
      if !passage.string.essence.contains(inner.string.essence) { passage.append(line: inner) }
    }
    for action in attachment.list("actions") { passage.append(line: button(action)) }
    add("footer")
    return passage
  }

  /// A field of an attachment: its title, and its value below.
  private func field(_ field: JSONNode) -> FacetedText {
    var words = text.drawn(field.text("title") ?? "").marked(.bold)
    words.append(line: text.drawn(field.text("value") ?? ""))
    return words
  }

  private func button(_ node: JSONNode) -> FacetedText {
    let words = node.text("text") ?? node.object("text")?.text("text") ?? node.text("name") ?? ""
    guard !words.isEmpty else { return FacetedText("") }
    var button = FacetedText("[\(words)]")
    if let url = node.text("url").flatMap(WebAddress.init(written:)) {
      button.facets = [Facet(range: 0..<button.string.utf8.count, kind: .link, url: url)]
    }
    return button
  }

  // MARK: Blocks

  /// The maximum depth of blocks within blocks.
  private static let depthLimit = 16

  func words(of blocks: [JSONNode]) -> FacetedText {
    var all = FacetedText("")
    for block in blocks { all.append(line: words(of: block, depth: 0)) }
    return all
  }

  private func words(of block: JSONNode, depth: Int) -> FacetedText {
    guard depth < Self.depthLimit else { return FacetedText("") }
    var words = FacetedText("")
    switch block.text("type") {
    case "rich_text":
      for element in block.list("elements") { words.append(line: self.words(of: element, depth: depth + 1)) }
    case "rich_text_section": words = section(block)
    case "rich_text_preformatted": words = section(block).marked(.code)
    case "rich_text_quote": words = section(block).marked(.quote)
    case "rich_text_list": words = list(block, depth)
    case "header": words = composed(block.child("text")).marked(.bold)
    case "table":
      for row in block.list("rows") {
        var line = FacetedText("")
        for (number, cell) in row.listed().enumerated() {
          if number > 0 { line.append(FacetedText(" | ")) }
          line.append(composed(cell, depth: depth + 1))
        }
        words.append(line: line)
      }
    case "actions":
      for element in block.list("elements") { words.append(line: button(element)) }
    case "button": words = button(block)
    case "divider": break
    default:
      // Sections, contexts, images, inputs, and blocks that this version does not know.
      for key in ["label", "title", "author_name", "text", "description", "alt_text", "hint"] {
        let part = composed(block.child(key), depth: depth + 1)
        if !words.string.contains(part.string) { words.append(line: part) }
      }
      for key in ["fields", "elements", "blocks", "options"] {
        for element in block.list(key) { words.append(line: composed(element, depth: depth + 1)) }
      }
      for key in ["accessory", "element"] { words.append(line: composed(block.object(key), depth: depth + 1)) }
    }
    return words
  }

  /// A text of Block Kit: a string, or `{"type": "mrkdwn", "text": …}`.
  private func composed(_ node: JSONNode?, depth: Int = 0) -> FacetedText {
    guard let node else { return FacetedText("") }
    if let string = node.value.text { return text.drawn(string) }
    switch node.text("type") {
    case "plain_text", "raw_text", "raw_number": return FacetedText(node.words("text"))
    case "mrkdwn", "markdown": return text.drawn(node.words("text"))
    default: return node.value.object == nil ? FacetedText("") : words(of: node, depth: depth + 1)
    }
  }

  private func list(_ block: JSONNode, _ depth: Int) -> FacetedText {
    let isOrdered = block.text("style") == "ordered"
    let first = (block.int("offset") ?? 0).addingReportingOverflow(1).partialValue
    let indent = String(repeating: "    ", count: min(8, max(0, block.int("indent") ?? 0)))
    var words = FacetedText("")
    for (number, element) in block.list("elements").enumerated() {
      let mark = isOrdered ? "\(indent)\(first.addingReportingOverflow(number).partialValue). " : "\(indent)• "
      var line = FacetedText(mark, facets: [Facet(range: 0..<mark.utf8.count, kind: .mark)])
      line.append(self.words(of: element, depth: depth + 1))
      words.append(line: line)
    }
    return words
  }

  /// The elements of a paragraph.
  private func section(_ block: JSONNode) -> FacetedText {
    var words = FacetedText("")
    for element in block.list("elements") { words.append(styled(element)) }
    return words
  }

  private func styled(_ element: JSONNode) -> FacetedText {
    var words = inline(element)
    let style = element.object("style")
    for (key, kind) in [("bold", Facet.Kind.bold), ("italic", .italic), ("strike", .struck), ("code", .code)]
    where style?.isTrue(key) == true {
      words = words.marked(kind)
    }
    return words
  }

  private func inline(_ element: JSONNode) -> FacetedText {
    func named(_ words: String, _ kind: Facet.Kind) -> FacetedText { FacetedText(words).marked(kind) }
    switch element.text("type") {
    case "text": return FacetedText(element.words("text"))
    case "link":
      let address = element.text("url") ?? ""
      let words = element.text("text") ?? address
      let url = WebAddress(written: address)
      return FacetedText(
        words, facets: url == nil || words.isEmpty ? [] : [Facet(range: 0..<words.utf8.count, kind: .link, url: url)])
    case "user": return named("@" + (element.text("user_id").map { text.users[$0] ?? $0 } ?? "?"), .mention)
    case "usergroup": return named("@" + (element.text("usergroup_id") ?? "?"), .mention)
    case "channel": return named("#" + (element.text("channel_id").map { text.channels[$0] ?? $0 } ?? "?"), .hashtag)
    case "broadcast": return named("@" + (element.text("range") ?? "channel"), .mention)
    case "emoji":
      let name = element.text("name") ?? "?"
      return FacetedText(SlackEmoji.symbol(name, codes: element.text("unicode")) ?? ":\(name):")
    case "date": return FacetedText(element.text("fallback") ?? "")
    default: return FacetedText(element.text("text", "value", "fallback", "title", "name") ?? "")
    }
  }
}

extension String {
  /// The letters and digits alone: two texts with the same essence say the same.
  fileprivate var essence: String { String(unicodeScalars.filter { $0.properties.isAlphabetic || $0.isDigit }) }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { properties.numericType != nil }
}
