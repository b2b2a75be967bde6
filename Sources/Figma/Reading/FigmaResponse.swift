import DataFormats
import Diagnostics

/// A saved response of Figma's REST API. The endpoint is detected by the content.
package enum FigmaResponse: Sendable {
  package enum Kind: String, Sendable {
    case file, variables, styles, images, versions

    package var inWords: String {
      switch self {
      case .file: "a file or some of its nodes"
      case .variables: "a list of variables"
      case .styles: "a list of styles"
      case .images: "a list of images"
      case .versions: "a list of versions"
      }
    }
  }

  case file(FigmaFile)
  case variables(FigmaVariables)
  case styles([FigmaStyle])
  /// Image URLs, by node id or by the image reference of a paint; nil if an image could not be rendered.
  case images([(id: String, url: String?)])
  case versions([FigmaVersion])

  package var kind: Kind {
    switch self {
    case .file: .file
    case .variables: .variables
    case .styles: .styles
    case .images: .images
    case .versions: .versions
    }
  }

  /// The maximum number of values in an answer: 8 bytes of memory each. A file of 100 000 layers has about 6 million.
  private static let valueLimit = 32 << 20

  /// Reads a response. Throws if the whole response is unreadable; problems with parts are returned as diagnostics.
  ///
  /// - Parameter name: The name of the file in diagnostics.
  package static func read(_ bytes: [UInt8], name: String) throws(Diagnostic) -> (FigmaResponse, [Diagnostic]) {
    let root: JSONNode
    do throws(JSONFault) {
      root = try JSONDocument.parse(bytes, valueLimit: valueLimit).root
    } catch {
      let isPage = String(decoding: bytes.prefix(64), as: UTF8.self).trimmed.hasPrefix("<")
      throw Diagnostic(
        FigmaIssue.notJSON(error.kind, isPage: isPage),
        at: .line(error.position.line, column: error.position.column, in: name))
    }
    if let refusal = refusal(root) { throw Diagnostic(refusal, at: Place(file: name)) }
    var reader = FigmaFileReader(name: name)
    guard let answer = answer(root, &reader) else { throw Diagnostic(FigmaIssue.unknownAnswer, at: Place(file: name)) }
    return (answer, reader.problems.diagnostics)
  }

  private static func answer(_ root: JSONNode, _ reader: inout FigmaFileReader) -> FigmaResponse? {
    if root.object("document", "nodes") != nil { return .file(reader.file(root)) }
    let meta = root.object("meta")
    if let meta, meta.object("variables", "variableCollections") != nil { return .variables(FigmaVariables(meta)) }
    if let styles = meta?.child("styles"), styles.value.array != nil {
      return .styles(styles.listed().compactMap(FigmaStyle.init(published:)))
    }
    if let images = root.object("images") ?? meta?.object("images") {
      return .images(
        (images.value.object?.members.map { $0 } ?? []).map { (id: $0.key, url: $0.value.text) })
    }
    if let versions = root.child("versions"), versions.value.array != nil {
      return .versions(versions.listed().compactMap(FigmaVersion.init))
    }
    return nil
  }

  /// Returns an error response: `{"status": 403, "err": "…"}` for files, nodes and images, `{"status": 403, "error":
  /// true, "message": "…"}` for others; nil for a successful response.
  package static func refusal(_ bytes: [UInt8]) -> FigmaIssue? {
    (try? JSONDocument.parse(bytes).root).flatMap(refusal)
  }

  /// Returns the name and version from a file's metadata.
  package static func version(_ bytes: [UInt8]) -> (name: String?, version: String?) {
    let root = try? JSONDocument.parse(bytes).root
    let file = root?.object("file") ?? root
    return (file?.text("name"), file?.text("version"))
  }

  private static func refusal(_ root: JSONNode) -> FigmaIssue? {
    let status = root.int("status")
    if let reason = root.text("err") { return .refused(status: status, reason: reason) }
    guard root.isTrue("error") else { return nil }
    return .refused(status: status, reason: root.text("message") ?? "no reason given")
  }
}

/// A style as listed in a file, or as published.
package struct FigmaStyle: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case fill = "FILL"
    case text = "TEXT"
    case effect = "EFFECT"
    case grid = "GRID"
  }

  /// The id; for a published style, the id of the node with its value.
  package var id: String
  package var name: String
  package var type: String
  package var description: String

  package var kind: Kind? { Kind(rawValue: type) }

  init?(published node: JSONNode) {
    guard let id = node.text("node_id"), let name = node.text("name") else { return nil }
    self.init(id: id, name: name, type: node.text("style_type") ?? "", description: node.text("description") ?? "")
  }

  init(id: String, name: String, type: String, description: String) {
    (self.id, self.name, self.type, self.description) = (id, name, type, description)
  }
}

/// A version in a file's history.
package struct FigmaVersion: Hashable, Sendable {
  package var id: String
  package var createdAt: String
  package var label: String?
  package var user: String?

  init?(_ node: JSONNode) {
    guard let id = node.text("id") else { return nil }
    self.id = id
    createdAt = node.text("created_at") ?? ""
    label = node.text("label")
    user = node.object("user")?.text("handle")
  }
}
