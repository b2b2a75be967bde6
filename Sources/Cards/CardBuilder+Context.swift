import FeedIngest

/// What stands around a post's own words: who put it here, what it answers, what it is hidden behind.
extension CardBuilder {
  /// The post that another one only passes on: it says nothing itself, and nothing of it is counted. A post that is counted
  /// is one of its own, and shows what it reposts inside, unless its service counts what it passes on.
  package static func boosted(by post: Post) -> Post? {
    guard case .post = post.kind, post.text.isEmpty, post.attachments.isEmpty,
      post.counters.isEmpty || post.flags.contains(.boost),
      post.contentWarning == nil, post.quote == nil, post.reposts.count == 1
    else { return nil }
    return post.reposts.first
  }

  /// In the service's own word for it.
  func boostLine(of post: Post, passingOn inner: Post) -> PostCard.Line {
    if post.flags.contains(.forward) {
      return PostCard.Line(icon: "repost", text: line(strings.post.forwarded, about: post.author))
    }
    let kinds = inner.counters.map(\.kind)
    let isBoost = kinds.contains(.boosts)
    return PostCard.Line(
      icon: isBoost ? "boost" : Self.icon(of: .reposts, besideReplies: kinds.contains(.replies)),
      text: line(isBoost ? strings.post.boosted : strings.post.reposted, about: post.author))
  }

  private func line(_ phrase: Phrase, about author: Author) -> RichText {
    let name = name(of: author)
    let (prefix, suffix) = phrase.around(.name)
    let start = prefix.utf8.count
    // The whole name leads to its page; its pictures stay where they are in it.
    var spans = name.spans.map { $0.moved(by: start) }
    if spans.isEmpty, let page = author.page.flatMap(LinkTarget.url) {
      spans = [RichText.Span(range: start..<start + name.string.utf8.count, role: .mention, target: page)]
    }
    return RichText(prefix + name.string + suffix, spans: spans)
  }

  /// Nil where the post answers nothing.
  func replyLine(of post: Post) -> PostCard.Line? {
    guard let reply = post.reply else { return nil }
    let name = CleanText.line(reply.name ?? "")
    let words = strings.post
    let text =
      if name.isEmpty {
        words.reply
      } else if name == CleanText.line(post.author.shownName) {
        words.thread
      } else {
        words.replyTo.filled([.name: name])
      }
    var spans: [RichText.Span] = []
    if let target = reply.url.flatMap(LinkTarget.url) {
      spans = [RichText.Span(range: 0..<text.utf8.count, role: .mention, target: target)]
    }
    return PostCard.Line(icon: "reply", text: RichText(text, spans: spans))
  }

  func warning(of post: Post) -> PostCard.Warning? {
    let text = CleanText.line(post.contentWarning ?? "")
    return text.isEmpty ? nil : PostCard.Warning(text: RichText(text), show: strings.post.show)
  }

  /// The word on pictures that are hidden; nil where a post has none, or hides none.
  func veil(of post: Post, media: Media) -> String? {
    guard post.flags.contains(.sensitive) else { return nil }
    return media.photo == nil && media.carousel == nil && media.video == nil ? nil : strings.post.show
  }
}

extension RichText.Span {
  func moved(by offset: Int) -> RichText.Span {
    RichText.Span(range: range.lowerBound + offset..<range.upperBound + offset, role: role, target: target)
  }
}
