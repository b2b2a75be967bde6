import Basics
import Drawing
import FeedReading

extension CardBuilder {
  // MARK: Photos and videos

  /// A single photo spans the card; several photos become carousel pages.
  func pictures(_ photos: [Photo]) -> (photo: PostCard.PhotoModel?, carousel: PostCard.Carousel?) {
    guard photos.count > 1 else { return (photos.first.map { model(of: $0) }, nil) }
    let small = photos.enumerated().compactMap { index, photo in
      rules.widthLimit(ofPixels: photo.pixelWidth).map { _ in (index, model(of: photo)) }
    }
    let carousel = PostCard.Carousel(
      pages: photos.map { Self.image($0) }, ratio: rules.ratio(ofAspects: photos.map(\.aspect)),
      small: small.isEmpty ? nil : Dictionary(uniqueKeysWithValues: small))
    return (nil, carousel)
  }

  func model(of photo: Photo) -> PostCard.PhotoModel {
    PostCard.PhotoModel(
      image: Self.image(photo), ratio: rules.ratio(ofAspect: photo.aspect),
      maxWidth: rules.widthLimit(ofPixels: photo.pixelWidth))
  }

  /// Returns nil if the attachment is not a video or has no preview image for a poster.
  func video(_ item: AttachmentItem) -> PostCard.Video? {
    guard let badge = badge(of: item.content), let preview = item.preview, !preview.sources.isEmpty,
      rules.widthLimit(ofPixels: preview.pixelWidth) == nil
    else { return nil }
    let (title, subtitle) = (CleanText.line(item.title), CleanText.line(item.caption ?? ""))
    let description = CleanText.line(item.file?.description ?? "")
    return PostCard.Video(
      poster: Self.image(preview, description: description.isEmpty ? word(for: .video) : description),
      ratio: rules.ratio(ofAspect: preview.aspect ?? PostCardRules.videoAspect),
      badge: badge.isEmpty ? nil : badge, title: title.isEmpty ? nil : RichText(title),
      subtitle: subtitle.isEmpty ? nil : RichText(subtitle), target: item.url.map(LinkTarget.init))
  }

  /// Returns the label in a poster's corner, empty if the duration is unknown; nil for content without a poster.
  private func badge(of content: AttachmentItem.Content) -> String? {
    switch content {
    case .video(_, isLive: true): strings.attachments.live
    case .video(let duration, isLive: false), .videoNote(let duration): duration.flatMap(durationText) ?? ""
    case .animation: strings.attachments.gif
    default: nil
    }
  }

  // MARK: Links

  /// Returns a link card, or nil if the attachment is shown as a row.
  func link(_ item: AttachmentItem) -> PostCard.Link? {
    guard case .link(let url) = item.content, !item.isCompact else { return nil }
    let host = url?.host
    let caption = CleanText.line(item.caption ?? "")
    let text = caption.lowercased() == host ? "" : caption
    let preview = item.preview.flatMap { $0.sources.isEmpty ? nil : $0 }
    guard preview != nil || !text.isEmpty else { return nil }
    let title = CleanText.line(item.title)
    let isThere = preview?.sources.contains { hasPreview($0.url) } ?? false
    return PostCard.Link(
      title: RichText(title.isEmpty ? host ?? word(for: .link) : title),
      text: text.isEmpty ? nil : RichText(text),
      host: host, image: preview.map { Self.image($0) },
      ratio: isThere ? preview.flatMap(rules.ratio(ofLinkPicture:)) : nil,
      target: url.map(LinkTarget.init))
  }

  // MARK: Polls

  /// Returns nil if the attachment is not a poll. A poll without answers becomes a row.
  func poll(_ item: AttachmentItem) -> PostCard.Poll? {
    guard case .poll(let content) = item.content, !content.answers.isEmpty else { return nil }
    return poll(content, question: item.title)
  }

