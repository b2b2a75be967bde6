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
  /// Two responses give a variable different values.
  case variableDiffers(String, used: String)
  case otherVariablesDiffer(Int)

  package var text: IssueText {
    switch self {
    case .notJSON(_, isPage: true):
      .error(
        "figma.json", "this is a web page, not a response of Figma's API",
        hint: "save the response of https://api.figma.com/v1/files/KEY, or run feedproof figma pull")
    case .notJSON(let fault, isPage: false):
      .error("figma.json", fault.message, hint: "save the complete response again")
    case .unknownAnswer:
      .error(
        "figma.answer", "the file is not a known response of Figma's API",
        hint: "save a response of /files, /nodes, /variables/local, /styles, /images or /versions")
    case .wrongAnswer(let found, let needed):
      .error(
        "figma.answer",
        "the input contains \(found.map(\.inWords).joined(separator: " and ")), but not \(needed.inWords)")
    case .noAnswers:
      .error(
        "figma.answer", "the folder contains no responses of Figma's API",
        hint: "save them as .json files in it, or in its subfolder figma")
    case .refused(let status, let reason):
      .error(
        "figma.refused", "Figma rejected the request: \(status.map { "\($0) " } ?? "")\(reason)",
        hint: Self.hint(status, reason), kind: .refused)
    case .missingNode(let id):
      .warning(
        "figma.node", "the file has no node \(id)", hint: "it was deleted, or its id belongs to a different file")
    case .unknownNodeType(let type):
      .note("figma.node-type", "the layer type \(type) is unknown; only its frame and paints are read")
    case .nodeWithoutID:
      .warning("figma.node", "a layer has no id and is skipped with its children")
    case .noFrame(let name, let known):
      .error(
        "figma.no-frame", "the design file has no frame \"\(name)\"",
        hint: nearest(to: name, among: known).map { "did you mean \"\($0)\"?" }
          ?? "frames: \(known.prefix(8).joined(separator: ", "))\(known.count > 8 ? ", …" : "")")
    case .variableDiffers(let name, let used):
      .warning(
        "figma.variable-differs", "the variable \"\(name)\" has other values in \(used), which are used",
        hint: "remove the older response")
    case .otherVariablesDiffer(let count):
      .warning(
        "figma.variable-differs",
        "\(count) more \(count == 1 ? "variable has" : "variables have") different values in two responses",
        hint: "remove the older response")
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
      return
        "create a token with the scope file_variables:read; Figma returns variables only to full members of Enterprise plans"
    }
    if words.contains("token") { return "create a personal access token in Figma's settings; tokens expire" }
    if words.contains("render timeout") { return "request fewer or smaller images at once" }
    switch status {
    case 403: return "the token's owner must be able to open the file in Figma"
    case 404: return "check the key in the file's link, and that the token's owner may open the file"
    case 429: return "wait for the time in Retry-After; until then, saved responses are used"
    default: return nil
    }
  }
}
