import CardDrawing
import Drawing
import Names
import Projects

/// What somebody types for cases: the id of a case or of a post, the end of a post's number, or a pattern over either.
package struct CasePattern: Hashable, Sendable {
  package let text: String
  private let glob: GlobPattern

  package init(_ text: String) {
    (self.text, glob) = (text, GlobPattern(text))
  }

  /// The post, with all that is compared of it.
  func matches(post: String) -> Bool { glob.matches(post) || post.hasSuffix("_\(text)") }

  func matches(case id: String, of post: String) -> Bool { glob.matches(id) || matches(post: post) }
}

/// Which posts and cases a comparison is narrowed to.
package struct CaseSelection: Hashable, Sendable {
  /// Of posts; empty for all.
  package var posts: [CasePattern]
  /// Of cases; empty for all.
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

  /// Whether a case of the post may be chosen: which states a card has is not known before it is laid out.
  func mayTake(post: String, of project: Project) -> Bool {
    guard takes(post: post) else { return false }
    if cases.isEmpty { return true }
    return project.widths.contains { width in
      project.scales.contains { scale in
        project.themes.contains { theme in
          [PictureVariant.State.expanded, .collapsed].contains { state in
            let variant = PictureVariant(width: width, scale: scale, theme: theme, state: state)
            return takes(case: "\(post)/\(variant.name)", of: post)
          }
        }
      }
    }
  }

  /// In the order in which they were typed.
  var texts: [String] { (posts + cases).map(\.text) }
}
