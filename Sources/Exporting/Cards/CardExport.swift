import CardDrawing
import Cards
import CivilTime
import Diagnostics
import Drawing
import ExportStore
import FeedIngest
import Files
import Foundation
import Layout
import Raster
import Runs
import Site

/// A card whose pictures wait to be published.
struct ExportedCard: Sendable {
  var card: NewCard
  var diagnostics: [Diagnostic]
}

/// One post, from its view model to its files.
struct CardExport {
  let studio: Studio
  let keys: DesignKeys
  let output: OutputFolder
  let interruption: Interruption

  /// - Throws: `RunFailure` when a picture can't be drawn or written, or the run was interrupted.
  func export(_ input: CardInput) throws -> ExportedCard {
    // Before anything is drawn: a photo that changes from here on makes the card stale.
    let (key, stamp) = try input.key(studio, keys)
    let pictures = studio.pictures()
    var entry = input.entry
    var issues: [CardIssue] = input.isTextTooLong ? [.textTooLong] : []
    var failures: [Diagnostic] = []
    var files: [StoredFile] = []
    var site: SiteEntry?
    func take(_ drawn: Drawn, into list: WritableKeyPath<Manifest.Post, [Manifest.Picture]>) {
      entry[keyPath: list] += drawn.pictures
      failures += drawn.failures
      files += drawn.files
    }
    for (theme, builder) in zip(studio.design.themes, studio.builderOfTheme) {
      let card = input.cards[builder]
      let layouts = try studio.project.widths.map { width in
        let cardWidth = studio.cardWidth(screen: width, theme: theme)
        return (width: width, states: try CardStates(card, design: theme, engine: studio.engine, width: cardWidth))
      }
      // Themes differ in colours alone: the first one's layout is everybody's.
      if site == nil { site = SiteEntry(SiteCard(input, card: card, states: layouts, strings: studio.strings)) }
      for (width, states) in layouts {
        issues += states.issues
        for (state, layout) in states.all {
          entry.heights[String(width), default: [:]][state.name] = layout.size.height
          take(
            try draw(layout, state.name, of: input.id, width: width, theme: theme, photos: pictures), into: \.pictures)
        }
        for (index, page) in states.pages(of: card, strings: studio.strings).enumerated() {
          let name = "page-\(index + 1)"
          take(try draw(page, name, of: input.id, width: width, theme: theme, photos: pictures), into: \.pages)
        }
      }
    }
    guard let site else { throw RunFailure.told(.input) }
    let place = Place.json(input.id)
    let found = issues.uniqued().map { Diagnostic($0) } + failures + pictures.diagnostics
    entry.diagnostics = found.map { $0.placed(at: place) }
    let card = NewCard(
      name: input.id, key: key, stamp: stamp, diagnostics: try entry.diagnostics.stored, files: files,
      heights: site.storedHeights(studio.project.widths),
      story: CardStory(entry: try ManifestText.entry(entry), words: site.story, layouts: site.storedLayouts))
    return ExportedCard(card: card, diagnostics: entry.diagnostics)
  }

  private typealias Drawn = (pictures: [Manifest.Picture], files: [StoredFile], failures: [Diagnostic])

  /// One picture for each scale. One that can't be drawn (too tall for its scale) does not take the others with it.
  private func draw(
    _ layout: LaidOutCard, _ state: String, of id: String, width: Int, theme: Design.Theme, photos: PostPictures
  ) throws -> Drawn {
    var drawn: Drawn = ([], [], [])
    for scale in studio.project.scales {
      if interruption.isRequested { throw RunFailure.interrupted }
      let place = PictureVariant(screenWidth: width, scale: scale, theme: theme.name, state: state)
      let list = layout.displayList(scale: Double(scale))
      do {
        let picture = try studio.draw(list, at: place, images: photos)
        let (entry, file) = try picture.stage("cards/\(id)/\(place.fileName)", in: output)
        drawn.pictures.append(entry)
        drawn.files.append(file)
      } catch let diagnostic as Diagnostic where diagnostic.kind == .input {
        drawn.failures.append(diagnostic)
      }
    }
    return drawn
  }
}

extension CardStates {
  /// The pages of the card's carousels, each a picture of its own.
  package func pages(of card: FeedCard, strings: Strings) -> [LaidOutCard] {
    CardParts(expanded, of: card, counts: [:], words: strings.accessibility).pages.map(\.card)
  }

  fileprivate var issues: [CardIssue] {
    let missing = missingGlyphs
    return (missing.isEmpty ? [] : [.missingGlyphs(missing)]) + problems.map(CardIssue.layoutProblem)
  }
}

extension Diagnostic {
  fileprivate func placed(at place: Place) -> Diagnostic {
    Diagnostic(severity: severity, code: code, message: message, place: place, hint: hint, kind: kind)
  }
}

extension Manifest.Post {
  package init(_ post: Post) {
    self.init(
      id: post.id, author: post.author.shownName, date: post.date.map(ISO8601Moment.utc), kind: post.kind.name,
      counters: Manifest.Counters(
        likes: post.counters.likes, comments: post.counters.comments, reposts: post.counters.reposts,
        views: post.counters.views),
      heights: [:], pictures: [], pages: [], diagnostics: [])
  }
}

extension CardParts.Page {
  /// The page as a card of its own, its top left corner at (0, 0). Its side is the one it has in the card, so that the
  /// photo is the same pixels.
  fileprivate var card: LaidOutCard {
    LaidOutCard(
      root: LaidOutBox(frame: Rect(origin: .zero, size: frame.size), content: .image(image), look: look))
  }
}
