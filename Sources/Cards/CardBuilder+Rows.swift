import Drawing
import FeedIngest

/// Everything that is neither text nor photo, a compact row each.
extension CardBuilder {
  /// - Parameter media: What is shown of the attachments above the rows.
  func rows(of post: Post, beside media: Media) -> [PostCard.Row] {
    var rows = post.attachments.enumerated().compactMap { index, attachment -> PostCard.Row? in
      guard case .item(let item) = attachment, index != media.video?.attachment else { return nil }
      if case .poll(let poll) = item.content, !poll.answers.isEmpty { return nil }
      if link(item) != nil { return nil }
      return row(of: item)
    }
    if let place = post.place { rows.append(row(of: place)) }
    if let signer = post.signer { rows.append(row(ofSigner: signer)) }
    if let paywall = post.paywall {
      let title = CleanText.line(paywall)
      rows.append(
        Self.row("paywall", .lock, title: title.isEmpty ? strings.post.paywall : title, target: post.permalink))
    }
    return rows
  }

  /// An attachment's word is its title where the feed gives none, and begins the second line where it does.
  private func row(of item: AttachmentItem) -> PostCard.Row {
    let wording = wording(of: item)
    let title = CleanText.line(item.title)
    let address = if case .link(let url) = item.content { url } else { item.url }
    return Self.row(
      item.type, wording.icon, title: title.isEmpty ? wording.title : title,
      subtitle: Self.joined(title.isEmpty ? wording.details : wording.lead + wording.details),
      preview: item.preview.map { Self.image($0) }, target: address)
  }

  private struct Wording {
    var icon: RowIcon
    /// Shown where the feed gives no title.
    var title: String
    /// Shown before the details where the title does not say it.
    var lead: [String?]
    var details: [String?]

    init(_ icon: RowIcon, _ word: String, _ details: String?..., saysWord: Bool = true) {
      self.icon = icon
      title = word
      lead = saysWord ? [word] : []
      self.details = details
    }
  }

  private func wording(of item: AttachmentItem) -> Wording {
    let words = strings.attachments
    let caption = CleanText.line(item.caption ?? "")
    switch item.content {
    case .video(let duration, let isLive):
      return Wording(.video, words.video, isLive ? words.live : duration.flatMap(durationText), caption)
    case .animation(let duration): return Wording(.video, words.animation, duration.flatMap(durationText), caption)
    case .link(let url):
      return linkWording(url: url, caption: caption, isNamed: !CleanText.line(item.title).isEmpty)
    case .document(let size, let fileExtension):
      let name = CleanText.line(fileExtension ?? "").uppercased()
      return Wording(.document, name.isEmpty ? words.document : name, size.flatMap(strings.fileSize), caption)
    case .poll(let poll):
      return Wording(
        .poll, poll.isAnonymous ? words.anonymousPoll : words.poll,
        poll.votes.map { strings.counted(max(0, $0), words.votes) }, caption)
    case .audio(let artist, let duration):
      let name = CleanText.line(artist ?? "")
      return Wording(
        .audio, words.audio, name.isEmpty ? caption : name, duration.flatMap(durationText), saysWord: false)
    case .podcast(let duration):
      return Wording(.podcast, words.podcast, duration.flatMap(durationText), caption)
    case .album(let count):
      return Wording(.album, words.album, count.map { strings.counted(max(0, $0), words.photos) }, caption)
    case .market(let price): return Wording(.market, words.market, price.map(CleanText.line), caption)
    case .article: return Wording(.article, words.article, caption)
    case .sticker: return Wording(.sticker, words.sticker, caption)
    case .graffiti: return Wording(.graffiti, words.graffiti, caption)
    case .note: return Wording(.note, words.note, caption)
    case .page: return Wording(.page, words.page, caption)
    case .unknown: return Wording(.unknown, words.unknown, CleanText.line(item.type), caption)
    }
  }

  /// A link's second line is what the feed says of it, else where it leads: its host, and of a link without a title the
  /// path as well. Its word stands there only where there is neither.
  private func linkWording(url: String, caption: String, isNamed: Bool) -> Wording {
    let word = strings.attachments.link
    let host = LinkTarget.host(of: url) ?? ""
    let place = isNamed || host.isEmpty ? host : host + Self.path(of: url)
    let detail = caption.isEmpty ? CleanText.line(place) : caption
    return Wording(.link, word, detail, saysWord: detail.isEmpty)
  }

  /// "/notes/12"; empty of a host's own page.
  private static func path(of url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return "" }
    let path = url[scheme.upperBound...].drop { $0 != "/" && $0 != "?" && $0 != "#" }.prefix { $0 != "?" && $0 != "#" }
    return path == "/" ? "" : String(path)
  }

  private func row(of place: GeoPlace) -> PostCard.Row {
    let title = CleanText.line(place.title ?? "")
    let coordinates = Self.coordinates(of: place)
    guard title.isEmpty else { return Self.row("geo", .geo, title: title, subtitle: coordinates ?? "") }
    return Self.row(
      "geo", .geo, title: coordinates ?? strings.post.place, subtitle: coordinates == nil ? "" : strings.post.place)
  }

  /// "55.75583, 37.6173": five decimals are a metre.
  private static func coordinates(of place: GeoPlace) -> String? {
    guard let latitude = place.latitude, let longitude = place.longitude, abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    return "\(decimal(latitude)), \(decimal(longitude))"
  }

  private static func decimal(_ degrees: Double) -> String {
    let scaled = Int((degrees * 100_000).rounded())
    var fraction = String(100_000 + scaled.magnitude % 100_000).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    let whole = "\(scaled < 0 ? "−" : "")\(scaled.magnitude / 100_000)"
    return fraction.isEmpty ? whole : "\(whole).\(fraction)"
  }

  private func row(ofSigner signer: Author) -> PostCard.Row {
    Self.row(
      "signer", .signer, title: CleanText.line(signer.shownName), subtitle: strings.post.signer, target: signer.page)
  }

  static func row(
    _ type: String, _ icon: RowIcon, title: String, subtitle: String = "", preview: ImageReference? = nil,
    target: String? = nil
  ) -> PostCard.Row {
    PostCard.Row(
      type: type, icon: icon.rawValue, title: RichText(title), subtitle: subtitle.isEmpty ? nil : RichText(subtitle),
      preview: preview, target: target.flatMap(LinkTarget.url))
  }
}
