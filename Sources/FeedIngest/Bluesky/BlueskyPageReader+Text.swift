import JSONTree

/// A post's words, and the labels that hide them.
extension BlueskyPageReader {
  mutating func readText(_ record: JSONNode, into post: inout Post) {
    guard let text = record.value["text"]?.text else { return }
    // Plain, without any escapes; facets count its bytes, so that it stays as it is.
    post.text = text
    var facets = FacetCollector(text)
    for facet in record.list("facets") { Self.add(facet, to: &facets) }
    if record.child("facets") == nil { Self.addEntities(record.list("entities"), of: text, to: &facets) }
    post.facets = facets.sorted()
    if facets.rejected > 0 { reading.report(.facetsLeftOut(facets.rejected), at: record) }
  }

  /// `{"index": {"byteStart": 0, "byteEnd": 4}, "features": [{"$type": "app.bsky.richtext.facet#link", "uri": …}]}`.
  /// Features that say how a word looks (bold, italic) are other clients' own.
  private static func add(_ facet: JSONNode, to facets: inout FacetCollector) {
    let (start, end) = (facet.object("index")?.int("byteStart"), facet.object("index")?.int("byteEnd"))
    var range: Range<Int>?
    if let start, let end, start <= end { range = start..<end }
    for feature in facet.list("features") {
      switch feature.text("$type").flatMap({ $0.split(separator: "#").last }) {
      case "link": if let uri = feature.text("uri") { return facets.add(range, .link, url: uri) }
      case "mention":
        if let did = feature.text("did") { return facets.add(range, .mention, url: ATAddress.profile(did)) }
      case "tag":
        if let tag = feature.text("tag") { return facets.add(range, .hashtag, url: Self.tagPage(tag)) }
      default: continue
      }
    }
  }

  private static func tagPage(_ tag: String) -> String {
    "https://bsky.app/hashtag/\(LinkTarget.percentEncoded(tag.utf8))"
  }

  /// Before facets (2023): `{"index": {"start": 0, "end": 4}, "type": "link", "value": …}`, in UTF-16.
  private static func addEntities(_ entities: [JSONNode], of text: String, to facets: inout FacetCollector) {
    guard !entities.isEmpty else { return }
    let offsets = TextOffsets(text, in: .utf16)
    for entity in entities {
      let range = offsets.range(entity.object("index")?.int("start"), entity.object("index")?.int("end"))
      guard let value = entity.text("value") else { continue }
      switch entity.text("type") {
      case "link": facets.add(range, .link, url: value)
      case "mention": facets.add(range, .mention, url: ATAddress.profile(value))
      case "hashtag": facets.add(range, .hashtag, url: tagPage(value))
      default: continue
      }
    }
  }

  // MARK: Labels

  /// What adults may see; the service hides pictures alone.
  private static let adult: Set = ["porn", "sexual", "nudity", "graphic-media", "gore", "nsfl", "corpse", "nude"]

  /// Labels of moderators beside the post, and the author's own inside of it. One that begins with `!` is the service's
  /// word for how to treat a post, not what is in it.
  func readLabels(_ view: JSONNode, _ record: JSONNode, into post: inout Post) {
    let own = record.object("labels")?.list("values") ?? []
    let labels = (view.list("labels") + own).filter { !$0.isTrue("neg") }.compactMap { $0.text("val") }
    for label in labels {
      switch label {
      case "!hide": post.contentWarning = "Hidden by moderators"
      case "!warn": post.contentWarning = post.contentWarning ?? "Content warning"
      case _ where Self.adult.contains(label): post.flags.insert(.sensitive)
      case _ where label.hasPrefix("!"): continue
      default: post.contentWarning = post.contentWarning ?? Self.words(of: label)
      }
    }
  }

  /// `self-harm` as `Self harm`.
  private static func words(of label: String) -> String? {
    let words = CleanText.line(label.replacing("-", with: " "))
    return words.first.map { $0.uppercased() + words.dropFirst() }
  }
}
