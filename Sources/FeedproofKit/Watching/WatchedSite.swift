import Exporting
import Files
import Foundation
import Serving

/// The feed's site as a browser gets it: the page with its own script always, all else from the output once it is written.
struct WatchedSite: LiveSite {
  let desk: WatchDesk

  func file(_ path: String) async -> LiveFile? {
    guard let edition = desk.edition else { return nil }
    let path = path.isEmpty ? "index.html" : path
    let isPage = path == "index.html"
    do {
      if let page = try edition.page(path) { return LiveFile(name: path, bytes: page, isPage: isPage) }
      if desk.isWritten { return nil }
      return try edition.file(path).map { LiveFile(name: path, bytes: $0) }
    } catch {
      // What can't be drawn is told by the export; the picture before it is better than none.
      return nil
    }
  }

  func news(_ asked: [String: String]) async -> Data {
    let news = await desk.news(after: asked["since"].flatMap { Int($0) } ?? 0, showing: WatchedView(asked))
    return (try? JSONEncoder().encode(news)) ?? Data("{}".utf8)
  }

  func finish() { desk.finish() }
}
