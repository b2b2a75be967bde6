import DataFormats
import Diagnostics

/// A problem with a response of Figma.
package enum FigmaIssue: Issue {
  case notJSON(JSONFault.Kind, isPage: Bool)
  /// JSON that is no known response.
  case unknownAnswer
  /// Another response than the expected one.
  case wrongAnswer(found: [FigmaResponse.Kind], needed: FigmaResponse.Kind)
  /// A folder without responses.
  case noAnswers
  /// Figma refused the request; both forms of errors.
  case refused(status: Int?, reason: String)
  /// A requested node isn't in the file.
  case missingNode(String)
  case unknownNodeType(String)
  case nodeWithoutID
  case noFrame(String, known: [String])
  case frameWithoutBox(String)

  package var text: IssueText {
    switch self {
    case .notJSON(_, isPage: true):
      .error(
        "figma.json", "this is a web page, not an answer of Figma's API",
        hint: "save the answer of https://api.figma.com/v1/files/KEY, or let \"feedproof figma pull\" do it")
    case .notJSON(let fault, isPage: false):
      .error("figma.json", fault.message, hint: "save the answer again, whole")
    case .unknownAnswer:
      .error(
        "figma.answer", "this is no answer of Figma's that is known",
        hint: "known are those of /files, /nodes, /variables/local, /styles, /images and /versions")
    case .wrongAnswer(let found, let needed):
      .error(
        "figma.answer",
        "there is \(found.map(\.inWords).joined(separator: " and ")), and not \(needed.inWords)")
    case .noAnswers:
      .error(
        "figma.answer", "the folder holds no answers of Figma's",
        hint: "they are .json files in it, or in its folder figma")
    case .refused(let status, let reason):
      .error(
        "figma.refused", "Figma refused: \(status.map { "\($0) " } ?? "")\(reason)",
        hint: Self.hint(status, reason), kind: .refused)
    case .missingNode(let id):
      .warning("figma.node", "the file has no node \(id)", hint: "it was removed, or its id is of another file")
    case .unknownNodeType(let type):
      .note("figma.node-type", "a layer of an unknown kind, \(type); its place and paints are read")
    case .nodeWithoutID:
      .warning("figma.node", "a layer without an id is left out, with all in it")
    case .noFrame(let name, let known):
      .error(
        "figma.no-frame", "the design file has no frame \"\(name)\"",
        hint: nearest(to: name, among: known).map { "did you mean \"\($0)\"?" }
          ?? "frames: \(known.prefix(8).joined(separator: ", "))\(known.count > 8 ? ", …" : "")")
    case .frameWithoutBox(let name):
      .error(
        "figma.frame-without-box", "the frame \"\(name)\" has no absoluteBoundingBox",
        hint: "show the frame in Figma and save its JSON again")
    }
  }

  /// Returns a hint for a refused request (see docs/figma.md).
  private static func hint(_ status: Int?, _ reason: String) -> String? {
    let words = reason.lowercased()
    if words.contains("file_variables:read") {
      return "make a token with the scope file_variables:read; variables are for full members of Enterprise alone"
    }
    if words.contains("token") { return "make a personal access token in Figma's settings; old ones expire" }
    if words.contains("render timeout") { return "ask for fewer or smaller pictures at once" }
    switch status {
    case 403: return "the token's owner must be able to open the file in Figma"
    case 404: return "is the key that of the file's link, and may the token's owner open it?"
    case 429: return "wait, as long as Retry-After says; answers on disk are used meanwhile"
    default: return nil
    }
  }
}
