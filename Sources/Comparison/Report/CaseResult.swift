import Drawing
import Filming
import ImageComparison

/// The result of one comparison, as in `report.json`, where the members of `details` are next to the others.
package struct CaseResult: ApprovalSubject, Sendable {
  /// The members that one kind of case has.
  package enum Details: Sendable {
    case card(Card)
    /// An image by another tool. With `replacesBroken`, it can replace its unreadable older version.
    case image(replacesBroken: Bool)
    /// The elements of an app's screen by box.
    case screen([String: CompareReport.Element])
    /// The files of a film; nil unless the film needs review.
    case film(CompareReport.Film?)
    /// A design's tokens, and the command that adopts all differing ones.
    case tokens(CompareReport.Tokens, takeOver: String?)
  }

  package struct Card: Sendable {
    /// Whether its fonts or libraries differ from those at approval.
    var isDrifted = false
    /// Intended differences.
    var deviations: [CompareReport.Deviation] = []
    /// Nil without a frame of a design.
    var unmapped: CompareReport.UnmappedParts?
  }

  package var id: String
  var reference: ComparisonCase.Kind
  var post: String
  /// The post's author and first words; nil if the post is unknown, and in older reports.
  var label: CaseLabel?
  package var screenWidth = 0
  package var scale = 0
  package var theme = ""
  package var state = ""
  package var verdict: Verdict
  /// As text, the most important first.
  package var reasons: [String]
  /// The ids of all its causes, the most important first.
  package var causes: [String] = []
  /// The name of its environment in the report's `environments`.
  var environment: String?
  /// The command that accepts it.
  var accept: String?
  /// The decision made since the comparison.
  package var decision: CaseDecision?
  package var actual: CompareReport.Picture?
  package var expected: CompareReport.Picture?
  package var thumbnail: CompareReport.Thumbnail?
  package var boxes: [CompareReport.Box] = []
  var displacements: [CompareReport.Displacement] = []
  package var pixels: CompareReport.Pixels?
  var masks: [CompareReport.Mask] = []
  var details: Details
  /// The time to draw and compare it, which `report.json` omits.
  package var seconds = 0.0

  /// - Parameters:
  ///   - variant: Nil if the image's variant is unknown.
  ///   - details: Nil for a card or a film, depending on the id.
  package init(
    id: String, reference: ComparisonCase.Kind, post: String, variant: ImageVariant?, verdict: Verdict,
    reasons: [String], details: Details? = nil
  ) {
    (self.id, self.reference, self.post) = (id, reference, post)
    (self.verdict, self.reasons) = (verdict, reasons)
    if let variant {
      (screenWidth, scale, theme) = (variant.width, variant.scale, variant.theme)
      state = variant.state?.name ?? ""
    }
    // A folder named like the films' folder may contain other images.
    let isFilm = reference == .baseline && post == ScreenFilm.post && ScreenFilm.name(inCase: id) != nil
    self.details = details ?? (isFilm ? .film(nil) : .card(Card()))
  }

  var wasDrawn: Bool { actual?.path != nil && actual?.layout != nil }

  // MARK: Details

  package var card: Card? { if case .card(let card) = details { card } else { nil } }
  package var film: CompareReport.Film? { if case .film(let film) = details { film } else { nil } }
  package var isFilm: Bool { if case .film = details { true } else { false } }
  var elements: [String: CompareReport.Element]? { if case .screen(let elements) = details { elements } else { nil } }
  var replacesBroken: Bool { if case .image(replacesBroken: true) = details { true } else { false } }
  var isOfTokens: Bool { if case .tokens = details { true } else { false } }
  /// The command that adopts the designer's values.
  var takeOver: String? { if case .tokens(_, let takeOver) = details { takeOver } else { nil } }
}

