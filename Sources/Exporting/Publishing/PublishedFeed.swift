import ExportStore
import Files
import Foundation
import OutputFolders
import Projects

/// Whose posts an output folder holds, as it lies there for the next run.
struct PublishedFeed: Codable, Equatable, Sendable {
  private static let schemaVersion = 1
  private static let limit = 64 << 20

  private var schema = PublishedFeed.schemaVersion
  /// Where the feed was read, relative to the folder, so that both can be moved together.
  var feeds: [String]
  /// Ids of posts that have left the feed and were kept.
  var removed: [String]

  init(feeds: [String], removed: [String] = []) {
    (self.feeds, self.removed) = (feeds, removed)
  }

  init(of project: Project) {
    let folder = Self.components(project.output)
    feeds = project.feeds.map { Self.path(to: Self.components($0), from: folder) }
    removed = []
  }

  /// What the last run left; nil where none did, or one of another version.
  init?(in folder: String) {
    guard let data = try? FileTree(folder).data(StateFolder.feed, limit: Self.limit),
      let known = try? JSONDecoder().decode(PublishedFeed.self, from: data), known.schema == Self.schemaVersion
    else { return nil }
    self = known
  }

  var text: String { get throws { try JSONText.line(self) + "\n" } }

  private static func components(_ url: URL) -> [Substring] {
    FileSystem.resolved(url).standardizedFileURL.path.split(separator: "/")
  }

  private static func path(to target: [Substring], from folder: [Substring]) -> String {
    let common = zip(target, folder).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: folder.count - common) + target.dropFirst(common)).joined(separator: "/")
  }
}
