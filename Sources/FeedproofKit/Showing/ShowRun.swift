import CardDrawing
import Cards
import Diagnostics
import Drawing
import FeedIngest
import FeedSources
import Files
import Foundation
import Layout
import Projects
import Runs

/// What `feedproof show` prints.
package enum ShowStage: String, CaseIterable, Sendable {
  case post, card, layout, drawing
}

/// `feedproof show`: any artifact between two stages as text.
struct ShowRun {
  let project: Project
  let environment: Environment

  /// - Returns: What goes to standard output, and what went wrong on the way.
  /// - Throws: `RunFailure`.
  func text(of stage: ShowStage, post: String?, json: Bool) throws -> (text: String, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let files = FeedFiles.find(of: project)
    let feed: Feed
    do {
      feed = try FeedLoading.feed(of: files) { diagnostics.append($0) }
    } catch {
      throw RunFailure(stopping: error).after(diagnostics)
    }
    let posts = try chosen(post, of: feed)
    switch stage {
    case .post:
      let shown = posts.map(ShownPost.init)
      // Diagnostics are part of the JSON; people get them apart.
      if json {
        return (try pretty(ShownFeed(posts: shown, nextFrom: feed.nextFrom, diagnostics: diagnostics)), [])
      }
      return (shown.map { $0.readable + "\n" }.joined(separator: "\n"), diagnostics)
    case .card:
      let studio = try studio(feed, files)
      let cards = posts.map(studio.builder(for: studio.design.themes[0]).feedCard)
      return (try pretty(cards), json ? [] : diagnostics)
    case .layout:
      let layouts = try layouts(of: posts, studio(feed, files)).map { item in
        ShownLayout(post: item.post, width: item.width, state: item.state, layout: item.layout)
      }
      return json
        ? (try pretty(layouts), [])
        : (layouts.map { $0.text + "\n" }.joined(separator: "\n"), diagnostics)
    case .drawing:
      let lists = try layouts(of: posts, studio(feed, files)).map { item in
        ShownDrawing(
          post: item.post, width: item.width, state: item.state.name,
          drawing: item.layout.displayList(scale: Double(project.scales[0])))
      }
      return (try pretty(lists), json ? [] : diagnostics)
    }
  }

  /// All posts, or the one whose id is given or ends with what is given.
  private func chosen(_ id: String?, of feed: Feed) throws -> [Post] {
    guard let id else { return feed.posts }
    let exact = feed.posts.filter { $0.id == id }
    let found = exact.isEmpty ? feed.posts.filter { $0.id.hasSuffix(id) } : exact
    if found.isEmpty {
      throw Diagnostic(SourceIssue.noPostWithID(id, known: feed.posts.map(\.id)))
    }
    return found
  }

  private func studio(_ feed: Feed, _ files: FeedFiles) throws -> Studio {
    try Studio(
      project: project, files: files, environment: environment, newest: feed.newestDate, showing: feed.cardRoles)
  }

  private struct ShownItem {
    var post: String
    var width: Int
    var state: CardState
    var layout: LaidOutCard
  }

  /// Themes change colours, never places: the first one stands for all.
  private func layouts(of posts: [Post], _ studio: Studio) throws -> [ShownItem] {
    let theme = studio.design.themes[0]
    return try posts.flatMap { post in
      let card = studio.builder(for: theme).feedCard(for: post)
      return try project.widths.flatMap { width in
        try CardStates(card, design: theme, engine: studio.engine, width: studio.cardWidth(screen: width, theme: theme))
          .all.map { ShownItem(post: post.id, width: width, state: $0.state, layout: $0.layout) }
      }
    }
  }

  private func pretty(_ value: some Encodable) throws -> String {
    String(decoding: try JSONText.pretty(value), as: UTF8.self)
  }
}

/// An element of `show --stage drawing`.
private struct ShownDrawing: Encodable {
  var post: String
  var width: Int
  var state: String
  var drawing: DisplayList
}

extension ShownPost {
  /// For reading: one post in a few lines, what it reposts below it, a `>` deeper each.
  fileprivate var readable: String {
    var lines: [String] = []
    var next: ShownPost? = self
    var prefix = ""
    while let post = next {
      lines += post.ownLines.map { prefix + $0 }
      // A chain of a thousand reposts stays readable: deeper ones are not indented further.
      if prefix.count < 16 { prefix += "  > " }
      next = post.repost?.post
    }
    return lines.joined(separator: "\n")
  }

  private var ownLines: [String] {
    let flags = [pinned ? "pinned" : nil, ad ? "ad" : nil].compactMap { $0 }
    let head = ([id, kind, author, date ?? "no date"] + flags).joined(separator: " · ")
    let counters = [("likes", likes), ("comments", comments), ("reposts", reposts), ("views", views)]
      .map { "\($0.0) \($0.1.map(String.init) ?? "–")" }.joined(separator: ", ")
    var lines = [head]
    if !text.isEmpty { lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" } }
    if !attachments.isEmpty { lines.append("  [\(attachments.joined(separator: ", "))]") }
    return lines + ["  \(counters)"]
  }
}