extension CaseResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, reference, post, label, screenWidth, scale, theme, state, verdict, reasons, cluster, clusters, environment
    case drifted, replacesBroken, accept, takeOver, decision, actual, expected, thumbnail, boxes, displacements
    case pixels, masks, deviations, unmapped, tokens, film, elements
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys) throws -> Value { try members.decode(Value.self, forKey: key) }
    func optional<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
      try members.decodeIfPresent(Value.self, forKey: key)
    }
    self.init(
      id: try value(.id), reference: try value(.reference), post: try value(.post), variant: nil,
      verdict: try value(.verdict), reasons: try value(.reasons))
    label = try optional(.label)
    (screenWidth, scale) = (try value(.screenWidth), try value(.scale))
    (theme, state) = (try value(.theme), try value(.state))
    // Older reports name only one cause.
    causes = try optional(.clusters) ?? optional(.cluster).map { [$0] } ?? []
    (environment, accept, decision) = (try optional(.environment), try optional(.accept), try optional(.decision))
    (actual, expected, thumbnail) = (try optional(.actual), try optional(.expected), try optional(.thumbnail))
    (boxes, displacements) = (try value(.boxes), try value(.displacements))
    (pixels, masks) = (try optional(.pixels), try value(.masks))
    if let tokens: CompareReport.Tokens = try optional(.tokens) {
      details = .tokens(tokens, takeOver: try optional(.takeOver))
    } else if reference == .screen {
      details = .screen(try optional(.elements) ?? [:])
    } else if isFilm {
      details = .film(try optional(.film))
    } else if reference == .baseline, theme.isEmpty, scale > 0 {
      // Cards and their obsolete baselines have a theme or no known screen.
      details = .image(replacesBroken: try optional(.replacesBroken) ?? false)
    } else {
      details = .card(
        Card(
          isDrifted: try optional(.drifted) ?? false, deviations: try optional(.deviations) ?? [],
          unmapped: try optional(.unmapped)))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    func write(_ value: (some Encodable)?, _ key: CodingKeys) throws { try members.encodeIfPresent(value, forKey: key) }
    try write(id, .id)
    try write(reference, .reference)
    try write(post, .post)
    try write(label, .label)
    try write(screenWidth, .screenWidth)
    try write(scale, .scale)
    try write(theme, .theme)
    try write(state, .state)
    try write(verdict, .verdict)
    try write(reasons, .reasons)
    try write(causes.first, .cluster)
    try write(causes.isEmpty ? nil : causes, .clusters)
    try write(environment, .environment)
    try write(accept, .accept)
    try write(decision, .decision)
    try write(actual, .actual)
    try write(expected, .expected)
    try write(thumbnail, .thumbnail)
    try write(boxes, .boxes)
    try write(displacements, .displacements)
    try write(pixels, .pixels)
    try write(masks, .masks)
    switch details {
    case .card(let card):
      try write(card.isDrifted ? true : nil, .drifted)
      try write(card.deviations.isEmpty ? nil : card.deviations, .deviations)
      try write(card.unmapped, .unmapped)
    case .image(let replacesBroken): try write(replacesBroken ? true : nil, .replacesBroken)
    case .screen(let elements): try write(elements, .elements)
    case .film(let film): try write(film, .film)
    case .tokens(let tokens, let takeOver):
      try write(tokens, .tokens)
      try write(takeOver, .takeOver)
    }
  }
}

/// The facts about a case that its approval needs.
protocol ApprovalSubject {
  var id: String { get }
  var reference: ComparisonCase.Kind { get }
  var post: String { get }
  var label: CaseLabel? { get }
  var verdict: Verdict { get }
  var causes: [String] { get }
  var environment: String? { get }
  /// Whether the review has its image and layout.
  var wasDrawn: Bool { get }
  /// Whether an image by another tool can replace its unreadable older version.
  var replacesBroken: Bool { get }
}

extension ApprovalSubject {
  /// Whether its image may become the baseline, even if it replaces an unreadable one.
  var isApprovable: Bool {
    reference == .baseline && (verdict.isApprovable || verdict == .error && (wasDrawn || replacesBroken))
  }
}
