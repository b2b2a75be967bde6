import Basics
import Drawing
import Projects

/// A pattern from the command line: the id of a case or of a post, the end of a post's number, or a glob that matches
/// either.
package struct CasePattern: Hashable, Sendable {
  package let text: String
  private let glob: GlobPattern

  package init(_ text: String) {
    (self.text, glob) = (text, GlobPattern(text))
  }

  /// Returns whether a post matches, and with it all of its cases.
  func matches(post: String) -> Bool { glob.matches(post) || post.hasSuffix("_\(text)") }

  func matches(case id: String, of post: String) -> Bool { glob.matches(id) || matches(post: post) }
}

/// The posts and cases that a comparison is restricted to.
package struct CaseSelection: Hashable, Sendable {
  /// Patterns for posts; empty for all.
  package var posts: [CasePattern]
  /// Patterns for cases; empty for all.
  package var cases: [CasePattern]

  package init(posts: [String] = [], cases: [String] = []) {
    self.posts = posts.map(CasePattern.init)
    self.cases = cases.map(CasePattern.init)
  }

  package var isWhole: Bool { posts.isEmpty && cases.isEmpty }

  func takes(post: String) -> Bool { posts.isEmpty || posts.contains { $0.matches(post: post) } }

  func takes(case id: String, of post: String) -> Bool {
    takes(post: post) && (cases.isEmpty || cases.contains { $0.matches(case: id, of: post) })
  }

  /// Returns whether the selection may include a case of the post. The states of a card are known only after layout.
  func mayTake(post: String, of project: Project) -> Bool {
    guard takes(post: post) else { return false }
    if cases.isEmpty { return true }
    return project.widths.contains { width in
      project.scales.contains { scale in
        project.themes.contains { theme in
          project.compares(width: width, scale: scale, theme: theme)
            && [ImageVariant.State.expanded, .collapsed].contains { state in
              let variant = ImageVariant(width: width, scale: scale, theme: theme, state: state)
              return takes(case: "\(post)/\(variant.name)", of: post)
            }
        }
      }
    }
  }

  /// The texts of all patterns, posts first.
  var texts: [String] { (posts + cases).map(\.text) }
}
