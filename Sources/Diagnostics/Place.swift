/// Where a diagnostic points: a file, and a position in it.
package struct Place: Hashable, Sendable {
  package enum Position: Hashable, Sendable {
    /// A path into a JSON document, e.g. `items[3].attachments[0]`.
    case jsonPath(String)
    /// A line and column, both counted from 1.
    case line(Int, column: Int?)
  }

  package let file: String?
  package let position: Position?

  package init(file: String? = nil, position: Position? = nil) {
    self.file = file
    self.position = position
  }

  package static func json(_ path: String, in file: String? = nil) -> Place {
    Place(file: file, position: .jsonPath(path))
  }

  package static func line(_ line: Int, column: Int? = nil, in file: String? = nil) -> Place {
    Place(file: file, position: .line(line, column: column))
  }
}

extension Place: CustomStringConvertible {
  /// `feed.json: items[3]` for JSON, `post.yml:12:5` for lines, the way compilers and editors write them.
  package var description: String {
    switch (file, position) {
    case (let file?, .jsonPath(let path)): path.isEmpty ? file : "\(file): \(path)"
    case (nil, .jsonPath(let path)): path
    case (let file, .line(let line, column: let column)):
      [file, String(line), column.map(String.init)].compactMap { $0 }.joined(separator: ":")
    case (let file?, nil): file
    case (nil, nil): ""
    }
  }
}
