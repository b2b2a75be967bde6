import Basics
import Diagnostics
import Drawing
import Figma
import Files
import Foundation
import ImageComparison
import ImageFolders
import Projects
import Raster

/// The designs of a run's mockups, each read once.
package struct MockupDesigns: Sendable {
  private let designs: [URL: Result<FigmaResponses, Diagnostic>]

  package init(cases: [Mockup]) {
    var designs: [URL: Result<FigmaResponses, Diagnostic>] = [:]
    for file in cases.compactMap(\.figma).uniqued() {
      designs[file] = Result { () throws(Diagnostic) in try FigmaResponses(file, called: file.lastPathComponent) }
    }
    self.designs = designs
  }

  /// Warnings about parts of the designs.
  var problems: [Diagnostic] {
    designs.sorted { $0.key.path < $1.key.path }.flatMap { (try? $0.value.get().problems) ?? [] }
      .filter { $0.severity == .warning }
  }

  /// Returns the responses of a design; nil if they can't be read.
  func answers(of design: URL) -> FigmaResponses? { try? designs[design]?.get() }

  /// Compares the tokens of the project with those of each design that has variables or styles. Gives each result a
  /// unique name.
  ///
  /// - Throws: `RunFailure` if the project's tokens can't be read.
  func drifts(
    of mockups: [Mockup], project: Project, environment: Environment
  ) throws -> [(name: String, drift: TokenDrift)] {
    var names: [String: Int] = [:]
    return try mockups.compactMap(\.figma).uniqued().compactMap { design in
      guard let answers = answers(of: design),
        let drift = try TokenDrift(
          answers, called: environment.shownPath(design), project: project, environment: environment)
      else { return nil }
      let name = design.deletingPathExtension().lastPathComponent
      names[name, default: 0] += 1
      let count = names[name, default: 1]
      return (count > 1 ? "\(name)-\(count)" : name, drift)
    }
  }

  /// The reference of a mockup: a frame, an image, or both.
  package struct Target {
    var reference: Reference
    /// The image to compare, as PNG.
    var png: [UInt8]?
    var frame: DesignFrame?
  }

  /// Returns the reference of a mockup; nil if there is neither an image nor a frame yet.
  ///
  /// - Throws: `Diagnostic` if the image or the design can't be read.
  package func target(of mockup: Mockup) throws -> Target? {
    // A missing image may be added later.
    if let own = mockup.mockup, !FileSystem.exists(own) { return nil }
    let frame = if let design = mockup.figma { try self.frame(of: mockup, in: design) } else { nil as DesignFrame? }
    guard let (file, known) = picture(of: mockup, frame) else {
      guard let frame else { return nil }
      return Target(
        reference: Reference(layout: nil, size: nil, digest: nil, isForeign: true, picture: nil), frame: frame)
    }
    let name = file.lastPathComponent
    let png = try ComparedImageFile.fitted(
      try ComparedImageFile.bytes(of: file, called: name), name: name, to: mockup, scale: known, frame: frame?.size)
    let reference = Reference(
      layout: nil, size: try ComparedImageFile.size(png, name: name), digest: Digest(of: png).hex, isForeign: true,
      picture: { try ComparedImageFile.decoded(png, name: name) })
    return Target(reference: reference, png: png, frame: frame)
  }

  private func frame(of mockup: Mockup, in design: URL) throws(Diagnostic) -> DesignFrame? {
    let name = mockup.frame ?? mockup.name
    do throws(Diagnostic) {
      guard let answers = try designs[design]?.get() else { return nil }
      let first = try answers.design(design.lastPathComponent)
      // Nodes that were pulled separately are in files next to the whole file.
      let holder = answers.designs.first { (try? $0.index(ofFrame: name)) != nil } ?? first
      return DesignFrame(
        file: holder, index: try holder.index(ofFrame: name), crop: mockup.crop, map: mockup.map,
        reportsUnmapped: mockup.reportsUnmapped)
    } catch {
      throw error.located(in: design.lastPathComponent)
    }
  }

  /// Returns the case's own image, or a pulled image of the frame: the one with the card's scale, otherwise the
  /// largest.
  ///
  /// - Returns: nil if there is no image. The scale is nil unless the file name states it.
  private func picture(of mockup: Mockup, _ frame: DesignFrame?) -> (file: URL, scale: Double?)? {
    if let own = mockup.mockup { return (own, nil) }
    guard let frame, let images = mockup.figma.flatMap({ answers(of: $0)?.pictures }) else { return nil }
    let stem = "\(FigmaFile.pictureStem(ofFrame: frame.file.nodes[frame.index].id))@"
    let found = ((try? FileSystem.names(in: images)) ?? []).compactMap { name -> (String, Double)? in
      guard name.hasPrefix(stem), name.hasSuffix("x.png") else { return nil }
      return Double(name.dropFirst(stem.count).dropLast("x.png".count)).map { (name, $0) }
    }
    let best = found.first { $0.1 == Double(mockup.scale) } ?? found.max { $0.1 < $1.1 }
    return best.map { (images.appendingPathComponent($0.0), $0.1) }
  }
}