  private func poll(_ poll: AttachmentItem.Poll, question: String) -> PostCard.Poll {
    let words = strings.attachments
    let question = CleanText.line(question)
    let isClosed = poll.isClosed || poll.closesAt.map { $0 <= clock.now } ?? false
    let voters = poll.allowsSeveral ? poll.voters : nil
    // If a voter has several votes, the number of votes says little.
    let total =
      voters.map { strings.counted(max(0, $0), words.voters) }
      ?? poll.votes.map { strings.counted(max(0, $0), words.votes) }
    let note = joined([
      poll.isAnonymous ? words.anonymousPoll : word(for: .poll), poll.allowsSeveral ? words.severalAnswers : nil,
      total, isClosed ? words.closedPoll : nil,
    ])
    // A line that is too long breaks before this part, not within it.
    let closing = (isClosed ? nil : poll.closesAt).map {
      words.openPoll.filled([.time: strings.date($0, by: clock)]).replacing(" ", with: "\u{A0}")
    }
    func standing(_ closed: String) -> String? {
      let standing = joined([total, isClosed ? closed : closing])
      return standing.isEmpty ? nil : standing
    }
    let most = poll.answers.compactMap(\.votes).max() ?? 0
    let shares = poll.answers.map { Self.share(of: $0, in: poll) }
    let percents = Self.percents(shares, mayOverlap: poll.allowsSeveral)
    return PostCard.Poll(
      question: question.isEmpty ? nil : RichText(question), note: note,
      closing: closing, standing: standing(words.closedPoll), result: standing(words.finalResults),
      options: poll.answers.indices.map { index in
        option(poll.answers[index], share: shares[index], percent: percents[index], most: most, isClosed: isClosed)
      })
  }

  private func option(
    _ answer: AttachmentItem.Poll.Answer, share: Double?, percent: Int?, most: Int, isClosed: Bool
  ) -> PostCard.Poll.Option {
    let title = line(answer.text, emoji: answer.emoji)
    let percent = percent.map(strings.percent)
    let said = [
      percent, answer.votes.map { strings.counted(max(0, $0), strings.attachments.votes) },
      answer.isChosen ? strings.accessibility.chosenAnswer : nil,
    ].compactMap { $0 }.joined(separator: ", ")
    let isLeader = most > 0 && answer.votes == most
    return PostCard.Poll.Option(
      title: title, share: share, percent: percent, votes: answer.votes.map(strings.counter),
      isLeader: isLeader, isChosen: answer.isChosen, isWinner: isLeader && isClosed,
      spoken: [title.string, said].filter { !$0.isEmpty }.joined(separator: ": "))
  }

  /// Returns whole percents. If every voter has one vote, they add up to at most 100: the values that were rounded up
  /// with the least reason are rounded down instead, and equal shares stay equal.
  private static func percents(_ shares: [Double?], mayOverlap: Bool) -> [Int?] {
    var percents = shares.map { $0.map { Int(($0 * 100).rounded()) } }
    let whole = shares.reduce(0) { $0 + ($1 ?? 0) }
    guard !mayOverlap, whole < 1.005 else { return percents }
    // Among shares with the same rounding (within floating-point error), reduce the largest.
    func rounding(_ share: Double) -> Double { (((share * 100).rounded() - share * 100) * 1e6).rounded() }
    let raised = Set(shares.compactMap { $0 }.filter { rounding($0) > 0 }).sorted {
      (rounding($0), $0) > (rounding($1), $1)
    }
    for share in raised where percents.reduce(0, { $0 + ($1 ?? 0) }) > 100 {
      for index in shares.indices where shares[index] == share { percents[index] = percents[index].map { $0 - 1 } }
    }
    return percents
  }

  /// The share given by the feed, or else the share of all votes; if several answers are allowed, the share of voters.
  /// Nil if the votes are unknown.
  private static func share(of answer: AttachmentItem.Poll.Answer, in poll: AttachmentItem.Poll) -> Double? {
    if let rate = answer.rate { return rate / 100 }
    guard let votes = answer.votes else { return nil }
    let all =
      (poll.allowsSeveral ? poll.voters : nil) ?? poll.votes
      ?? poll.answers.reduce(0) { $0.saturatingAdd(max(0, $1.votes ?? 0)) }
    return all > 0 ? min(1, Double(max(0, votes)) / Double(all)) : 0
  }

  // MARK: Rows

  /// Rows for everything that is not text, not an image, and not shown in full.
  func rows(of post: Post, carrying carried: AttachmentSections) -> [PostCard.Row] {
    var rows = carried.others.map { row(of: $0) }
    if let place = post.place { rows.append(row(of: place)) }
    if let signer = post.signer { rows.append(row(ofSigner: signer)) }
    if let paywall = post.paywall {
      let title = CleanText.line(paywall)
      rows.append(
        Self.row("paywall", .lock, title: title.isEmpty ? strings.post.paywall : title, target: post.permalink))
    }
    return rows
  }

  /// The word for a kind of attachment.
  func word(for kind: MediaKind) -> String { strings.attachments.word(for: kind) }

