import Cards
import Diagnostics
import Drawing
import FeedIngest
import Foundation
import Layout
import Raster
import Site

/// A post whose pictures are in the output folder.
struct ExportedCard: Sendable {
  var entry: Manifest.Post
  /// The post in the site's data.
  var site: SiteEntry
}

/// One post, from its view model to its files.
struct CardExport {
  let studio: Studio
  let output: OutputFolder
  let interruption: Interruption

  /// - Throws: `RunFailure` when a picture can't be drawn or written, or the run was interrupted.
  func export(_ post: Post) throws -> ExportedCard {
    let pictures = studio.pictures()
    var entry = Manifest.Post(post)
    var issues: [KitIssue] = post.text.utf8.count > PostCardBuilder.textLimit ? [.textTooLong] : []
    var failures: [Diagnostic] = []
    var site: SiteEntry?
    for theme in studio.design.themes {
      let card = studio.builder(for: theme).feedCard(for: post)
      let layouts = try studio.project.widths.map { width in
        let cardWidth = studio.cardWidth(screen: width, theme: theme)
        return (width: width, states: try CardStates(card, design: theme, engine: studio.engine, width: cardWidth))
      }
      // Themes differ in colours alone: the first one's layout is everybody's.
      if site == nil { site = SiteEntry(SiteCard(post, card: card, states: layouts, strings: studio.strings)) }
      for (width, states) in layouts {
        issues += states.issues
        for (state, layout) in states.all {
          entry.heights[String(width), default: [:]][state.name] = layout.size.height
          let drawn = try draw(layout, state.name, of: post, width: width, theme: theme, photos: pictures)
          entry.pictures += drawn.pictures
          failures += drawn.failures
        }
        for (index, page) in states.pages(of: card, strings: studio.strings).enumerated() {
          let drawn = try draw(page, "page-\(index + 1)", of: post, width: width, theme: theme, photos: pictures)
          entry.pages += drawn.pictures
          failures += drawn.failures
        }
      }
    }
    let place = Place.json(post.id)
    let found = issues.uniqued().map { Diagnostic($0) } + failures + pictures.diagnostics
    entry.diagnostics = found.map { $0.placed(at: place) }
    guard let site else { throw RunFailure(.brokenInput) }
    return ExportedCard(entry: entry, site: site)
  }

  /// One picture for each scale. One that can't be drawn (too tall for its scale) does not take the others with it.
  private func draw(
    _ layout: LaidOutCard, _ state: String, of post: Post, width: Int, theme: Design.Theme, photos: PostPictures
  ) throws -> (pictures: [Manifest.Picture], failures: [Diagnostic]) {
    var drawn: (pictures: [Manifest.Picture], failures: [Diagnostic]) = ([], [])
    for scale in studio.project.scales {
      if interruption.isRequested { throw RunFailure(.interrupted) }
      let place = Manifest.Picture.Place(screenWidth: width, scale: scale, theme: theme.name, state: state)
      let list = layout.displayList(scale: Double(scale))
      do {
        let picture = try studio.draw(list, at: place, images: photos)
        drawn.pictures.append(try picture.write(to: "cards/\(post.id)/\(place.fileName)", in: output))
      } catch let failure as RunFailure where failure.status == .brokenInput {
        drawn.failures += failure.diagnostics
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

  fileprivate var issues: [KitIssue] {
    let missing = missingGlyphs
    return (missing.isEmpty ? [] : [.missingGlyphs(missing)]) + problems.map(KitIssue.layoutProblem)
  }
}

extension Diagnostic {
  fileprivate func placed(at place: Place) -> Diagnostic {
    Diagnostic(severity: severity, code: code, message: message, place: place, hint: hint)
  }
}

extension Manifest.Post {
  init(_ post: Post) {
    self.init(
      id: post.id, author: post.author.shownName, date: post.date.map(Timestamp.iso), kind: post.kind.name,
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
