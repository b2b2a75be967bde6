import Drawing

extension PostCard {
  /// What a post says and carries, whether the card is its own or it stands as a repost on another's.
  package struct Content: Hashable, Codable, Sendable {
    /// Until it is opened, nothing but this is shown of the rest.
    package var warning: Warning?
    /// What shows the pictures, which are blurred until then: "Show"; nil where nothing is to be hidden.
    package var veil: String?
    package var body: Body?
    /// One photo, over the card's full width.
    package var photo: PhotoModel?
    package var carousel: Carousel?
    /// Shown by a poster; further ones are rows.
    package var videos: [Video]
    package var polls: [Poll]
    /// Pages that the post leads to.
    package var links: [Link]
    /// Other attachments, place, signer, paywall: a compact row each.
    package var rows: [Row]

    package init(
      body: Body? = nil, photo: PhotoModel? = nil, carousel: Carousel? = nil, videos: [Video] = [], polls: [Poll] = [],
      links: [Link] = [], rows: [Row] = [], warning: Warning? = nil, veil: String? = nil
    ) {
      self.warning = warning
      self.veil = veil
      self.body = body
      self.photo = photo
      self.carousel = carousel
      self.videos = videos
      self.polls = polls
      self.links = links
      self.rows = rows
    }

    /// Whether something is hidden until it is asked for.
    package var isVeiled: Bool { warning != nil || veil != nil }

    /// The first of the pictures, whatever their number; of what is hidden at first, blurred.
    package var thumbnail: ImageReference? { isVeiled ? picture?.blurred : picture }

    private var picture: ImageReference? {
      if let photo { return photo.image }
      if let page = carousel?.pages.first { return page }
      if let video = videos.first { return video.poster }
      return rows.lazy.compactMap(\.preview).first ?? links.lazy.compactMap(\.image).first
    }
  }
}

// MARK: Values

extension PostCard.Content {
  /// Its part of a card's schema.
  static let schema: [String: CardSchema] = [
    "warnings": PostCard.Warning.schema, "body": bodySchema, "photo": photoSchema, "carousel": carouselSchema,
    "videos": .list(PostCard.Video.schema), "polls": .list(PostCard.Poll.schema),
    "links": .list(PostCard.Link.schema), "rows": .list(rowSchema),
  ]

  private static let bodySchema: CardSchema = .record([
    "text": .text(.body), "visibleLines": .number, "isCut": .flag, "showMore": .text(.showMore),
  ])
  private static let photoSchema: CardSchema = .record([
    "image": .image(.photo), "ratio": .number, "maxWidth": .number, "veils": PostCard.veilSchema,
  ])
  private static let carouselSchema: CardSchema = .record([
    "ratio": .number,
    "pages": .list(
      .record(
        ["image": .image(.photo), "isCurrent": .flag, "small": photoSchema, "veils": PostCard.veilSchema],
        item: .page)),
  ])
  private static let rowSchema: CardSchema = .record(
    [
      "type": .text, "icon": .icon, "title": .text, "subtitle": .text, "preview": .image, "target": .text,
    ], item: .row(target: "target"))

  /// Whether what a warning stands before is there to be seen.
  func isOpen(in state: CardState) -> Bool { warning == nil || state != .collapsed }

  /// The word on pictures that are hidden in a state; nil where they are not.
  func veil(in state: CardState) -> String? { state == .collapsed ? veil : nil }

  /// Absent values are absent fields.
  ///
  /// - Parameter isCut: Whether the text is cut.
  func fields(in state: CardState, isCut: Bool) -> CardFields {
    var fields = CardFields()
    if let warning { fields["warnings"] = warning.value(isClosed: state == .collapsed) }
    guard isOpen(in: state) else { return fields }
    let veil = veil(in: state)
    fields["photo"] = photo?.value(veil: veil)
    fields["carousel"] = carousel?.value(veil: veil)
    fields["videos"] = CardValue.presentList(videos.map { $0.value(veil: veil) })
    fields["polls"] = CardValue.presentList(polls.map(\.value))
    fields["links"] = CardValue.presentList(links.map { $0.value(blurs: veil != nil) })
    fields["rows"] = CardValue.presentList(rows.map { $0.value(veil: veil) })
    fields["body"] = body?.value(isCut: isCut)
    return fields
  }
}

extension PostCard.PhotoModel {
  fileprivate func value(veil: String?) -> CardValue {
    var fields: CardFields = ["image": .image(image, veil), "ratio": .number(ratio)]
    fields["maxWidth"] = maxWidth.map(CardValue.number)
    fields["veils"] = CardValue.veils(veil)
    return .record(fields)
  }
}

extension PostCard.Carousel {
  fileprivate func value(veil: String?) -> CardValue {
    let pages = pages.enumerated().map { index, image in
      var page: CardFields = ["image": .image(image, veil), "isCurrent": .flag(index == current)]
      page["small"] = small?[index]?.value(veil: veil)
      page["veils"] = CardValue.veils(veil)
      return CardValue.record(page)
    }
    return .record(["ratio": .number(ratio), "pages": .list(pages)])
  }
}

extension PostCard.Body {
  /// The whole text has no line limit.
  fileprivate func value(isCut: Bool) -> CardValue {
    var fields: CardFields = ["text": .text(text), "isCut": .flag(isCut)]
    if isCut {
      fields["visibleLines"] = .number(Double(collapsedLines))
      fields["showMore"] = .string(showMore)
    }
    return .record(fields)
  }
}

extension PostCard.Row {
  fileprivate func value(veil: String?) -> CardValue {
    var fields: CardFields = ["type": .string(type), "icon": .icon(icon), "title": .text(title)]
    fields["subtitle"] = subtitle.map(CardValue.text)
    fields["preview"] = preview.map { .image($0, veil) }
    fields["target"] = target.map(CardValue.string)
    return .record(fields)
  }
}
