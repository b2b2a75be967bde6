import Diagnostics
import Digests
import Files
import Foundation
import Pixels
import Proof
import Raster

/// The design files of a run's mockups, each read once.
struct MockupDesigns: Sendable {
  private let designs: [URL: Result<FigmaDesign, Diagnostic>]

  init(cases: [MockupCase]) {
    var designs: [URL: Result<FigmaDesign, Diagnostic>] = [:]
    for file in cases.compactMap(\.figma).uniqued() {
      do {
        designs[file] = .success(try FigmaDesign(json: try Data(contentsOf: file), name: file.lastPathComponent))
      } catch let diagnostic as Diagnostic {
        designs[file] = .failure(diagnostic)
      } catch {
        let issue = FileIssue.unreadable(reason: reason(error))
        designs[file] = .failure(Diagnostic(issue, at: Place(file: file.lastPathComponent)))
      }
    }
    self.designs = designs
  }

  /// What the mockup shows, and its picture as a file; nil where there is no picture yet.
  ///
  /// - Throws: `Diagnostic` when the picture or the design can't be read.
  func reference(for mockup: MockupCase) throws -> (Reference, [UInt8])? {
    guard FileManager.default.fileExists(atPath: mockup.mockup.path) else { return nil }
    let png: [UInt8]
    do {
      png = [UInt8](try Data(contentsOf: mockup.mockup))
    } catch {
      throw Diagnostic(FileIssue.unreadable(reason: reason(error)), at: Place(file: mockup.mockup.lastPathComponent))
    }
    let layout = try mockup.figma.flatMap { designs[$0] }
      .map { try $0.get().layout(ofFrame: mockup.frame ?? mockup.name) }
    let size = try PictureFile.size(png, name: mockup.mockup.lastPathComponent)
    let reference = Reference(
      layout: layout, size: size, digest: Digest(of: png).hex, isForeign: true,
      picture: { try PictureFile.decoded(png, name: mockup.mockup.lastPathComponent) })
    return (reference, png)
  }
}
