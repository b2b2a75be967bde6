import Foundation
import Projects

/// A change between two exports.
enum FeedChange: CaseIterable {
  case nothing, text, photoBytes, photoGone, newPost, removedPost, reordered, later, option, token, template,
    siteTemplate
  case feedHeight, encoding

  func make(_ project: IncrementalProject) throws {
    switch self {
    case .nothing: break
    case .text: project.posts[2].text = "Another text"
    case .photoBytes: try project.photo("one", from: "pie_604.jpg")
    case .photoGone: try FileManager.default.removeItem(at: project.folder.url.appendingPathComponent("media/two.jpg"))
    case .newPost: project.posts.insert(.init(id: 9, text: "The newest", photo: "two"), at: 0)
    case .removedPost: project.posts.remove(at: 1)
    case .reordered: project.posts.swapAt(0, 4)
    // Dates are relative to the newest post: the other posts are from "yesterday" now.
    case .later: project.posts[0].date += 86_400
    case .option: project.change = { $0.card.highlight = "nowhere" }
    case .token:
      let tokens = try project.design(
        "Mockups/newsfeed/newsfeed.tokens.json", replacing: ##"0.172549, 0.176471, 0.180392], "hex": "#2C2D2E""##,
        with: ##"0.672549, 0.176471, 0.180392], "hex": "#AC2D2E""##)
      project.change = { $0.tokens = [tokens] }
    case .template:
      let template = try project.design("Templates/Cards/post.yml", replacing: "name: counters", with: "name: counts")
      project.change = { $0.cards = template.deletingLastPathComponent() }
    case .siteTemplate:
      let page = try project.design("Templates/Site/feed.html.mustache", replacing: "<title>", with: "<title>New: ")
      project.change = { $0.siteTemplates = page.deletingLastPathComponent() }
    case .feedHeight: project.change = { $0.feedHeight = 200 }
    case .encoding: project.change = { $0.encoding = .webp }
    }
  }

  /// The posts to render, with the reasons; nil for all posts.
  var drawn: [String]? {
    switch self {
    case .nothing, .removedPost, .reordered, .siteTemplate, .feedHeight: []
    case .text: ["draw    wall1_3: the post has changed"]
    case .photoBytes: ["draw    wall1_2: a photo has changed"]
    case .photoGone: ["draw    wall1_4: a photo has changed"]
    case .newPost: ["draw    wall1_9: it is new"]
    case .later, .option, .token, .template, .encoding: nil
    }
  }

  var reason: String {
    switch self {
    case .later: "the post has changed"
    case .option, .encoding: "options have changed"
    case .token: "design tokens have changed"
    default: "templates have changed"
    }
  }
}
