import CheckedSources
import Diagnostics

/// What token files say of faces that are not there: `{"$extensions": {"feedproof": {"fonts": {"Inter 900": "Inter
/// 700"}}}}` at the top of a file. The format leaves `$extensions` to tools; ours stands where the design's own tokens
/// stand, so that every command that reads them knows of it.
struct StandIns {
  private(set) var faces: [Typeface: Typeface] = [:]
  private(set) var diagnostics: [Diagnostic] = []

  /// - Parameter documents: The files' roots; what a later one says counts.
  init(_ documents: [SourceNode]) {
    for document in documents {
      guard let extensions = document["$extensions"]?["feedproof"] else { continue }
      guard let members = extensions.members else {
        report(.badProperty("feedproof", expected: "an object", found: extensions.inWords), at: extensions.place)
        continue
      }
      for member in members {
        if member.key == "fonts" {
          read(member.value)
        } else {
          let near = nearest(to: member.key, among: ["fonts"])
          report(.unknownMember(member.key, of: "\"feedproof\" extension", suggestion: near), at: member.keyPlace)
        }
      }
    }
  }

  private mutating func read(_ node: SourceNode) {
    guard let members = node.members else {
      return report(.badProperty("fonts", expected: "an object", found: node.inWords), at: node.place)
    }
    for member in members {
      guard let face = Typeface(written: member.key), let other = member.value.string.flatMap(Typeface.init(written:))
      else {
        let issue = TokenIssue.value(
          expected: "a family or a face", found: member.value.inWords, hint: "\"Inter\" or \"Inter 700\"")
        report(issue, at: member.value.place)
        continue
      }
      faces[face] = other
    }
  }

  private mutating func report(_ issue: TokenIssue, at place: Place) {
    diagnostics.append(Diagnostic(issue, at: place))
  }
}