extension DesignFrame {
  /// The size of the whole frame, in points.
  var size: Size? { file.nodes[index].box?.size }
}

extension ComparedImageFile {
  /// Returns the part of an image that shows the card, at the card's scale. Returns the original bytes if both match
  /// already.
  ///
  /// - Parameters:
  ///   - scale: The scale of the image, if its name states it.
  ///   - frame: The size of the frame that the image shows, in points; nil if unknown.
  /// - Throws: `Diagnostic` if the image can't be decoded or is smaller than the crop.
  fileprivate static func fitted(
    _ png: [UInt8], name: String, to mockup: Mockup, scale: Double?, frame: Size?
  ) throws -> [UInt8] {
    let size = try size(png, name: name)
    let wanted = Double(mockup.scale)
    let found = mockup.pictureScale ?? scale ?? frame.flatMap { Self.scale(of: size, $0) } ?? wanted
    guard found != wanted || mockup.crop != nil else { return png }
    var bitmap = try decoded(png, name: name)
    if let crop = mockup.crop {
      guard let cut = bitmap.cut(to: crop.pixels(nearest: found)) else {
        throw Diagnostic(CompareIssue.cropOutside(width: size.width, height: size.height), at: Place(file: name))
      }
      bitmap = cut
    }
    func side(_ pixels: Int) -> Int { max(1, Int((Double(pixels) * wanted / found).rounded())) }
    if found != wanted {
      bitmap = Resampler.scale(bitmap, toWidth: side(bitmap.width), height: side(bitmap.height))
    }
    return try PNGEncoder().encode(bitmap, scale: wanted)
  }

  /// Returns the pixels per point; nil if width and height disagree.
  private static func scale(of size: PixelSize, _ frame: Size) -> Double? {
    guard frame.width > 0, frame.height > 0 else { return nil }
    let (x, y) = (Double(size.width) / frame.width, Double(size.height) / frame.height)
    // Figma exports whole pixels, at scales with at most two decimals.
    let scale = (x * 100).rounded() / 100
    let isBoth =
      abs(scale * frame.width - Double(size.width)) <= 1 && abs(scale * frame.height - Double(size.height)) <= 1
    return scale > 0 && isBoth && abs(x - y) < 0.1 ? scale : nil
  }
}

extension Rect {
  /// Returns the rectangle in whole pixels, with each edge rounded.
  fileprivate func pixels(nearest scale: Double) -> PixelRect {
    func whole(_ value: Double) -> Int { Int(min(1e8, max(-1e8, (value * scale).rounded()))) }
    return PixelRect(left: whole(minX), top: whole(minY), right: whole(maxX), bottom: whole(maxY))
  }
}

extension Bitmap {
  /// Returns a part of the image; nil if the rectangle exceeds it.
  fileprivate func cut(to rect: PixelRect) -> Bitmap? {
    guard rect.x >= 0, rect.y >= 0, rect.right <= width, rect.bottom <= height, rect.width > 0, rect.height > 0 else {
      return nil
    }
    var cut: [UInt8] = []
    cut.reserveCapacity(rect.width * rect.height * 4)
    for y in rect.y..<rect.bottom {
      let start: Int = y * stride + rect.x * 4
      let end: Int = y * stride + rect.right * 4
      cut += bytes[start..<end]
    }
    return Bitmap(width: rect.width, height: rect.height, format: format, bytes: cut)
  }
}
