import Basics

/// Collects the facets that a service provides; those with invalid offsets are counted and dropped.
struct FacetCollector {
  /// The text's UTF-8.
  let bytes: [UInt8]
  private var facets: [Facet] = []
  /// The number of dropped facets: out of range, splitting a character, or overlapping.
  private(set) var rejected = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// - Parameters:
  ///   - range: UTF-8 offsets; nil if invalid.
  ///   - url: Nil if there is none or it may not be followed (`javascript:`): a link then remains plain text.
  mutating func add(_ range: Range<Int>?, _ kind: Facet.Kind, _ url: WebAddress?) {
    add(Facet(range: range ?? 0..<0, kind: kind, url: url))
  }

  /// Rejects facets with an empty range.
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

  /// Returns the facets in the order of the text, without overlaps except for typesetting: the first of overlapping or
  /// equal facets is kept.
  mutating func sorted() -> [Facet] {
    var result: [Facet] = []
    var end = 0
    for facet in facets.inOrder {
      if facet.kind.isSetting {
        result.append(facet)
      } else if let last = result.last(where: { !$0.kind.isSetting }), facet.range.lowerBound < end {
        // A range may have several features, but only one can be shown.
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
  /// Sorted by start offset; facets with the same start keep their order.
  package var inOrder: [Facet] {
    enumerated().sorted { ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset) }
      .map(\.element)
  }
}

/// Converts offsets in a service's text unit to UTF-8 offsets.
struct TextOffsets {
  enum Unit: Hashable, Sendable, CaseIterable {
    case utf8, utf16, scalars
  }

  /// The UTF-8 offset of each unit, followed by the end. Nil inside a scalar.
  private var offsets: [Int?] = []

  /// - Parameter limit: The maximum number of units; longer than any service's texts.
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

  /// Nil if out of range or inside a scalar.
  func range(_ start: Int?, _ end: Int?) -> Range<Int>? {
    guard let start, let end, start <= end, offsets.indices.contains(start), offsets.indices.contains(end),
      let lower = offsets[start], let upper = offsets[end]
    else { return nil }
    return lower..<upper
  }

  subscript(index: Int) -> Int? { offsets.indices.contains(index) ? offsets[index] : nil }
}

extension FacetedText {
  /// The text with a title as its first paragraph, unless it already begins with it.
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

  /// The text with tags as its last paragraph, except those that it already contains.
  ///
  /// - Parameter tags: With or without their `#`, and with their link targets, if any.
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
