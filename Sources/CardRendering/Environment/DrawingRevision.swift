/// The revision of Feedproof's own rendering, with the same feed, design, fonts and libraries.
///
/// Increase it with every intended change of layout or rendering. The next comparison then names the new version as the
/// cause, and `approve --upgrade` accepts all cases that differ for no other reason. docs/upgrading.md lists the
/// changes of each revision.
enum DrawingRevision {
  static let first = 1
  static let current = 3
}
