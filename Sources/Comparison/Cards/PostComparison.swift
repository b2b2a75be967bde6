import CardRendering
import Diagnostics
import Drawing
import FeedReading
import Files
import ImageComparison
import Layout
import Projects
import Raster
import RunSupport

/// Draws and compares all cases of one post.
struct PostComparison {
  let renderer: CardRenderer
  let project: Project
  let comparison: CaseComparison
  /// Nil draws everything and caches nothing.
  let reuse: UnchangedPosts?
  let selection: CaseSelection
  let interruption: Interruption
  /// The machine's clock in seconds, used to report durations.
  let uptime: @Sendable () -> Double

  func compare(_ item: BaselinePost) throws -> ComparedItem {
    if interruption.isRequested { throw RunFailure.interrupted }
    var compared = ComparedItem(id: item.post.id, cases: [], post: item.mockups == nil ? .baseline : .mockup)
    if item.mockups == nil, let reuse {
      if let kept = try reuse.kept(item.placed) {
        compared.reused = kept
        return compared
      }
      // Computed before drawing: if a photo changes afterward, the next comparison draws the post.
      compared.key = try reuse.key(of: item.placed)
    }
    let pictures = renderer.pictures()
    compared.cases = try cases(of: item, pictures)
    compared.diagnostics = pictures.diagnostics
    // Another memory budget may have room for a photo that did not fit into this one.
    if pictures.isLimited { compared.key = nil }
    return compared
  }

  private func cases(of item: BaselinePost, _ pictures: PostImages) throws -> [ComparedCase] {
    let photos = PhotoNames(renderer.photoKeys)
    var cases: [ComparedCase] = []
    if let mockups = item.mockups {
      for mockup in mockups { cases.append(try compare(mockup, item.placed, pictures, photos)) }
    } else {
      for theme in renderer.design.themes {
        for width in renderer.project.widths {
          cases += try compareBaselines(item.placed, theme, width, pictures, photos)
        }
      }
    }
    return cases
  }

  private func compareBaselines(
    _ post: PostInFeed, _ theme: Design.Theme, _ width: Int, _ pictures: PostImages, _ photos: PhotoNames
  ) throws -> [ComparedCase] {
    let card = renderer.card(for: post, in: theme)
    let states = try renderer.imageStates(of: card, in: theme, screen: width)
    return try states.all.flatMap { state, layout in
      try renderer.project.scales.compactMap { scale -> ComparedCase? in
        guard renderer.project.compares(width: width, scale: scale, theme: theme.name) else { return nil }
        let variant = ImageVariant(width: width, scale: scale, theme: theme.name, state: state.ofPicture)
        let id = "\(post.id)/\(variant.name)"
        guard selection.takes(case: id, of: post.id) else { return nil }
        let cardCase = ComparisonCase(baseline: id, variant, of: project)
        let trial = TrialCard(
          renderer: renderer, post: post, theme: theme, variant: variant, state: state, pictures: pictures)
        let expanded =
          "\(post.id)/\(ImageVariant(width: width, scale: scale, theme: theme.name, state: .expanded).name)"
        return try compare(
          cardCase,
          ComparedCard(
            post: post.id, label: CaseLabel(card), layout: layout, trial: trial, photos: photos,
            other: state == .collapsed ? (expanded, states.expanded) : nil))
      }
    }
  }

  private func compare(
    _ mockup: Mockup, _ post: PostInFeed, _ pictures: PostImages, _ photos: PhotoNames
  ) throws -> ComparedCase {
    let cardCase = ComparisonCase(mockup)
    guard let theme = renderer.design.themes.first(where: { $0.name == mockup.theme }),
      case let card = renderer.card(for: post, in: theme),
      let (state, layout) = try renderer.states(of: card, in: theme, screen: mockup.width).all.first(where: {
        $0.state.ofPicture == mockup.state
      })
    else {
      return .failed(cardCase, post: post.id, Diagnostic(CompareIssue.noState(mockup.state.name, post: post.id)))
    }
    let trial = TrialCard(
      renderer: renderer, post: post, theme: theme, variant: cardCase.variant, state: state, pictures: pictures)
    return try compare(
      cardCase,
      ComparedCard(
        post: post.id, label: CaseLabel(card), layout: layout, trial: trial, photos: photos, other: nil))
  }

  private func compare(_ cardCase: ComparisonCase, _ card: ComparedCard) throws -> ComparedCase {
    if interruption.isRequested { throw RunFailure.interrupted }
    let started = uptime()
    let pictures = card.trial.pictures
    let list = card.trial.list(of: card.layout)
    let drawn = try renderer.draw(list, of: cardCase.variant, images: pictures)
    var compared = try comparison.compare(
      cardCase, card, drawn: drawn, materials: CardRenderingInputs(list, format: pictures.format))
    compared.entry.seconds = uptime() - started
    return compared
  }
}

/// A compared card: its layout, and the data needed to lay it out differently.
struct ComparedCard {
  let post: String
  let label: CaseLabel
  let layout: LaidOutCard
  let trial: TrialCard
  let photos: PhotoNames
  /// The baseline's id and the layout of a collapsed card's other state.
  let other: (id: String, layout: LaidOutCard)?

  /// The record of the current layout.
  var record: LayoutRecord { record(of: layout) }

  func record(of layout: LaidOutCard) -> LayoutRecord { LayoutRecord(layout, photo: photos.name) }
}

/// Short names for the bytes of a post's photos, each file read once.
final class PhotoNames {
  private let keys: PhotoDigests
  private var known: [ImageReference: String] = [:]

  init(_ keys: PhotoDigests) { self.keys = keys }

  func name(of image: ImageReference) -> String {
    if let name = known[image] { return name }
    let inline = image.candidates.map(\.url).filter { $0.hasPrefix("data:") }.map { Digest(of: $0) }
    let digest = Digest(joining: [keys.digest(of: keys.stamp(of: [image]))] + inline)
    let name = String(digest.hex.prefix(16))
    known[image] = name
    return name
  }
}

extension DrawnCard {
  /// - Parameter reference: Determines what the digest covers: a file for a mockup or a baseline of earlier versions.
  init(_ drawn: RenderedImage, _ layout: LayoutRecord, like reference: CaseComparison.MatchedReference?) throws {
    let isOfFile = reference.map { $0.sha256 != nil && $0.pixels == nil } ?? false
    let bitmap = drawn.bitmap
    self.init(
      layout: layout, size: bitmap.size, scale: Double(drawn.variant.scale),
      digest: try isOfFile ? Digest(of: drawn.file()).hex : bitmap.digest.hex
    ) { bitmap.converted(to: .rgba) }
  }
}
