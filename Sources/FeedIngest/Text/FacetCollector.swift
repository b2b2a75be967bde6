import Names

/// Puts together the facets that a service says itself: offsets that don't fit the text are counted instead of taken.
struct FacetCollector {
  /// The text's UTF-8.
  let bytes: [UInt8]
  private var facets: [Facet] = []
  /// Facets that were left out: out of range, through a character, or over another.
  private(set) var rejected = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// - Parameters:
  ///   - range: UTF-8 offsets; nil for what was none.
  ///   - url: Nil where nothing says one, or it leads nowhere (`javascript:`): a link is left as text then.
  mutating func add(_ range: Range<Int>?, _ kind: Facet.Kind, _ url: WebAddress?) {
    add(Facet(range: range ?? 0..<0, kind: kind, url: url))
  }

  /// A facet whose range is empty was none.
  mutating func add(_ facet: Facet) {
    let range = facet.range
    guard !range.isEmpty, range.upperBound <= bytes.count, range.lowerBound >= 0,
      bytes.isScalarBoundary(range.lowerBound), bytes.isScalarBoundary(range.upperBound)
    else {
      rejected += 1
      return
    }
    if facet.url != nil || facet.kind != .link { facets.append(facet) }
  }

  /// In the order of the text, none over another but how words are set: the first of those that overlap stays, as does the
  /// first of the same.
  mutating func sorted() -> [Facet] {
    var result: [Facet] = []
    var end = 0
    for facet in facets.inOrder {
      if facet.kind.isSetting {
        result.append(facet)
      } else if let last = result.last(where: { !$0.kind.isSetting }), facet.range.lowerBound < end {
        // A range may have several features; only one of them can be shown.
        if facet.range != last.range { rejected += 1 }
      } else {
        result.append(facet)
        end = facet.range.upperBound
      }
    }
    return result
  }
}

extension [Facet] {
  /// By where they begin; those that begin in one place as they came.
  package var inOrder: [Facet] {
    enumerated().sorted { ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset) }
      .map(\.element)
  }
}

/// Offsets in units that services count texts in, as UTF-8 offsets.
struct TextOffsets {
  enum Unit: Hashable, Sendable, CaseIterable {
    case utf8, utf16, scalars
  }

  /// By unit: where each begins; the end last. Nil in the middle of a scalar.
  private var offsets: [Int?] = []

  /// - Parameter limit: Units that are looked at, of a text that is longer than any service's.
  init(_ text: String, in unit: Unit, limit: Int = 1 << 20) {
    var offset = 0
    for scalar in text.unicodeScalars {
      guard offsets.count < limit else { break }
      let length = UTF8.width(scalar)
      offsets.append(offset)
      switch unit {
      case .scalars: break
      case .utf16: if UTF16.width(scalar) == 2 { offsets.append(nil) }
      case .utf8: offsets += [Int?](repeating: nil, count: length - 1)
      }
      offset += length
    }
    offsets.append(offset)
  }

  /// Nil for what is out of range, or in the middle of a scalar.
  func range(_ start: Int?, _ end: Int?) -> Range<Int>? {
    guard let start, let end, start <= end, offsets.indices.contains(start), offsets.indices.contains(end),
      let lower = offsets[start], let upper = offsets[end]
    else { return nil }
    return lower..<upper
  }

  subscript(index: Int) -> Int? { offsets.indices.contains(index) ? offsets[index] : nil }
}

extension FacetedText {
  /// The text with a title as its first paragraph, but where it begins with it already.
  func titled(_ title: String?) -> FacetedText {
    guard let title, !title.isEmpty else { return self }
    if string.isEmpty { return FacetedText(title) }
    let begins = string.hasPrefix(title) && (string.dropFirst(title.count).first?.isNewline ?? true)
    if begins { return self }
    let offset = title.utf8.count + 2
    return FacetedText(
      title + "\n\n" + string,
      facets: facets.map { $0.moved(to: $0.range.lowerBound + offset..<$0.range.upperBound + offset) })
  }

  /// The text with tags as its last paragraph, but those that are in it.
  ///
  /// - Parameter tags: With their `#` or without it; where they lead, if anywhere.
  func tagged(_ tags: [(name: String, url: WebAddress?)]) -> FacetedText {
    var text = self
    let written = Set(facets.filter { $0.kind == .hashtag }.map { string.utf8Slice($0.range).lowercased() })
    var isFirst = true
    for tag in tags.prefix(50) {
      let name = tag.name.hasPrefix("#") ? tag.name : "#" + tag.name
      guard name.count > 1, !written.contains(name.lowercased()) else { continue }
      if !text.string.isEmpty { text.string += isFirst ? "\n\n" : " " }
      isFirst = false
      let start = text.string.utf8.count
      text.string += name
      text.facets.append(Facet(range: start..<text.string.utf8.count, kind: .hashtag, url: tag.url))
    }
    return text
  }
}

extension String {
  fileprivate func utf8Slice(_ range: Range<Int>) -> String {
    String(decoding: utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }
}
