import Files
import Foundation

/// What an output without a ledger has of ours: a folder that came through an artifact store, or from a version that wrote
/// none.
package enum ManifestFiles {
  private static let manifest: RelativePath = "manifest.json"

  private struct Picture: Decodable { var path: String }

  private struct Post: Decodable {
    var pictures: [Picture]
    var pages: [Picture]?
    var originals: [Picture]?
  }

  private struct Known: Decodable {
    struct Tool: Decodable { var name: String }
    struct Shard: Decodable {}

    var schema: Int
    var tool: Tool
    var shard: Shard?
    var posts: [Post]
    var feedPictures: [Picture]

    /// Anybody may have a manifest.json.
    var isOurs: Bool { schema == 1 && tool.name == "feedproof" }
  }

  /// Pictures as the manifest lists them, itself, and the files of the page, or of the shard, that are there. Nothing where
  /// the manifest is not the tool's.
  static func paths(in tree: FileTree) -> [RelativePath] {
    guard let data = try? tree.data(manifest), let known = try? JSONDecoder().decode(Known.self, from: data),
      known.isOurs
    else { return [] }
    let pictures = (known.posts.flatMap { $0.pictures + ($0.pages ?? []) + ($0.originals ?? []) } + known.feedPictures)
      .compactMap { RelativePath($0.path) }
      .filter { $0.isWithin("cards") || $0.isWithin("feed") }
    let others: [RelativePath] = known.shard == nil ? ["index.html"] : ["shard/run.json", "shard/cards.ndjson"]
    return pictures + [manifest] + others + pageFiles(in: tree)
  }

  /// Those of the feed's page that are there.
  package static func pageFiles(in tree: FileTree) -> [RelativePath] {
    var found: [RelativePath] = []
    guard tree.stamp(of: "site")?.kind == .folder else { return [] }
    try? tree.walk(from: "site") { path, step in
      if case .file(.file) = step, isPageFile(path.text) { found.append(path) }
    }
    return found
  }

  /// Without a regular expression, which would be made for each file.
  private static func isPageFile(_ path: String) -> Bool {
    let pages = [
      "site/feed.css", "site/panels.css", "site/feed.js", "site/later.js", "site/find.js", "site/photos.js",
      "site/metrics.js", "site/chat.css", "site/chat.js", "site/icon.svg", "site/index.js",
    ]
    if pages.contains(path) { return true }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2, parts[0] == "site", parts[parts.count - 1].hasSuffix(".js") else { return false }
    let numbers = parts[2..<(parts.count - 1)] + [parts[parts.count - 1].dropLast(3)]
    guard numbers.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }) else { return false }
    return switch parts[1] {
    case "stories", "ids", "order", "days", "search", "facets": numbers.count == 1
    case "layouts", "boxes", "heights": numbers.count == 2
    default: false
    }
  }
}
