import Cards
import Diagnostics
import FeedIngest
import Foundation
import Layout
import Raster

/// A post whose pictures are in the output folder.
struct ExportedCard: Sendable {
  var entry: Manifest.Post
  /// What a screen reader says instead of the picture.
  var description: String
}

/// One post, from its view model to its files.
struct CardExport {
  let studio: Studio
  let output: OutputFolder
  let interruption: Interruption

  /// - Throws: `RunFailure` when a picture can't be drawn or written, or the run was interrupted.
  func export(_ post: Post) throws -> ExportedCard {
    let pictures = PostPictures(files: studio.photos)
    var entry = Manifest.Post(post)
    var issues: [KitIssue] = post.text.utf8.count > PostCardBuilder.textLimit ? [.textTooLong] : []
    var failures: [Diagnostic] = []
    var description = ""
    for theme in studio.design.themes {
      let card = studio.builder(for: theme).feedCard(for: post)
      description = card.spokenText
      for width in studio.project.widths {
        let states = try CardStates(
          card, design: theme, engine: studio.engine, width: studio.cardWidth(screen: width, theme: theme))
        issues += states.issues
        for (state, layout) in states.all {
          entry.heights[String(width), default: [:]][state.name] = layout.size.height
          for scale in studio.project.scales {
            if interruption.isRequested { throw RunFailure(.interrupted) }
            let place = Manifest.Picture.Place(screenWidth: width, scale: scale, theme: theme.name, state: state.name)
            let path = "cards/\(post.id)/\(place.fileName)"
            let list = layout.displayList(scale: Double(scale))
            do {
              entry.pictures.append(try studio.draw(list, at: place, images: pictures).write(to: path, in: output))
            } catch let failure as RunFailure where failure.status == .brokenInput {
              // One card that can't be drawn (too tall for its scale) does not take the others with it.
              failures += failure.diagnostics
            }
          }
        }
      }
    }
    let place = Place.json(post.id)
    let found = issues.uniqued().map { Diagnostic($0) } + failures + pictures.diagnostics
    entry.diagnostics = found.map { $0.placed(at: place) }
    return ExportedCard(entry: entry, description: description)
  }
}

extension CardStates {
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
      heights: [:], pictures: [], diagnostics: [])
  }
}
