import CardRendering
import Drawing
import FeedReading
import Filming
import ImageComparison
import Projects

/// Finds why films on one screen have changed. Changes of cards already have causes. A film has the same causes if it
/// would match the approved film with cards of the approved heights.
final class FilmCauses {
  private let theater: FilmRenderer
  private let comparison: CaseComparison
  private let project: Project
  /// Causes by the id of the card's case.
  private var known: [String: [Cause]] = [:]
  private var approved: FilmFeed?

  init(theater: FilmRenderer, comparison: CaseComparison, project: Project) {
    (self.theater, self.comparison, self.project) = (theater, comparison, project)
  }

  /// - Parameters:
  ///   - film: The current film.
  ///   - reference: The approved film.
  ///   - difference: The difference between both; not empty.
  func causes(
    of film: ScreenFilm, _ record: FilmRecord, against reference: FilmRecord, _ difference: FilmDifference
  ) throws -> [Cause] {
    let ofCards = try (record.cards + reference.cards).flatMap(causes).uniqued()
    // A fault needs review whatever its origin. The motion of another feed can't be predicted.
    if isOfOtherFeed(record, against: reference) {
      let own = difference.faults
      return [.otherFeed] + ofCards + (own.isEmpty ? [] : [.motion(of: film.name, film.id, own)])
    }
    var own = difference.reasons
    if !ofCards.isEmpty {
      let follows = try played(film, showing: approvedFeed(), reference.rate).map {
        FilmDifference(from: reference, to: $0).motion.isEmpty
      }
      own = follows == true ? difference.faults : difference.motion
    }
    return ofCards + (own.isEmpty ? [] : [.motion(of: film.name, film.id, own)])
  }

  /// Whether the feed has reordered or removed posts, or has a post without a baseline.
  private func isOfOtherFeed(_ film: FilmRecord, against reference: FilmRecord) -> Bool {
    let feed = theater.source.feed
    // Posts on one screen are adjacent, so their order is the feed's.
    for frame in reference.frames {
      let places = frame.items.map { feed.place(ofItemNamed: $0.item) }
      if places.contains(nil) || zip(places, places.dropFirst()).contains(where: { $0 ?? 0 >= $1 ?? 0 }) { return true }
    }
    let (shown, approved) = (Self.posts(of: film), Self.posts(of: reference))
    return shown.subtracting(approved).contains { !hasBaseline($0) } && approved.contains(where: hasBaseline)
  }

  private static func posts(of film: FilmRecord) -> Set<String> {
    Set(film.frames.flatMap(\.items).map { FilmFeed.parts(ofItemNamed: $0.item).post })
  }

  private func hasBaseline(_ post: String) -> Bool { approved(post, .expanded) != nil }

  /// Nil if the feed has no post for the scene.
  private func played(_ film: ScreenFilm, showing feed: FilmFeed, _ rate: Int) -> FilmRecord? {
    guard let script = try? film.script(for: feed, on: theater.source.screen) else { return nil }
    return try? theater.played(script, showing: feed, rate: rate)
  }

  // MARK: Cards

  /// Returns the causes of a card's change. New or unreadable posts are left to the comparison of cards, which reports
  /// them.
  private func causes(of card: FilmCard) throws -> [Cause] {
    guard let post = theater.source.posts.first(where: { $0.id == card.post }) else { return [] }
    let (renderer, screen) = (theater.source.renderer, theater.source.screen)
    let theme = renderer.design.themes[0]
    let made = renderer.card(for: post, in: theme)
    let states = try renderer.states(of: made, in: theme, screen: screen.width)
    // In a chat, an open card is an edited message and has no case.
    let isOpen = card.isOpen && !theater.source.feed.isChat
    guard let shown = states.all.first(where: { ($0.state == .expanded) == (isOpen || states.collapsed == nil) }) else {
      return []
    }
    let variant = ImageVariant(
      width: screen.width, scale: screen.scale, theme: screen.theme, state: shown.state.ofPicture)
    let id = "\(post.id)/\(variant.name)"
    if let causes = known[id] { return causes }
    let pictures = renderer.pictures()
    let trial = TrialCard(
      renderer: renderer, post: post, theme: theme, variant: variant, state: shown.state, pictures: pictures)
    let compared = ComparedCard(
      post: post.id, label: CaseLabel(made), layout: shown.layout, trial: trial,
      photos: PhotoNames(renderer.photoKeys), other: nil)
    let list = trial.list(of: shown.layout)
    let causes = try comparison.causes(
      of: ComparisonCase(baseline: id, variant, of: project), compared,
      drawn: trial.drawn(shown.layout), materials: CardRenderingInputs(list, format: pictures.format)
    ).filter { $0.kind != .new && $0.kind != .error }
    known[id] = causes
    return causes
  }

  /// Returns the feed with approved heights and photos; posts without a baseline keep their current ones.
  private func approvedFeed() throws -> FilmFeed {
    if let approved { return approved }
    let (source, photos) = (theater.source, PhotoNames(theater.source.renderer.photoKeys))
    let theme = source.renderer.design.themes[0]
    let posts = try zip(source.feed.posts, source.posts).map { measured, post -> FilmFeed.Post in
      guard let expanded = approved(post.id, .expanded) else { return measured }
      let states = try source.renderer.states(of: post, in: theme, screen: source.screen.width)
      var measured = measured
      let now: LayoutRecord
      let before: LayoutRecord
      if source.feed.isChat {
        // The height before an edit is the approved one; the height that the edit adds is the current one.
        (now, before) = (LayoutRecord(states.expanded, photo: photos.name), expanded)
        measured.collapsed = measured.collapsed.map { _ in expanded.size.height }
        measured.expanded += expanded.size.height - now.size.height
      } else {
        let collapsed = approved(post.id, .collapsed)
        (measured.expanded, measured.collapsed) = (expanded.size.height, collapsed?.size.height)
        now = LayoutRecord(states.collapsed ?? states.expanded, photo: photos.name)
        before = collapsed ?? expanded
      }
      let (had, has) = (FilmPhotos(before), FilmPhotos(now))
      measured.photos += had.count - has.count
      measured.bytes += had.area == has.area ? 0 : measured.bytes * (had.area / max(1, has.area) - 1)
      return measured
    }
    let feed = FilmFeed(posts, isChat: source.feed.isChat)
    approved = feed
    return feed
  }

  private func approved(_ post: String, _ state: ImageVariant.State) -> LayoutRecord? {
    let screen = theater.source.screen
    let variant = ImageVariant(width: screen.width, scale: screen.scale, theme: screen.theme, state: state)
    // Unreadable baselines are reported by the comparison of the card.
    return (try? comparison.store.record(of: "\(post)/\(variant.name)")).flatMap { $0 }?.layout
  }
}

/// The photos in a card's layout record.
private struct FilmPhotos {
  var count = 0
  /// The area in square points.
  var area = 0.0

  init(_ record: LayoutRecord) {
    for box in record.boxes {
      guard let image = box.image else { continue }
      count += image.split(separator: " ").count
      area += box.frame.width * box.frame.height
    }
  }
}

extension Cause {
  /// The cause if films show different posts; the same for any number of films.
  static let otherFeed = Cause(
    .content, title: "the feed's posts or their order changed", identity: "feed", fact: .otherFeed)

  /// Returns the cause for a change of the film's own motion.
  static func motion(of film: String, _ id: String, _ reasons: [String]) -> Cause {
    Cause(
      .motion, title: reasons[0], identity: ([id] + reasons).joined(separator: "\n"),
      fact: .film(name: film, reason: reasons[0]))
  }
}
