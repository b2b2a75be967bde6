import Basics
import CardRendering
import Export
import Files
import Foundation
import Projects

/// Uncropped photos, served next to the output as `originals/POST/PART/PAGE` and read from the feed's media on request.
/// They are never stored in a folder. No address names a file: the feed determines which file is read.
package struct OriginalPhotosSite: LiveSite {
  private static let folder = "originals"

  /// The live site that handles other requests; nil for none.
  let inner: (any LiveSite)?
  let original: @Sendable (_ post: String, _ part: Int, _ page: Int) async -> OriginalPhoto?

  package var offers: [String] { [Self.folder] + (inner?.offers ?? []) }

  package func file(_ path: String) async -> GeneratedFile? {
    let names = path.split(separator: "/").map(String.init)
    guard names.first == Self.folder else { return await inner?.file(path) }
    guard names.count == 4, let part = BoundedNumber(names[2])?.value,
      let page = BoundedNumber(names[3])?.value,
      let photo = await original(names[1], part, page)
    else { return nil }
    return GeneratedFile(name: "\(names[1]).\(photo.fileExtension)", bytes: Data(photo.bytes))
  }

  package func news(_ asked: [String: String]) async -> Data { await inner?.news(asked) ?? Data("{}".utf8) }

  package func finish() { inner?.finish() }
}

extension OriginalPhotosSite {
  /// Serves the photos of a watched feed.
  package init(watching events: WatchEvents, inner: any LiveSite) {
    self.init(inner: inner) { post, part, page in
      try? events.edition?.original(ofCard: post, part: part, page: page, shownIn: nil)
    }
  }

  /// Serves the photos of an exported feed.
  package init(of project: Project, shownIn output: URL, environment: Environment) {
    let feed = ServedFeed(project: project, output: output, environment: environment)
    self.init(inner: nil) { post, part, page in
      try? await feed.edition().original(ofCard: post, part: part, page: page, shownIn: output)
    }
  }
}

/// The feed of an export, read on first request and again after each new export.
private actor ServedFeed {
  private let project: Project
  private let manifest: String
  private let environment: Environment
  private var read: (edition: SiteSnapshot, manifest: FileStamp?)?

  init(project: Project, output: URL, environment: Environment) {
    (self.project, self.environment) = (project, environment)
    manifest = output.appendingPathComponent("manifest.json").path
  }

  func edition() throws -> SiteSnapshot {
    let stamp = FileStamp(manifest, following: true)
    if let read, read.manifest == stamp { return read.edition }
    let edition = try SiteSnapshot(
      project: project, environment: environment.renewed, after: nil, changes: .all, report: { _ in })
    read = (edition, stamp)
    return edition
  }
}
