import Cards
import Diagnostics
import Drawing
import Files
import Foundation
import Prefetching

/// What the command line says; nil leaves the project file's value or the default.
package struct ProjectOverrides: Sendable {
  package var order: FeedOrder?
  package var output: String?
  package var photos: [String]?
  package var widths: [Int]?
  package var scales: [Int]?
  package var themes: [String]?
  package var encoding: PictureEncoding?
  package var photoQuality: Int?
  package var locale: String?
  package var timeZone: String?
  /// ISO 8601, or seconds since 1970.
  package var now: String?
  package var dates: DateStyle?
  /// Nil, or true.
  package var originals: Bool?
  package var chat: String?
  package var me: String?
  /// ISO 8601, or seconds since 1970.
  package var since: String?
  /// ISO 8601, or seconds since 1970.
  package var until: String?
  package var unread: String?
  package var highlight: String?
  package var feedHeight: Int?
  package var cards: String?
  package var tokens: [String]?
  package var siteTemplates: String?
  package var fontLock: String?
  /// `512MB`, `1.5GB`, …
  package var memory: String?
  package var prefetchBudget: Double?
  /// `photo=1`, `preview=2`, …
  package var prefetchWeights: [String]?

  package init() {}

  /// - Throws: the first value that can't be used, as `Diagnostic`.
  package func apply(to project: Project, environment: Environment) throws(Diagnostic) -> Project {
    var result = project
    if let order { result.order = order }
    if let output { result.output = environment.url(output) }
    if let photos { result.photos = photos.map(environment.url) }
    if let widths { result.widths = widths }
    if let scales { result.scales = scales }
    if let themes { result.themes = themes }
    if let encoding { result.encoding = encoding }
    if let photoQuality {
      guard result.encoding != .png else { throw Diagnostic(ProjectIssue.needsEncoding(key: "--photo-quality")) }
      result.photoQuality = photoQuality
    }
    if let locale { result.locale = try Self.language(locale) }
    if let timeZone { result.timeZone = timeZone }
    if let now { result.now = try Self.moment("--now", now) }
    if let originals { result.copiesOriginals = originals }
    if let dates { result.dates = dates }
    if let chat { result.chat.name = chat }
    if let me { result.chat.owner = me }
    if let since { result.chat.since = try Self.moment("--since", since) }
    if let until { result.chat.until = try Self.moment("--until", until) }
    if let unread { result.chat.unread = unread }
    if let highlight { result.highlight = highlight.isEmpty ? nil : highlight }
    if let feedHeight { result.feedHeight = feedHeight }
    if let cards { result.cards = environment.url(cards) }
    if let tokens { result.tokens = tokens.map(environment.url) }
    if let siteTemplates { result.siteTemplates = environment.url(siteTemplates) }
    if let fontLock { result.fontLock = environment.url(fontLock) }
    if let memory {
      guard let bytes = ByteCount.bytes(of: memory) else {
        throw Diagnostic(ProjectIssue.optionValue(option: "--memory", value: memory, expected: ByteCount.expected))
      }
      result.memory = bytes
    }
    if let prefetchBudget {
      result.prefetch.budget = try Self.prefetchNumber("--prefetch-budget", String(prefetchBudget))
    }
    for pair in prefetchWeights ?? [] {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let weight = try Self.prefetchNumber("--prefetch-weights", sides.count == 2 ? sides[1] : pair)
      guard result.prefetch.set(sides[0], to: weight) else {
        let names = PrefetchWeights.settableNames.joined(separator: ", ")
        throw Diagnostic(
          ProjectIssue.optionValue(
            option: "--prefetch-weights", value: pair, expected: "name=number with one of \(names)"))
      }
    }
    return try result.checked()
  }

  private static func language(_ code: String) throws(Diagnostic) -> Language {
    if let language = Language(code: code) { return language }
    let expected = "one of \(Language.all.map(\.code).joined(separator: ", "))"
    throw Diagnostic(ProjectIssue.optionValue(option: "locale", value: code, expected: expected))
  }

  private static func moment(_ option: String, _ text: String) throws(Diagnostic) -> Int {
    if let seconds = Timestamp.seconds(of: text) { return seconds }
    throw Diagnostic(ProjectIssue.optionValue(option: option, value: text, expected: Timestamp.expected))
  }

  private static func prefetchNumber(_ option: String, _ text: String) throws(Diagnostic) -> Double {
    let range = PrefetchWeights.range
    if let number = Double(text), range.contains(number) { return number }
    let expected = "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    throw Diagnostic(ProjectIssue.optionValue(option: option, value: text, expected: expected))
  }
}

extension Project {
  /// The same project with duplicates removed, when every value is one the tool can use.
  fileprivate func checked() throws(Diagnostic) -> Project {
    func fail(_ option: String, _ value: some CustomStringConvertible, _ expected: String) -> Diagnostic {
      Diagnostic(ProjectIssue.optionValue(option: option, value: value.description, expected: expected))
    }
    for width in widths where !Project.widthRange.contains(width) {
      throw fail("width", width, "from \(Project.widthRange.lowerBound) to \(Project.widthRange.upperBound) points")
    }
    for scale in scales where !Project.scaleRange.contains(scale) {
      throw fail("scale", scale, "from \(Project.scaleRange.lowerBound) to \(Project.scaleRange.upperBound)")
    }
    for theme in themes where !ThemeName.isSound(theme) { throw fail("theme", theme, ThemeName.expected) }
    for photos in photos where !FileSystem.isFolder(photos) { throw fail("photos", photos.path, "a folder") }
    guard TimeZone(identifier: timeZone) != nil else {
      throw fail("time zone", timeZone, "an IANA name, like Europe/Moscow")
    }
    guard Project.feedHeightRange.contains(feedHeight) else {
      let range = Project.feedHeightRange
      throw fail("feed height", feedHeight, "from \(range.lowerBound) to \(range.upperBound) points")
    }
    if let photoQuality, !Project.photoQualityRange.contains(photoQuality) {
      let range = Project.photoQualityRange
      throw fail("photo quality", photoQuality, "from \(range.lowerBound) to \(range.upperBound)")
    }
    for (name, values) in [("width", widths.count), ("scale", scales.count), ("theme", themes.count)] where values == 0
    {
      throw fail(name, "", "at least one value")
    }
    let limit = encoding.longestSide
    if let scale = scales.max(), feedHeight * scale > limit {
      throw Diagnostic(ProjectIssue.pictureTooTall(points: feedHeight, scale: scale, limit: limit))
    }
    var result = self
    result.widths = widths.uniqued()
    result.scales = scales.uniqued().sorted()
    result.themes = ThemeName.inOrder(themes)
    return result
  }
}
