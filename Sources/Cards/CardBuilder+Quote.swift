import Drawing
import FeedIngest

extension CardBuilder {
  func quotes(of post: Post) -> [PostCard.Quote] {
    switch post.quote {
    case nil: []
    case .post(let quoted): [quote(quoted)]
    case .unavailable(let absence, let url):
      [PostCard.Quote(absence: strings.quotes[absence], target: url.flatMap(LinkTarget.url))]
    }
  }

  /// What is hidden in a quote stays hidden: it has no room to be opened in.
  private func quote(_ post: Post) -> PostCard.Quote {
    var quote = PostCard.Quote(header: header(of: post), target: post.permalink.flatMap(LinkTarget.url))
    // Beside a name in a narrow frame there is room for when it was.
    quote.header?.date = strings.date(post.date, by: clock)
    if let warning = warning(of: post) {
      quote.text = warning.text
      return quote
    }
    quote.text = text(of: post)
    let media = media(of: post)
    let photo = media.photo?.image ?? media.carousel?.pages.first ?? media.video?.model.poster
    quote.photo = post.flags.contains(.sensitive) ? photo?.blurred : photo
    if photo == nil { quote.note = note(on: post) }
    return quote
  }

  /// What a post carries that a quote has no room for, in a word.
  private func note(on post: Post) -> String? {
    if let poll = polls(of: post).first { return poll.question?.string ?? poll.note }
    let links = links(of: post)
    return links.first?.title.string ?? rows(of: post, beside: media(of: post)).first?.title.string
  }
}
