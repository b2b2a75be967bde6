import Cards
import Projects

/// What `feedproof picture` is asked for beside the project.
package struct PictureRequest: Sendable {
  package enum Format: String, CaseIterable, Sendable { case png, webp, pdf }

  /// A post's id, or the end of it; nil for all of the feed.
  package var post: String?
  /// Nil shows one post whole, and a feed as it is shown at first.
  package var state: CardState?
  /// Points; nil puts all pictures' cards below each other, and a document's on pages of A4.
  package var pageHeight: Int?
  /// Of a contact sheet; nil makes none.
  package var columns: Int?
  package var format: Format

  package init(format: Format) { self.format = format }

  /// A project of the one look that is shown: what was asked for; else of several that which designs are made for first.
  package static func project(_ project: Project, asked: ProjectOverrides) -> Project {
    func usual<Value: Equatable>(_ values: [Value], _ asked: [Value]?, _ first: Value, else other: Value) -> [Value] {
      asked == nil ? [values.contains(first) ? first : other] : values
    }
    var project = project
    project.widths = usual(project.widths, asked.widths, 375, else: project.widths[0])
    project.scales = usual(project.scales, asked.scales, 2, else: project.scales[project.scales.count - 1])
    if asked.themes == nil { project.themes = Array(project.themes.prefix(1)) }
    return project
  }

  package static let pageHeights = 200...14_400
  package static let columnCounts = 1...20
}
