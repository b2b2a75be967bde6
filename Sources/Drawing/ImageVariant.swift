/// Identifies an image among those of a card or of the feed. It determines the file's name:
/// `375@2x-light-expanded.png`.
package struct ImageVariant: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    case expanded, collapsed
    /// A single page of the card's carousels, from 1.
    case page(Int)
  }

  /// The screen's width in points.
  package var width: Int
  /// Device pixels per point.
  package var scale: Int
  /// Letters, digits, `_`, and `-` between them.
  package var theme: String
  /// Nil for an image of the feed.
  package var state: State?
  package var encoding: ImageEncoding

  package init(width: Int, scale: Int, theme: String, state: State? = nil, encoding: ImageEncoding = .png) {
    self.width = width
    self.scale = scale
    self.theme = theme
    self.state = state
    self.encoding = encoding
  }

  /// `375@2x-light-expanded`
  package var name: String { Self.name("\(width)", "\(scale)", theme, state?.name) }

  package var fileName: String { encoding.fileName(of: name) }

  /// The path in an output folder, for an image of a card.
  package func path(ofCard id: String) -> String { Self.path(ofCard: id, fileName) }

  /// The path in an output folder, for an image of the feed.
  package var pathOfFeed: String { "feed/\(fileName)" }

  /// A pattern for `path(ofCard:)` with the placeholders `{id}`, `{width}`, `{scale}`, `{theme}` and `{state}`.
  package static func cardPathPattern(_ encoding: ImageEncoding = .png) -> String {
    path(ofCard: "{id}", encoding.fileName(of: name("{width}", "{scale}", "{theme}", "{state}")))
  }

  /// - Parameter name: The `name` stored with an approved image. Returns nil if the name is invalid.
  package init?(name: some StringProtocol, encoding: ImageEncoding = .png) {
    let name = Substring(name)
    guard let at = name.firstIndex(of: "@"), let x = name[at...].firstIndex(of: "x"), name[x...].hasPrefix("x-") else {
      return nil
    }
    let rest = name[x...].dropFirst(2)
    // A theme's name may contain "-": a final part that is a state's name is the state.
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

  /// A number in canonical form: 1, 2, 3, … without sign or leading zeros.
  fileprivate static func number(_ text: Substring) -> Int? {
    guard let number = Int(text), number > 0, String(number) == text else { return nil }
    return number
  }
}

extension ImageVariant.State {
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
      guard name.hasPrefix("page-"), let number = ImageVariant.number(Substring(name.dropFirst(5))) else {
        return nil
      }
      self = .page(number)
    }
  }
}

/// The file format of an image. The raw value is the file name extension.
package enum ImageEncoding: String, CaseIterable, Codable, Sendable {
  /// Lossless.
  case png
  /// For viewing: a quarter of the bytes or less (docs/pictures.md).
  case webp

  /// The maximum number of pixels per side: the limit of Cairo or of WebP.
  package var longestSide: Int {
    switch self {
    case .png: 32_767
    case .webp: 16_383
    }
  }

  /// `375@2x-light.png` for `375@2x-light`.
  package func fileName(of name: String) -> String { "\(name).\(rawValue)" }
}
