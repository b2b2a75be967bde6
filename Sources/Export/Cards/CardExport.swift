import Basics
import CardRendering
import Cards
import Diagnostics
import Drawing
import FeedReading
import Files
import Foundation
import Layout
import OutputTransactions
import Raster
import RunSupport
import Site

/// A card with staged images.
struct ExportedCard: Sendable {
  var card: NewCard
  var diagnostics: [Diagnostic]
}

/// Exports one post, from its view model to its files.
struct CardExport {
  let check: CardCheck
  let output: OutputFolder
  let interruption: Interruption

  private let renderer: CardRenderer
  /// A cache of results; nil to compute everything.
  private var made: CardCache? { check.made }
  /// Nil to draw images.
  let drawings: CardDrawings?

  init(_ check: CardCheck, output: OutputFolder, interruption: Interruption, drawings: CardDrawings? = nil) {
    (self.check, self.output, self.interruption, self.drawings) = (check, output, interruption, drawings)
    renderer = check.renderer
  }

  /// - Throws: `RunFailure` if an image can't be drawn or written, or the run was interrupted.
  func export(_ input: CardInput) throws -> ExportedCard {
    // Before anything is drawn, so that a photo that changes from here on makes the card stale.
    let images = input.images
    let (key, stamp) = try input.key(renderer, check.keys, images)
    let earlier = drawings == nil ? try check.earlierPictures(of: input.id) : .none
    let pictures = renderer.pictures()
    var entry = input.entry
    var issues: [CardIssue] = input.isTextTooLong ? [.textTooLong] : []
    var failures: [Diagnostic] = []
    var files: [StoredFile] = []
    // By theme; only the first one if images are drawn.
    var read: [[AccessibleStates]] = []
    var originals = CardOriginals(of: input.id, pictures: pictures, output: output)
    func take(_ drawn: DrawnImages, into list: WritableKeyPath<Manifest.Post, [Manifest.Picture]>) {
      entry[keyPath: list] += drawn.pictures
      failures += drawn.failures
      files += drawn.files
    }
    for (place, theme) in renderer.design.themes.enumerated() {
      let card = input.cards[renderer.builderOfTheme[place]]
      let widths = try renderer.project.widths.map { width in
        try made?.states(of: input, theme: place, width: width) ?? renderer.read(card, in: theme, width: width)
      }
      if read.isEmpty, renderer.project.copiesOriginals {
        try originals.copy(widths.flatMap { $0.nodes.numbered.flatMap(\.photos) }.compactMap { $0 })
      }
      if read.isEmpty || drawings != nil { read.append(widths) }
      for read in widths {
        let width = read.width
        issues += read.states.issues
        for (state, layout) in read.states.all {
          entry.heights[String(width), default: [:]][state.name] = layout.size.height
          if drawings != nil { continue }
          take(
            try draw(
              layout, state.ofPicture, of: input.id, width: width, theme: theme, stamp, photos: pictures, earlier),
            into: \.pictures)
        }
        for (index, page) in read.pages.enumerated() where drawings == nil {
          take(
            try draw(
              page, .page(index + 1), of: input.id, width: width, theme: theme, stamp, photos: pictures, earlier),
            into: \.pages)
        }
      }
    }
    guard let first = read.first else { throw RunFailure.reported(.input) }
    var layouts: [DrawnCardLayout] = []
    if let drawings {
      if interruption.isRequested { throw RunFailure.interrupted }
      let drawn = try ExportedDrawings(of: input.id, read, by: drawings, pictures, output)
      (layouts, entry.photos) = (drawn.layouts, drawn.photos)
      files += drawn.files
      failures += drawn.failures
    }
    // Themes differ only in colors, so the layout of the first theme applies to all.
    let card = input.cards[renderer.builderOfTheme[0]]
    let shown = renderer.project.copiesOriginals ? originals : nil
    var page = SiteCard(input, card: card, read: first, originals: shown)
    for version in input.earlier ?? [] {
      try originals.copy(version.photos)
      page.earlier.append(.init(version, originals, words: renderer.strings))
    }
    page.missing = input.missingFiles(in: renderer.photos)
    let site = SiteEntry(page, drawn: layouts)
    if shown != nil || !originals.entries.isEmpty {
      entry.originals = originals.entries
      files += originals.files
    }
    let place = Place.json(input.id)
    let found = issues.uniqued().map { Diagnostic($0) } + failures + pictures.diagnostics
    entry.diagnostics = found.map { $0.placed(at: place) }
    let drawn = NewCard(
      StoredCardText(name: input.id, entry: try entry.text, page: site),
      key: pictures.isLimited ? key.limited(to: renderer.memory) : key, stamp: pictures.isLimited ? nil : stamp,
      photos: PhotoDigests.addresses(of: images), diagnostics: entry.diagnostics, files: files)
    return ExportedCard(card: drawn, diagnostics: entry.diagnostics)
  }

  private typealias DrawnImages = (pictures: [Manifest.Picture], files: [StoredFile], failures: [Diagnostic])

