import Cards
import FeedSources
import Foundation
import Projects

extension CardRenderer {
  /// What its cards are made with, as a baseline remembers it.
  package var designRecord: DesignRecord {
    var record = design.sources.record
    record.options = options
    return record
  }

  /// Makes cards of the feed as a theme's rules and such options say; nil takes the project's.
  package func builder(for theme: Design.Theme, options: DesignOptions? = nil) -> CardBuilder {
    feedBuilders.builder(rules: theme.rules, options: options ?? self.options)
  }
}

/// Makes the makers of a feed's cards, whatever they are to look like: now, as they were approved, or as they would be.
struct FeedBuilders: Sendable {
  /// Whether cards say which service a post is from.
  let namesServices: Bool
  let photos: PhotoFiles

  func builder(rules: PostCardRules, options: DesignOptions) -> CardBuilder {
    let photos = photos
    return CardBuilder(
      rules: rules, strings: options.strings, clock: options.clock, highlight: options.highlight,
      namesServices: namesServices
    ) { photos.location(of: $0) != nil }
  }
}

extension DesignOptions {
  /// - Parameter now: Seconds since 1970: what dates are relative to.
  init(_ project: Project, now: Int) {
    self.init()
    (locale, timeZone, self.now, highlight) = (project.locale, project.timeZone, now, project.highlight)
    dates = project.dates == .relative ? nil : project.dates.rawValue
  }

  var strings: Strings { Strings.of(Language(rawValue: locale) ?? .ru) }

  var clock: CardClock {
    CardClock(
      now: now, timeZone: TimeZone(identifier: timeZone) ?? .gmt, writesOut: dates == DateStyle.absolute.rawValue)
  }
}
