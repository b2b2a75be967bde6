import Basics
import Drawing
import FeedReading

/// A text with roles instead of colors.
package struct RichText: Hashable, Encodable, Sendable {
  package enum Role: String, Encodable, Sendable, CaseIterable {
    case link, hashtag, mention
    /// A word that matches the search query.
    case match
    /// Text that an inline image replaces.
    case emoji
    /// Program code.
    case code
    /// A quotation.
    case quote
    /// A list item's marker.
    case mark
    /// Emphasized, slanted and struck-through words.
    case bold, italic, struck
    /// Covered words.
    case spoiler

    /// Whether the role only affects typesetting: such a span may overlap others.
    package var isSetting: Bool {
      switch self {
      case .code, .quote, .mark, .bold, .italic, .struck, .spoiler: true
      case .link, .hashtag, .mention, .match, .emoji: false
      }
    }
  }

  package struct Span: Hashable, Sendable {
    /// UTF-8 offsets into the string.
    package var range: Range<Int>
    package var role: Role
    /// The link target; nil if unknown, and for matches.
    package var target: LinkTarget?
    /// The address of the image that replaces the words.
    package var picture: String?

    package init(range: Range<Int>, role: Role, target: LinkTarget? = nil, picture: String? = nil) {
      self.range = range
      self.role = role
      self.target = target
      self.picture = picture
    }

    /// A copy of the span with another range.
    package func moved(to range: Range<Int>) -> Span {
      Span(range: range, role: role, target: target, picture: picture)
    }
  }

  package var string: String
  /// Spans in the order of the text; matches and typesetting roles may overlap links.
  package var spans: [Span]

  package init(_ string: String, spans: [Span] = []) {
    self.string = string
    self.spans = spans
  }

  package var isEmpty: Bool { string.isEmpty }
}

extension [RichText.Span] {
  /// Sorted by start offset; spans with the same start keep their order.
  var inOrder: [RichText.Span] {
    enumerated().sorted { ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset) }
      .map(\.element)
  }
}

extension RichText.Span: Encodable {
  private enum CodingKeys: String, CodingKey { case range, role, target }

  /// In JSON, an inline image's address is the target of its span.
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(range, forKey: .range)
    try fields.encode(role, forKey: .role)
    try fields.encodeIfPresent(picture ?? target?.text, forKey: .target)
  }
}

extension RichText {
  /// The text without the words that images replace, or the whole text if nothing else is left.
  package var withoutPictures: String {
    let pictures = spans.filter { $0.role == .emoji }
    guard !pictures.isEmpty else { return string }
    var bytes = Array(string.utf8)
    for span in pictures.reversed() { bytes.removeSubrange(span.range) }
    let words = CleanText.line(String(decoding: bytes, as: UTF8.self))
    return words.isEmpty ? string : words
  }

  /// The image that replaces a span's words; nil for any other span.
  package func picture(of span: Span) -> ImageReference? {
    span.picture.map { ImageReference(candidates: [.init(url: $0)], treatment: .contained) }
  }
}

// MARK: - Facets

extension RichText {
  /// Cleans up a post's text for display: removes control characters, trims blank lines, and aligns facets to whole
  /// characters.
  ///
  /// Only links to http, https and mailto are kept; any other link becomes plain text.
  ///
  /// - Parameter hasPicture: Whether an image exists at an address; words without an image are kept.
  package init(block text: String, facets: [Facet] = [], hasPicture: (String) -> Bool = { _ in false }) {
    let clean = CleanText(block: text, facets: facets)
    let spans = clean.facets.compactMap { facet -> Span? in
      let role = Role(facet.kind)
      if role == .emoji {
        let target = facet.url.map(LinkTarget.init)
        if let picture = facet.picture, hasPicture(picture) {
          return Span(range: facet.range, role: .emoji, target: target, picture: picture)
        }
        return target.map { Span(range: facet.range, role: .link, target: $0) }
      }
      guard facet.url != nil || facet.kind != .link else { return nil }
      return Span(range: facet.range, role: role, target: facet.url.map(LinkTarget.init))
    }
    let string = String(decoding: clean.bytes, as: UTF8.self)
    // Typesetting spans may overlap the others.
    let (settings, words) = (spans.filter(\.role.isSetting), spans.filter { !$0.role.isSetting })
    self = GraphemeSnapping.snapped(string, words)
    for role in RichText.Role.allCases where role.isSetting {
      let own = settings.filter { $0.role == role }
      if !own.isEmpty { self.spans += GraphemeSnapping.snapped(string, own).spans }
    }
    if !settings.isEmpty { self.spans = self.spans.inOrder }
  }
}