  /// Draws one image for each scale. An image that can't be drawn (too tall for its scale) doesn't affect the others.
  private func draw(
    _ layout: LaidOutCard, _ state: ImageVariant.State, of id: String, width: Int, theme: Design.Theme,
    _ stamp: Digest?, photos: PostImages, _ earlier: ExistingImages
  ) throws -> DrawnImages {
    var drawn: DrawnImages = ([], [], [])
    for scale in renderer.project.scales {
      if interruption.isRequested { throw RunFailure.interrupted }
      let variant = ImageVariant(
        width: width, scale: scale, theme: theme.name, state: state, encoding: renderer.project.encoding)
      do {
        let picture = try picture(layout, variant, of: id, stamp, photos, earlier)
        let (entry, file) = try picture.stage(variant.path(ofCard: id), in: output)
        drawn.pictures.append(entry)
        drawn.files.append(file)
      } catch let diagnostic as Diagnostic where diagnostic.kind == .input {
        drawn.failures.append(diagnostic)
      }
    }
    return drawn
  }

  private func picture(
    _ layout: LaidOutCard, _ variant: ImageVariant, of id: String, _ stamp: Digest?, _ photos: PostImages,
    _ earlier: ExistingImages
  ) throws -> EncodedImage {
    if let known = made?.picture(of: id, variant, photos: stamp) { return known }
    let list = layout.displayList(scale: Double(variant.scale))
    let picture = try EncodedImage(
      renderer.draw(list, of: variant, images: photos), earlier: earlier.bytes(at: variant.path(ofCard: id)))
    made?.keep(picture, of: id, stamp, photos: photos, isSeen: false)
    return picture
  }
}

extension Diagnostic {
  fileprivate func placed(at place: Place) -> Diagnostic {
    Diagnostic(
      severity: severity, code: code, message: message, place: place, hint: hint, count: count, kind: kind)
  }
}

extension Manifest.Post {
  package init(_ post: Post) {
    self.init(
      id: post.id, author: post.author.recordedName, date: post.date.map(ISO8601Moment.utc), kind: post.kind.name,
      counters: Self.counters(of: post), heights: [:], pictures: [], pages: [], diagnostics: [],
      removed: post.flags.contains(.removed) ? true : nil)
  }

  private static func counters(of post: Post) -> [String: Int] {
    var counters: [String: Int] = [:]
    for counter in post.counters { counters[counter.kind.rawValue] = counter.value }
    return counters
  }
}

/// Copies of the photos that one card shows, now or in earlier versions, without duplicates, named by digest. They are
/// stored with the card's images and removed with the card.
package struct CardOriginals {
  private(set) var entries: [Manifest.Original] = []
  private(set) var files: [StoredFile] = []
  /// Paths by photo, regardless of its crop; nil if a page can't show it.
  private var paths: [[ImageReference.Candidate]: String?] = [:]
  private let id: String
  private let pictures: PostImages
  private let output: OutputFolder

  init(of id: String, pictures: PostImages, output: OutputFolder) {
    (self.id, self.pictures, self.output) = (id, pictures, output)
  }

  /// Copies photos to the staging folder.
  mutating func copy(_ photos: [ImageReference]) throws {
    for photo in photos where paths[photo.candidates] == nil {
      let path = try pictures.original(of: photo).map { try copy($0) }
      paths[photo.candidates] = .some(path)
    }
  }

  /// Returns the path in the output folder; nil if the photo wasn't copied.
  func path(of photo: ImageReference) -> String? { paths[photo.candidates] ?? nil }

  private mutating func copy(_ original: OriginalPhoto) throws -> String {
    let digest = Digest(of: original.bytes)
    let path = try RelativePath.checked(
      "cards/\(id)/original-\(digest.hex.prefix(16)).\(original.fileExtension)")
    guard !files.contains(where: { $0.path == path }) else { return path.text }
    let stamp = try output.put(original.bytes, at: StateFolder.staged / path)
    files.append(
      StoredFile(path: path, bytes: original.bytes.count, modified: stamp.modified, sha256: digest))
    entries.append(Manifest.Original(path: path.text, bytes: original.bytes.count, sha256: digest.hex))
    return path.text
  }
}

/// An encoded image without its pixels.
struct EncodedImage: Sendable {
  var variant: ImageVariant
  var width: Int
  var height: Int
  var bytes: [UInt8]

  /// - Parameter earlier: The existing output file.
  /// - Throws: `Diagnostic` if it can't be encoded.
  init(_ drawn: RenderedImage, earlier: [UInt8]? = nil) throws {
    WorkTally.note(.drewPicture)
    (variant, width, height, bytes) = (drawn.variant, drawn.width, drawn.height, try drawn.file(earlier: earlier))
  }

  /// Writes the image to the staging folder, to be published at `path`.
  func stage(_ path: String, in output: OutputFolder) throws -> (entry: Manifest.Picture, file: StoredFile) {
    let place = try RelativePath.checked(path)
    let stamp = try output.put(bytes, at: StateFolder.staged / place)
    let digest = Digest(of: bytes)
    let entry = Manifest.Picture(
      path: path, width: width, height: height, screenWidth: variant.width, scale: variant.scale,
      theme: variant.theme, state: variant.state?.name, bytes: bytes.count, sha256: digest.hex)
    return (entry, StoredFile(path: place, bytes: bytes.count, modified: stamp.modified, sha256: digest))
  }
}
