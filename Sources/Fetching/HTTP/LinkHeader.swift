import Foundation

/// Links between pages in a header (RFC 8288): `<https://…>; rel="next", <…>; rel="prev"`.
package struct LinkHeader: Sendable {
  private var links: [(target: String, relations: [Substring])] = []

  package init(_ head: HTTPHead) {
    for value in head.headers.values(of: "Link") {
      var rest = value[...]
      while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
        let target = rest[rest.index(after: open)..<close]
        let after = rest[rest.index(after: close)...]
        // A comma ends the link where the next one begins behind it.
        let end = after.range(of: #",\s*<"#, options: .regularExpression)?.lowerBound ?? after.endIndex
        links.append((String(target), Self.relations(after[..<end])))
        rest = after[end...]
      }
    }
  }

  private static func relations(_ parameters: Substring) -> [Substring] {
    for parameter in parameters.split(separator: ";") {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces).lowercased() == "rel" else { continue }
      return parts[1].split { $0 == "\"" || $0 == " " || $0 == "," }
    }
    return []
  }

  /// The first link of a relation, as it is written.
  package func target(of relation: String) -> String? {
    links.first { $0.relations.contains { $0.lowercased() == relation } }?.target
  }
}
