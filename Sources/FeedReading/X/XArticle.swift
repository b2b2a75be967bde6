import Basics
import DataFormats
import Diagnostics

/// An article of X: in an archive's `article.js`, and in the posts that announce it.
enum XArticle {
  /// Whether the object in an archive is an article.
  static func isArticle(_ node: JSONNode) -> Bool { node.text("title") != nil && node.text("id", "rest_id") != nil }

  /// The article's text; nil if the document has none.
  static func text(of node: JSONNode) -> String? {
    if let text = node.text("contentPlain", "plainText", "plain_text", "content", "text", "body") { return text }
    // Draft.js: `{"blocks": [{"text": …}]}`.
    let blocks = (node.object("contentState", "content_state") ?? node.object("content"))?.list("blocks") ?? []
    let lines = blocks.compactMap { $0.text("text") }
    return lines.isEmpty ? node.text("previewText", "preview_text") : lines.joined(separator: "\n\n")
  }

  /// The row of a post that announces an article; nil if it announces none.
  ///
  /// - Parameters:
  ///   - links: The addresses in the post's text.
  ///   - media: The cover, by the key that the article names.
  static func row(_ post: JSONNode, links: [WebAddress], media: (String) -> JSONNode?) -> AttachmentItem? {
    guard let outer = post.object("article") else { return nil }
    let node = outer.object("article_results")?.object("result") ?? outer
    guard let title = node.text("title") else { return nil }
    let url = links.first { $0.text.contains("/article/") } ?? node.text("rest_id", "id").flatMap(page)
    let named = node.text("cover_media").flatMap(media)
    let cover =
      named?.text("url", "preview_image_url")
      ?? node.object("cover_media")?.object("media_info")?.text("original_img_url")
    return AttachmentItem(
      type: "article", content: .article, title: DecodedText.line(title),
      caption: node.text("preview_text", "description").map(DecodedText.line), url: url,
      preview: cover.map { Photo(sources: [.init(url: $0)]) })
  }

  static func page(_ id: String) -> WebAddress? {
    id.utf8.allSatisfy(\.isASCIIWord) ? WebAddress("https://x.com/i/article/\(id)") : nil
  }
}

extension XPageReader {
  /// Adds what an archive has besides posts: articles are shown; deleted posts and chats with Grok are counted.
  ///
  /// - Returns: Whether the script holds any of these.
  mutating func addOther(_ items: [JSONNode], of script: String?) -> Bool {
    guard let first = items.first else { return false }
    if script == "deleted_tweets" || script == "deleted_tweet" {
      reading.leaveOut(ContentName("deleted post", "deleted posts", of: "X"), items.count, at: first)
    } else if first.object("grokChatItem") != nil {
      reading.leaveOut(ContentName("message to Grok", "messages with Grok", of: "X"), items.count, at: first)
    } else if first.object("article") != nil, first.child("tweet") == nil, first.child("full_text") == nil {
      for item in items {
        if let article = item.object("article") { add(article, at: item) }
      }
    } else {
      return false
    }
    return true
  }

  private mutating func add(_ article: JSONNode, at item: JSONNode) {
    let id = article.text("id", "rest_id")
    var post = Post(id: "", author: archiveOwner(at: item))
    post.date = reading.date(article, "createdAt", "created_at", "publishedAt", "firstPublishedAt")
    post.permalink = id.flatMap(XArticle.page)
    post.title = article.text("title").map(DecodedText.line)
    let text = FacetedText(scanning: DecodedText.decode(XArticle.text(of: article) ?? "").trimmed)
    let titled = text.titled(post.title)
    (post.text, post.facets) = (titled.string, titled.facets)
    if article.text("status", "lifecycleState", "publishState")?.lowercased() == "draft" {
      post.flags.insert(.unpublished)
    }
    let cover = article.text("coverPhotoUrl", "coverMediaUrl", "cover_url")
    if let cover { post.attachments = [.photo(Photo(sources: [.init(url: cover)]))] }
    reading.add(post, ownID: id.map { "article-\($0)" }, at: item)
  }
}
