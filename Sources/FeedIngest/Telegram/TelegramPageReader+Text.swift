import JSONTree

/// A message's words. Telegram's own are plain: nothing in them is markup.
extension TelegramPageReader {
  mutating func text(_ node: JSONNode) -> FacetedText {
    let entities = node.child("text_entities")?.listed() ?? []
    // Before 2022 there was the text alone: a string, or a list where something in it is more than words.
    let pieces =
      entities.isEmpty ? node.child("text").map { $0.value.array == nil ? [$0] : $0.listed() } ?? [] : entities
    var string = ""
    var ranges: [(Range<Int>, JSONNode)] = []
    for piece in pieces {
      guard let words = piece.value.text ?? piece.value["text"]?.text else {
        reading.report(.item(.notAnObject(piece.value.kindInWords)), at: piece)
        continue
      }
      let start = string.utf8.count
      string += words
      if piece.value.object != nil { ranges.append((start..<string.utf8.count, piece)) }
    }
    var facets = FacetCollector(string)
    for (range, piece) in ranges where !range.isEmpty {
      Self.add(piece, piece.value["text"]?.text ?? "", at: range, to: &facets)
    }
    let sorted = facets.sorted()
    if facets.rejected > 0 { reading.report(.facetsLeftOut(facets.rejected), at: node) }
    return FacetedText(string, facets: sorted)
  }

  private static func add(_ piece: JSONNode, _ words: String, at range: Range<Int>, to facets: inout FacetCollector) {
    switch piece.text("type") {
    case "link": facets.add(range, .link, url: words)
    case "text_link": facets.add(range, .link, url: piece.text("href"))
    case "email": facets.add(range, .link, url: "mailto:\(words)")
    case "mention":
      let name = words.hasPrefix("@") ? words.dropFirst() : words[...]
      facets.add(range, .mention, url: "https://t.me/\(LinkTarget.percentEncoded(name.utf8))")
    case "mention_name": facets.add(range, .mention, url: nil)
    case "hashtag", "cashtag": facets.add(range, .hashtag, url: nil)
    case "custom_emoji":
      // The words are an emoji that stands for it where the picture is not there, or moves.
      guard let path = piece.text("document_id"), let ending = FileAddress.fileExtension(path),
        ["webp", "png", "jpg", "jpeg"].contains(ending)
      else { return }
      facets.add(range, .emoji, url: path)
    default: return
    }
  }

  /// Of a name or a question, which may come with entities as well.
  static func words(_ node: JSONNode?) -> String {
    guard let node else { return "" }
    let pieces = node.value.array == nil ? [node] : node.listed()
    return CleanText.line(pieces.map { $0.value.text ?? $0.value["text"]?.text ?? "" }.joined())
  }
}
