import Basics
import CardRendering
import Diagnostics
import Documents
import Drawing
import Files
import Foundation
import OutputTransactions
import Raster
import Site

/// Cards that the page draws instead of showing images.
struct CardDrawings: Sendable {
  let renderer: CardRenderer
  let glyphs: SharedGlyphs

  /// Nil if the page shows images.
  init?(_ renderer: CardRenderer) throws(Diagnostic) {
    guard renderer.drawsInPage else { return nil }
    (self.renderer, glyphs) = (renderer, try SharedGlyphs(fonts: renderer.fonts))
  }

  /// The drawings at one width: for each state, and each page of the carousels, the lists of all themes.
  typealias Lists = [[DisplayList]]

  /// Pixels per point for aligning edges: the scale of most screens.
  private var scale: Double {
    let scales = renderer.project.scales
    return Double(scales.contains(2) ? 2 : scales.max() ?? 2)
  }

  private var photoScale: Int { renderer.project.scales.max() ?? 2 }

  /// - Parameter read: A card at one width in each theme; the first one determines the states.
  func lists(_ read: [AccessibleStates]) -> Lists {
    guard let first = read.first else { return [] }
    let scale = scale
    let collapsed = first.states.collapsed == nil ? [] : read.map { $0.states.collapsed ?? $0.states.expanded }
    let pages = read.map(\.pages)
    let turned = pages[0].indices.map { page in pages.compactMap { $0.indices.contains(page) ? $0[page] : nil } }
    return ([read.map(\.states.expanded), collapsed] + turned).map { layouts in
      layouts.map { $0.displayList(scale: scale) }
    }
  }

  func photos(on widths: [Lists]) -> CardDrawingPhotos {
    CardDrawingPhotos(on: widths.flatMap { $0.flatMap { $0 } }, scale: photoScale)
  }

  func layout(_ lists: Lists, _ photos: CardDrawingPhotos) throws -> DrawnCardLayout {
    var script = CardScript(
      glyphs: glyphs, photo: photos.number, quote: DrawnCardLayout.quoted, share: DrawnCardLayout.shared)
    for list in lists { try script.add(list) }
    let emoji = Set(script.emoji.map { "\($0.face)-\($0.glyph)" })
    return DrawnCardLayout(
      states: "[" + script.states.joined(separator: ",") + "]", letters: script.letters, emoji: emoji)
  }

  /// Returns a photo's file; nil if there is none, which `PostImages` reports.
  ///
  /// - Throws: `Diagnostic`.
  func file(of photo: CardDrawingPhotos.Photo, _ pictures: PostImages) throws -> [UInt8]? {
    let (width, height) = (photo.size.width, photo.size.height)
    let images = pictures.at(scale: photoScale)
    guard let bitmap = images.picture(for: photo.reference, width: width, height: height) else { return nil }
    do {
      return try pictures.share.holding(width * height * WebPEncoder.bytesPerPixel) {
        try WebPEncoder.picture(bitmap, .lossy(renderer.project.photoQuality))
      }
    } catch let error as ImageError {
      throw Diagnostic(error)
    }
  }
}

/// The photos of a post's drawings without duplicates, each as large as its largest box with the same shape.
struct CardDrawingPhotos: Sendable {
  struct Photo: Sendable {
    var reference: ImageReference
    /// The size in pixels.
    var size: PixelSize
  }

  private struct Key: Hashable {
    var reference: ImageReference
    /// The ratio of width to height; ratios that differ by less than half a percent are equal.
    var shape: Int

    init(_ reference: ImageReference, _ size: PixelSize) {
      self.reference = reference
      // The description doesn't make it another photo.
      self.reference.description = nil
      shape = Int((log(Double(max(1, size.width)) / Double(max(1, size.height))) * 250).rounded())
    }
  }

  private(set) var all: [Photo] = []
  private var numbers: [Key: Int] = [:]
  private let scale: Int
  /// The numbers of photos without files.
  var missing: Set<Int> = []

  /// - Parameter scale: Pixels per point of the files.
  init(on lists: [DisplayList], scale: Int) {
    self.scale = scale
    for (reference, size) in lists.flatMap({ $0.pictures(scale: scale) }) where size.width > 0 && size.height > 0 {
      let key = Key(reference, size)
      if let known = numbers[key] {
        if all[known].size.width < size.width { all[known].size = size }
      } else {
        numbers[key] = all.count
        all.append(Photo(reference: reference, size: size))
      }
    }
  }

  /// Returns nil if there is none.
  ///
  /// - Parameter size: The size of its box, in points.
  func number(_ reference: ImageReference, _ size: Size) -> Int? {
    func pixels(_ points: Double) -> Int { Int(min(max(0, points * Double(scale)), 1e6).rounded(.up)) }
    let number = numbers[Key(reference, PixelSize(width: pixels(size.width), height: pixels(size.height)))]
    return number.flatMap { missing.contains($0) ? nil : $0 }
  }
}

/// The exported drawings of a post.
struct ExportedDrawings {
  /// The layouts by width, in the project's order.
  var layouts: [DrawnCardLayout] = []
  var photos: [Manifest.Original] = []
  var files: [StoredFile] = []
  var failures: [Diagnostic] = []

  /// Writes photos to the staging folder.
  ///
  /// - Parameter read: The states by theme, then by width.
  init(
    of id: String, _ read: [[AccessibleStates]], by drawings: CardDrawings, _ pictures: PostImages,
    _ output: OutputFolder
  ) throws {
    let widths = (read.first ?? []).indices.map { width in drawings.lists(read.map { $0[width] }) }
    var shown = drawings.photos(on: widths)
    for (number, photo) in shown.all.enumerated() {
      guard let bytes = try file(of: photo, drawings, pictures) else {
        shown.missing.insert(number)
        continue
      }
      let path = try RelativePath.checked(DrawnCardLayout.photoPath(id, String(number)))
      let (stamp, digest) = (try output.put(bytes, at: StateFolder.staged / path), Digest(of: bytes))
      files.append(StoredFile(path: path, bytes: bytes.count, modified: stamp.modified, sha256: digest))
      photos.append(Manifest.Original(path: path.text, bytes: bytes.count, sha256: digest.hex))
    }
    layouts = try widths.map { try drawings.layout($0, shown) }
  }

  /// Returns a photo's file. A photo that can't be encoded doesn't affect the others.
  private mutating func file(
    of photo: CardDrawingPhotos.Photo, _ drawings: CardDrawings, _ pictures: PostImages
  ) throws -> [UInt8]? {
    do {
      return try drawings.file(of: photo, pictures)
    } catch let diagnostic as Diagnostic where diagnostic.kind == .input {
      failures.append(diagnostic)
      return nil
    }
  }
}
