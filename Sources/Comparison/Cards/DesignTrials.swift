import CardRendering
import Cards
import Diagnostics
import Drawing
import FeedReading
import ImageComparison
import Layout
import Synchronization

/// The theme and the builder for laying out a card.
struct CardDesign: Sendable {
  var theme: Design.Theme
  var builder: any FeedCardBuilding
}

/// The designs between that of a baseline and the current one. Each is created when a card needs it. Safe to use from
/// any task.
final class DesignTrials: Sendable {
  let delta: DesignDelta
  private let renderer: CardRenderer
  /// Settings by theme and reverted changes; nil if the result is not a valid design.
  private let settings = Mutex<[Key: CardDesign?]>([:])

  private struct Key: Hashable {
    var theme: String
    var reverted: Set<Int>
  }

  init(from old: DesignRecord, to new: DesignRecord, renderer: CardRenderer) {
    delta = DesignDelta(from: old, to: new)
    self.renderer = renderer
  }

  /// Returns the setting without some changes of the design.
  ///
  /// - Returns: nil if the rest of the design depends on the reverted changes.
  func setting(reverting reverted: Set<Int>, in theme: Design.Theme) -> CardDesign? {
    let key = Key(theme: theme.name, reverted: reverted)
    if let known = settings.withLock({ $0[key] }) { return known }
    let record = delta.record(reverting: reverted)
    let setting = theme.designed(by: record, direction: renderer.direction(of: record)).map {
      CardDesign(theme: $0, builder: renderer.builder(for: $0, of: record))
    }
    settings.withLock { $0[key] = .some(setting) }
    return setting
  }
}

/// The designs that the baselines of a run were approved with. Safe to use from any task.
final class BaselineDesigns: Sendable {
  private let store: BaselineStore
  private let renderer: CardRenderer
  private let now: DesignRecord
  /// Designs by name; nil if the record is missing or unreadable.
  private let known = Mutex<[String: DesignTrials?]>([:])

  init(_ store: BaselineStore, renderer: CardRenderer, now: DesignRecord) {
    (self.store, self.renderer, self.now) = (store, renderer, now)
  }

  /// - Parameter name: The name of a baseline's design; nil in baselines of earlier versions.
  /// - Returns: nil if the design is unknown.
  func trials(from name: String?) -> DesignTrials? {
    guard let name else { return nil }
    if let known = known.withLock({ $0[name] }) { return known }
    let record = (try? store.design(name)).flatMap { $0 }
    let trials = record.map { DesignTrials(from: $0, to: now, renderer: renderer) }
    known.withLock { $0[name] = .some(trials) }
    return trials
  }
}

/// Lays out and renders one card of a post with other designs.
struct TrialCard {
  let renderer: CardRenderer
  let post: PostInFeed
  let theme: Design.Theme
  let variant: ImageVariant
  let state: CardState
  let pictures: PostImages

  /// - Returns: nil if the card doesn't have the state.
  func layout(with setting: CardDesign) -> LaidOutCard? {
    let card = setting.builder.feedCard(for: post.post, beside: post.neighbours)
    let states = try? renderer.imageStates(of: card, in: setting.theme, screen: variant.width)
    return states?.all.first { $0.state == state }?.layout
  }

  func list(of layout: LaidOutCard) -> DisplayList { layout.displayList(scale: Double(variant.scale)) }

  func list(with setting: CardDesign) -> DisplayList? { layout(with: setting).map(list) }

  func drawn(_ layout: LaidOutCard) throws -> RenderedImage {
    try renderer.draw(list(of: layout), of: variant, images: pictures)
  }
}
