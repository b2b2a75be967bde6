import CardTemplates
import Cards
import FeedReading

/// A card template, compiled with the project's tokens and icons, then rendered with a post that has all parts.
enum TemplateTarget {
  static func run(_ input: [UInt8]) throws {
    let design = FuzzDesign.shared
    let context = TemplateContext(tokens: design.tokens, icons: design.icons) {
      try? FuzzDesign.text("Templates/Cards/\($0)")
    }
    let file = TemplateFile(name: "card.yml", contents: String(decoding: input, as: UTF8.self))
    let (template, diagnostics) = CardTemplate.compile(TemplateSource.read(file), called: file.name, in: context)
    try Violation.unless(
      template != nil || diagnostics.contains { $0.severity == .error }, "a template is refused without a word")
    guard let template, template.model == "post" || template.model == TemplateContext.noModel else { return }
    for state in [CardState.expanded, .collapsed] { try design.draw(sample.value(in: state), with: template) }
  }

  /// The vocabulary of templates.
  static let vocabulary: [String] = [
    "stack", "vertical", "horizontal", "children", "root", "parts", "use", "with", "repeat", "child", "if", "unless",
    "text",
    "image", "icon", "shape", "spacer", "ratio", "wrapper", "center", "both", "inset", "background", "overlay",
    "corner",
    "absolute", "relative", "clip", "radius", "circle", "name", "maxLines", "style", "color", "link", "match", "fill",
    "width",
    "height", "minWidth", "maxWidth", "minHeight", "maxHeight", "grow", "shrink", "basis", "spacing", "alignItems",
    "justifyContent", "opacity", "shadow", "include", "card", "tokens", "post", "event", "author.name", "body.text",
    "rows", "reposts",
    "counters", "photo", "carousel", "pages", "{color.text}", "{space.card}", "{type.body}", "{nothing}", "0", "-1",
    "1e308", "NaN",
    ".inf", "100%", "-50%", "1e9%", "99999999999999999999", "true", "~", "[]", "{}", "[a, [b]]", "&a", "*a", "<<: *a",
    "!!binary",
    "\"", "'", "|", ">", "#", "- ", "? ", ": ", "parts/repost.yml", "card.yml", "literal",
  ]

  private static let sample: PostCard = {
    let feed = FuzzDesignSample.bytes
    let page = FeedReader.page(from: FeedDocument(name: "sample.json", bytes: feed))
    var join = FeedJoin()
    guard let post = join.append(page).posts.first, case .post(let card) = FuzzDesign.shared.builder.feedCard(for: post)
    else { preconditionFailure("the sample post can't be read") }
    return card
  }()
}

/// A post with a text, several photos, link cards, a repost and all counters.
enum FuzzDesignSample {
  static let bytes = Array(
    """
    {"items": [{"type": "post", "source_id": 1, "post_id": 2, "date": 1542560000,
      "text": "\(String(repeating: "A long text with a #tag and https://example.org. ", count: 20))",
      "likes": {"count": 1}, "comments": {"count": 2}, "reposts": {"count": 3}, "views": {"count": 4000},
      "attachments": [
        {"type": "photo", "photo": {"sizes": [{"type": "x", "url": "https://e.org/a.jpg", "width": 600, "height": 400}]}},
        {"type": "photo", "photo": {"sizes": [{"type": "x", "url": "https://e.org/b.jpg", "width": 300, "height": 400}]}},
        {"type": "link", "link": {"url": "https://e.org", "title": "Title", "caption": "e.org"}},
        {"type": "poll", "poll": {"question": "Which?", "votes": 3}}],
      "copy_history": [{"owner_id": 1, "id": 3, "from_id": 1, "date": 1542550000, "text": "Inner text"}]}],
     "profiles": [{"id": 1, "first_name": "Ann", "last_name": "Lee", "photo_100": "https://e.org/c.jpg"}], "groups": []}
    """.utf8)
}
