/// Which of the pictures of a card, or of the feed, one is. Its file's name says it: `375@2x-light-expanded.png`.
package struct PictureVariant: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    case expanded, collapsed
    /// A page of the card's carousels by itself, from 1.
    case page(Int)
  }

  /// The screen's, in points.
  package var width: Int
  /// Device pixels a point.
  package var scale: Int
  /// Letters, digits, `_`, and `-` between them.
  package var theme: String
  /// Nil for a picture of the feed.
  package var state: State?
  package var encoding: PictureEncoding

  package init(width: Int, scale: Int, theme: String, state: State? = nil, encoding: PictureEncoding = .png) {
    self.width = width
    self.scale = scale
    self.theme = theme
    self.state = state
    self.encoding = encoding
  }

  /// `375@2x-light-expanded`
  package var name: String { Self.name("\(width)", "\(scale)", theme, state?.name) }

  package var fileName: String { encoding.fileName(of: name) }

  /// Where it lies in an output folder, as a picture of a card.
  package func path(ofCard id: String) -> String { Self.path(ofCard: id, fileName) }

  /// Where it lies in an output folder, as a picture of the feed.
  package var pathOfFeed: String { "feed/\(fileName)" }

  /// A card's `path(ofCard:)` with `{id}`, `{width}`, `{scale}`, `{theme}` and `{state}` to be filled in.
  package static func cardPathPattern(_ encoding: PictureEncoding = .png) -> String {
    path(ofCard: "{id}", encoding.fileName(of: name("{width}", "{scale}", "{theme}", "{state}")))
  }

  /// - Parameter name: `name`, as an approved picture keeps it. Nil results where it is none of such a picture's.
  package init?(name: some StringProtocol, encoding: PictureEncoding = .png) {
    let name = Substring(name)
    guard let at = name.firstIndex(of: "@"), let x = name[at...].firstIndex(of: "x"), name[x...].hasPrefix("x-") else {
      return nil
    }
    let rest = name[x...].dropFirst(2)
    // A theme may have a "-" of its own: what is a state's name at the end is the state.
    let ends = rest.indices.filter { rest[$0] == "-" }
    let found = ends.lazy.compactMap { end in
      State(name: rest[end...].dropFirst()).map { (theme: rest[..<end], state: $0) }
    }.first
    let theme = found?.theme ?? rest
    guard let width = Self.number(name[..<at]), let scale = Self.number(name[at..<x].dropFirst()), !theme.isEmpty,
      theme.last != "-"
    else { return nil }
    self.init(width: width, scale: scale, theme: String(theme), state: found?.state, encoding: encoding)
  }

  private static func name(_ width: String, _ scale: String, _ theme: String, _ state: String?) -> String {
    ["\(width)@\(scale)x", theme, state].compactMap { $0 }.joined(separator: "-")
  }

  private static func path(ofCard id: String, _ fileName: String) -> String { "cards/\(id)/\(fileName)" }

  /// As it is written in names: 1, 2, 3, … without sign or leading zeros.
  fileprivate static func number(_ text: Substring) -> Int? {
    guard let number = Int(text), number > 0, String(number) == text else { return nil }
    return number
  }
}

extension PictureVariant.State {
  package var name: String {
    switch self {
    case .expanded: "expanded"
    case .collapsed: "collapsed"
    case .page(let number): "page-\(number)"
    }
  }

  package init?(name: some StringProtocol) {
    switch name {
    case "expanded": self = .expanded
    case "collapsed": self = .collapsed
    default:
      guard name.hasPrefix("page-"), let number = PictureVariant.number(Substring(name.dropFirst(5))) else {
        return nil
      }
      self = .page(number)
    }
  }
}

/// How a picture's pixels are written. The raw value is the ending of its file.
package enum PictureEncoding: String, CaseIterable, Codable, Sendable {
  /// Every pixel as it was drawn.
  case png
  /// For reading: a quarter of the bytes or less (docs/pictures.md).
  case webp

  /// Pixels that a picture may have a side: what Cairo paints, what WebP holds.
  package var longestSide: Int {
    switch self {
    case .png: 32_767
    case .webp: 16_383
    }
  }

  /// `375@2x-light.png` of `375@2x-light`.
  package func fileName(of name: String) -> String { "\(name).\(rawValue)" }
}
