/// How cards are drawn from what is the same: feed, design, fonts, libraries.
///
/// Whoever changes layout or drawing on purpose raises it, so that who upgrades is told once that another version draws, and
/// takes over what differs in nothing but that (`approve --upgrade`). docs/upgrading.md lists what each one changed.
enum DrawingRevision {
  static let first = 1
  static let current = 3
}
