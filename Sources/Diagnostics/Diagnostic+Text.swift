extension Diagnostic: CustomStringConvertible {
  /// `error[feed.photo-size]: feed.json: items[3]: no size has both width and height`, with the hint on a separate
  /// line.
  ///
  /// Names, paths, and quoted data are untrusted: they can't break the line or reach a terminal unescaped.
  package var description: String {
    let located = place.map { "\($0): " } ?? ""
    let headline = PlainText.piece("\(severity.rawValue)[\(code)]: \(located)\(message)")
    return hint.map { "\(headline)\n  hint: \(PlainText.piece($0))" } ?? headline
  }
}

extension Diagnostic: Codable {
  private enum Key: String, CodingKey { case severity, code, message, file, path, line, column, hint, count }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(severity, forKey: .severity)
    try container.encode(code, forKey: .code)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(place?.file, forKey: .file)
    switch place?.position {
    case .jsonPath(let path): try container.encode(path, forKey: .path)
    case .line(let line, column: let column):
      try container.encode(line, forKey: .line)
      try container.encodeIfPresent(column, forKey: .column)
    case nil: break
    }
    try container.encodeIfPresent(hint, forKey: .hint)
    if count > 1 { try container.encode(count, forKey: .count) }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let file = try container.decodeIfPresent(String.self, forKey: .file)
    var position: Place.Position?
    if let path = try container.decodeIfPresent(String.self, forKey: .path) {
      position = .jsonPath(path)
    } else if let line = try container.decodeIfPresent(Int.self, forKey: .line) {
      position = .line(line, column: try container.decodeIfPresent(Int.self, forKey: .column))
    }
    self.init(
      severity: try container.decode(Severity.self, forKey: .severity),
      code: try container.decode(String.self, forKey: .code),
      message: try container.decode(String.self, forKey: .message),
      place: file == nil && position == nil ? nil : Place(file: file, position: position),
      hint: try container.decodeIfPresent(String.self, forKey: .hint),
      count: try container.decodeIfPresent(Int.self, forKey: .count) ?? 1)
  }
}
