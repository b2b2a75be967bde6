import Diagnostics

/// A problem with a view hierarchy.
package enum ScreenIssue: Issue, Hashable {
  /// The file holds no known hierarchy.
  case unknown(beginning: String)
  case empty
  /// The tool reported why it failed to write the file.
  case toolFailed(String)
  /// XCUITest found the application but none of its elements.
  case appNotRead
  case json(String)
  case documentType
  case tooDeep(limit: Int)
  case tooManyNodes(limit: Int)
  case noMemory
  /// The XML isn't well-formed: it was read like HTML as far as possible.
  case illFormed
  case cutOff
  /// The number of frames that are negative or not numeric.
  case badFrames(Int)
  case noFrames
  /// A member that a reader depends on has an unexpected length or type.
  case badShape(member: String)

  package var text: IssueText {
    switch self {
    case .unknown(let beginning):
      .error(
        "screen.unknown", "not a view hierarchy of a known tool; it starts with \"\(PlainText.piece(beginning))\"",
        hint: "supported tools: \(ScreenFormat.allCases.filter { $0 != .picture }.map(\.tool).joined(separator: "; "))")
    case .empty:
      .error(
        "screen.empty", "the file is empty",
        hint: "capture the hierarchy again; uiautomator waits for animations to end")
    case .toolFailed(let words):
      .error(
        "screen.tool-failed", "the tool wrote an error instead of a hierarchy: \(PlainText.piece(words))",
        hint: "capture the hierarchy again when the screen no longer moves")
    case .appNotRead:
      .error(
        "screen.app-not-read", "XCUITest found the application but could not read it",
        hint: "wait until the application is in the foreground, then print debugDescription again")
    case .json(let words): .error("screen.json", words, hint: "save the tool's complete output")
    case .documentType:
      .error(
        "screen.document-type", "the XML has a <!DOCTYPE>, which no known tool writes and Feedproof rejects",
        hint: "save the tool's unmodified output")
    case .tooDeep(let limit): .error("screen.too-deep", "elements are nested more than \(limit) levels deep")
    case .tooManyNodes(let limit):
      .error(
        "screen.too-many", "the hierarchy has more than \(limit) elements", hint: "capture a part of the screen")
    case .noMemory: .error("screen.memory", "there is not enough memory for the XML", kind: .environment)
    case .illFormed:
      .warning("screen.ill-formed", "the XML is not well-formed; only a part of it was read")
    case .cutOff:
      .warning(
        "screen.cut-off", "the file is truncated; missing elements can't be detected",
        hint: "save the tool's complete output")
    case .badFrames(let count):
      .warning(
        "screen.frames",
        (count == 1 ? "1 frame is" : "\(count) frames are") + " invalid: a size is negative or not a number")
    case .noFrames:
      .warning(
        "screen.no-frames", "no element has a frame; only names and texts are compared",
        hint: "save the tool's unmodified output")
    case .badShape(let member):
      .error("screen.shape", "\(member) does not match the tool's format", hint: "save the tool's unmodified output")
    }
  }
}