extension RichText.Role {
  fileprivate init(_ kind: Facet.Kind) {
    switch kind {
    case .link: self = .link
    case .hashtag: self = .hashtag
    case .mention: self = .mention
    case .emoji: self = .emoji
    case .code: self = .code
    case .quote: self = .quote
    case .mark: self = .mark
    case .bold: self = .bold
    case .italic: self = .italic
    case .struck: self = .struck
    case .spoiler: self = .spoiler
    }
  }
}

// MARK: - Omissions

/// Parts of a text that services don't show.
extension RichText {
  /// The text with "https://" and "www." removed from links that show their own address.
  var withoutSchemes: RichText {
    let bytes = Array(string.utf8)
    let omitted = spans.compactMap { span -> Range<Int>? in
      guard span.role == .link, let target = span.target?.text, bytes.indices.contains(span.range.lowerBound) else {
        return nil
      }
      let label = bytes[span.range.lowerBound..<min(span.range.upperBound, bytes.count)]
      guard let scheme = ["https://", "http://"].first(where: { label.starts(with: $0.utf8) }),
        target.utf8.starts(with: label.prefix { $0 != UInt8(ascii: "/") }),
        label.count > scheme.utf8.count
      else { return nil }
      let host = label.dropFirst(scheme.utf8.count)
      let length = scheme.utf8.count + (host.starts(with: "www.".utf8) && host.count > 4 ? 4 : 0)
      return label.startIndex..<label.startIndex + length
    }
    return omitting(omitted)
  }

  /// The text without the mentions that it begins with, and the spaces after them.
  var withoutLeadingMentions: RichText {
    let bytes = Array(string.utf8)
    var end = 0
    while let mention = spans.first(where: { $0.role == .mention && $0.range.lowerBound == end }) {
      end = min(mention.range.upperBound, bytes.count)
      while end < bytes.count, [UInt8(ascii: " "), UInt8(ascii: "\n")].contains(bytes[end]) { end += 1 }
    }
    return end == 0 ? self : omitting([0..<end])
  }

  /// The text without line breaks after a line break or a space, so that it has no gaps on one line.
  var withoutBlankLines: RichText {
    let bytes = Array(string.utf8)
    let newline = UInt8(ascii: "\n")
    return omitting(
      bytes.indices.dropFirst().filter { place in
        bytes[place] == newline && [newline, UInt8(ascii: " ")].contains(bytes[place - 1])
      }.map { $0..<$0 + 1 })
  }

  /// - Parameter ranges: UTF-8 offsets in ascending order, without overlaps, at the boundaries of characters.
  private func omitting(_ ranges: [Range<Int>]) -> RichText {
    guard !ranges.isEmpty else { return self }
    // The bytes omitted before each range
    var before = [0]
    for range in ranges { before.append(before[before.count - 1] + range.count) }
    func place(_ offset: Int) -> Int {
      var (low, high) = (0, ranges.count)
      while low < high {
        let middle = (low + high) / 2
        if ranges[middle].lowerBound < offset { low = middle + 1 } else { high = middle }
      }
      guard low > 0 else { return offset }
      return offset - before[low - 1] - min(ranges[low - 1].count, offset - ranges[low - 1].lowerBound)
    }
    var kept: [UInt8] = []
    var start = 0
    let bytes = Array(string.utf8)
    for range in ranges {
      kept += bytes[start..<max(start, range.lowerBound)]
      start = max(start, range.upperBound)
    }
    kept += bytes[min(start, bytes.count)...]
    return RichText(
      String(decoding: kept, as: UTF8.self),
      spans: spans.compactMap { span in
        let range = place(span.range.lowerBound)..<place(span.range.upperBound)
        return range.isEmpty ? nil : span.moved(to: range)
      })
  }
}
