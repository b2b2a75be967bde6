import Diagnostics
import Digests
import Files
import Foundation
import Pixels
import Proof
import Raster

/// The design files of a run's mockups, each read once.
struct MockupDesigns: Sendable {
  /// Bytes of a design file: an export of one document of a design tool is some tens of millions.
  private static let sizeLimit = 512 << 20

  private let designs: [URL: Result<FigmaDesign, Diagnostic>]

  init(cases: [MockupCase]) {
    var designs: [URL: Result<FigmaDesign, Diagnostic>] = [:]
    for file in cases.compactMap(\.figma).uniqued() {
      designs[file] = Result { () throws(Diagnostic) in try Self.read(file) }
    }
    self.designs = designs
  }

  private static func read(_ file: URL) throws(Diagnostic) -> FigmaDesign {
    let data: Data
    do throws(FileError) {
      data = try RegularFile(file).data(limit: sizeLimit)
    } catch {
      throw error.unreadable(as: file.lastPathComponent)
    }
    return try FigmaDesign(json: data, name: file.lastPathComponent)
  }

  /// What the mockup shows, and its picture as a file; nil where there is no picture yet.
  ///
  /// - Throws: `Diagnostic` when the picture or the design can't be read.
  func reference(for mockup: MockupCase) throws -> (Reference, [UInt8])? {
    guard FileSystem.exists(mockup.mockup) else { return nil }
    let png = try PictureFile.bytes(of: mockup.mockup, called: mockup.mockup.lastPathComponent)
    let layout = try mockup.figma.flatMap { designs[$0] }
      .map { try $0.get().layout(ofFrame: mockup.frame ?? mockup.name) }
    let size = try PictureFile.size(png, name: mockup.mockup.lastPathComponent)
    let reference = Reference(
      layout: layout, size: size, digest: Digest(of: png).hex, isForeign: true,
      picture: { try PictureFile.decoded(png, name: mockup.mockup.lastPathComponent) })
    return (reference, png)
  }
}
