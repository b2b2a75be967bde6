/// Tokens in groups, in insertion order.
struct TokenTree {
  var members: [(key: String, value: TokenTree)] = []
  var token: JSONOutput?
  private var places: [String: Int] = [:]

  /// Returns a token file.
  static func text(_ entries: [FigmaTokenFiles.Entry], _ head: [(String, JSONOutput?)] = []) -> String {
    var root = TokenTree()
    for (key, value) in head {
      if let value { root.put(value, at: [key]) }
    }
    for entry in entries {
      root.put(
        [
          "$type": .text(entry.type), "$value": entry.value,
          "$description": entry.description.isEmpty ? nil : .text(entry.description),
        ], at: entry.path[...])
    }
    return root.form.indented + "\n"
  }

  mutating func put(_ token: JSONOutput, at path: ArraySlice<String>) {
    guard let key = path.first else { return self.token = token }
    let place = places[key] ?? members.count
    if place == members.count {
      places[key] = place
      members.append((key, TokenTree()))
    }
    members[place].value.put(token, at: path.dropFirst())
  }

  var form: JSONOutput { token ?? JSONOutput(members.map { ($0.key, $0.value.form) }) }
}
