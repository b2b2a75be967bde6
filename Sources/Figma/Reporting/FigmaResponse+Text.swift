extension FigmaResponse {
  /// All contents as JSON.
  package var json: String {
    var lines = JSONLines()
    switch self {
    case .file(let file): return file.json
    case .variables(let variables): return variables.json
    case .styles(let styles):
      lines.add(
        "styles",
        styles.map { style in
          [
            "name": .text(style.name), "styleType": .text(style.type), "node": .text(style.id),
            "description": style.description.isEmpty ? nil : .text(style.description),
          ]
        }, always: true)
    case .images(let images):
      lines.add("images", images.map { ["id": .text($0.id), "url": $0.url.map { .text($0) } ?? .null] }, always: true)
    case .versions(let versions):
      lines.add(
        "versions",
        versions.map { version in
          [
            "id": .text(version.id), "createdAt": .text(version.createdAt), "label": version.label.map { .text($0) },
            "user": version.user.map { .text($0) },
          ]
        }, always: true)
    }
    return lines.closed()
  }

  /// All contents as text for a terminal.
  package var text: String {
    switch self {
    case .file(let file): file.text
    case .variables(let variables): variables.text
    case .styles(let styles): styles.map { "\($0.id)  \($0.name), \($0.type.lowercased())\n" }.joined()
    case .images(let images): images.map { "\($0.id)  \($0.url ?? "not rendered")\n" }.joined()
    case .versions(let versions):
      versions.map { "\($0.id)  \($0.createdAt)\($0.label.map { "  \($0)" } ?? "")\n" }.joined()
    }
  }
}
