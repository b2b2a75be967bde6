import Cards
import Foundation
import Projects

extension CardRenderer {
  /// What its cards are made with, as a baseline remembers it.
  package var designRecord: DesignRecord {
    var record = design.sources.record
    record.options.locale = project.locale
    record.options.timeZone = project.timeZone
    record.options.now = clock.now
    record.options.highlight = project.highlight
    record.options.dates = project.dates == .relative ? nil : project.dates.rawValue
    return record
  }

  /// Makes cards as a theme and a project's options say.
  package func builder(for theme: Design.Theme, options: DesignOptions) -> any FeedCardBuilding {
    let zone = TimeZone(identifier: options.timeZone) ?? .gmt
    return PostCardBuilder(
      rules: theme.rules, strings: Strings.of(Language(rawValue: options.locale) ?? .ru),
      clock: CardClock(now: options.now, timeZone: zone, writesOut: options.dates == DateStyle.absolute.rawValue),
      highlight: options.highlight)
  }
}