  /// An attachment's word is its title if the feed gives none; otherwise the word starts the second line.
  private func row(of item: AttachmentItem) -> PostCard.Row {
    let (word, details, saysWord) = wording(of: item)
    let description = CleanText.line(item.file?.description ?? "")
    var title = CleanText.line(item.title)
    // A file without a poster has its description, which is for people who can't see it, in its row.
    let further = title.isEmpty || title == description ? nil : description
    if title.isEmpty { title = description }
    return Self.row(
      item.content.kind.rawValue, RowIcon(item.content.kind), title: title.isEmpty ? word : title,
      subtitle: joined((title.isEmpty || !saysWord ? details : [word] + details) + [further]),
      preview: item.preview.map { Self.image($0) }, target: item.content.page ?? item.url)
  }

  /// - Returns: The title, the details below it, and whether the details include the word.
  private func wording(of item: AttachmentItem) -> (word: String, details: [String?], saysWord: Bool) {
    let words = strings.attachments
    let caption = CleanText.line(item.caption ?? "")
    var word = word(for: item.content.kind)
    var detail: String?
    switch item.content {
    case .video(_, isLive: true): detail = words.live
    case .video(let duration, isLive: false), .videoNote(let duration), .animation(let duration),
      .podcast(let duration), .voice(let duration):
      detail = duration.flatMap(durationText)
    case .link(let url), .embed(let url):
      let detail = linkDetail(url: url, caption: caption, isNamed: !CleanText.line(item.title).isEmpty)
      return (word, [detail], detail.isEmpty)
    case .document(let size, let fileExtension):
      let name = CleanText.line(fileExtension ?? "").uppercased()
      word = name.isEmpty ? words.document : name
      detail = size.flatMap(strings.fileSize)
    case .poll(let poll):
      if poll.isAnonymous { word = words.anonymousPoll }
      detail = poll.votes.map { strings.counted(max(0, $0), words.votes) }
    case .audio(let artist, let duration):
      let name = CleanText.line(artist ?? "")
      return (word, [name.isEmpty ? caption : name, duration.flatMap(durationText)], false)
    case .album(let count): detail = count.map { strings.counted(max(0, $0), words.photos) }
    case .market(let price): detail = price.map(CleanText.line)
    case .article, .sticker, .graffiti, .note, .page, .plain, .unknown: break
    }
    return (word, [detail, caption], true)
  }

  /// A link's second line: the feed's caption, or else the host, with the path if the link has no title. The
  /// attachment's word is used only if all of these are empty.
  private func linkDetail(url: WebAddress?, caption: String, isNamed: Bool) -> String {
    guard caption.isEmpty else { return caption }
    guard let url, let host = url.host else { return "" }
    return CleanText.line(isNamed ? host : host + Self.path(of: url.text))
  }

  /// "/notes/12"; empty for a host's root page.
  private static func path(of url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return "" }
    let path = url[scheme.upperBound...].drop { $0 != "/" && $0 != "?" && $0 != "#" }.prefix { $0 != "?" && $0 != "#" }
    return path == "/" ? "" : String(path)
  }

  /// The type of the row that names where a post was written.
  static let placeRow = "geo"

  private func row(of place: GeoPlace) -> PostCard.Row {
    let title = CleanText.line(place.title ?? "")
    let coordinates = Self.coordinates(of: place)
    guard title.isEmpty else {
      return Self.row(Self.placeRow, .geo, title: title, subtitle: coordinates ?? "")
    }
    return Self.row(
      Self.placeRow, .geo, title: coordinates ?? strings.post.place,
      subtitle: coordinates == nil ? "" : strings.post.place)
  }

  /// "55.75583, 37.6173": five decimals are about a meter.
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

  /// The type of the row that names who signed a post.
  static let signerRow = "signer"

  private func row(ofSigner signer: Author) -> PostCard.Row {
    Self.row(
      Self.signerRow, .signer, title: CleanText.line(strings.name(of: signer)), subtitle: strings.post.signer,
      target: signer.page)
  }

  static func row(
    _ type: String, _ icon: RowIcon, title: String, subtitle: String = "", preview: ImageReference? = nil,
    target: WebAddress? = nil
  ) -> PostCard.Row {
    PostCard.Row(
      type: type, icon: icon.rawValue, title: RichText(title), subtitle: subtitle.isEmpty ? nil : RichText(subtitle),
      preview: preview, target: target.map(LinkTarget.init))
  }
}
