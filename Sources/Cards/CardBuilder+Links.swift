import Drawing
import FeedIngest

/// Links that say more of themselves than a row has room for.
extension CardBuilder {
  func links(of post: Post) -> [PostCard.Link] {
    post.attachments.compactMap { attachment in
      if case .item(let item) = attachment { link(item) } else { nil }
    }
  }

  /// Nil for whatever is a row.
  func link(_ item: AttachmentItem) -> PostCard.Link? {
    guard case .link(let url) = item.content, !item.isCompact else { return nil }
    let host = LinkTarget.host(of: url)
    let caption = CleanText.line(item.caption ?? "")
    let text = caption.lowercased() == host ? "" : caption
    let preview = item.preview.flatMap { $0.sources.isEmpty ? nil : $0 }
    guard preview != nil || !text.isEmpty else { return nil }
    let title = CleanText.line(item.title)
    return PostCard.Link(
      title: RichText(title.isEmpty ? host ?? strings.attachments.link : title),
      text: text.isEmpty ? nil : RichText(text),
      host: host, image: preview.map { Self.image($0) }, ratio: preview.flatMap(rules.ratio(ofLinkPicture:)),
      target: LinkTarget.url(url))
  }
}
