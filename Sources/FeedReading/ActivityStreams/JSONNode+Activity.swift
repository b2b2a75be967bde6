import DataFormats

/// The notation of ActivityStreams 2: nearly everything may be a single value or a list, an object or its address, in
/// one language or in many.
extension JSONNode {
  /// The values at `key`, whether they are a list or a single value; empty if absent.
  func several(_ key: String) -> [JSONNode] {
    guard let child = child(key) else { return [] }
    return child.value.array == nil ? [child] : child.listed().filter { !$0.value.isNull }
  }

  /// The types, by the vocabulary's own names; types of other vocabularies keep their prefix.
  var activityTypes: [String] {
    (several("type") + several("@type")).compactMap { $0.value.text }.map { type in
      for prefix in ["as:", "https://www.w3.org/ns/activitystreams#"] where type.hasPrefix(prefix) {
        return String(type.dropFirst(prefix.count))
      }
      return type
    }
  }

  func isOf(_ types: Set<String>) -> Bool { activityTypes.contains { types.contains($0) } }

  var activityID: String? { text("id", "@id") }

  /// The address that the node is or has: of a link, or of an object with an id.
  var activityAddress: String? {
    guard value.object != nil else { return value.text.flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed } }
    return text("href") ?? activityID ?? several("url").lazy.compactMap(\.activityAddress).first
  }

  /// A text in the document's own language, or in the first language of a language map (`contentMap`), with its node.
  func naturalText(_ key: String) -> (text: String, node: JSONNode)? {
    for child in several(key) {
      if let text = child.value.text { return (text, child) }
      if let inner = child.members.first(where: { $0.value.text != nil }), let text = inner.value.text {
        return (text, inner)
      }
    }
    let translated = child(key + "Map")?.members.first { !($0.value.text ?? "").trimmed.isEmpty }
    return translated.flatMap { node in node.value.text.map { ($0, node) } }
  }

  /// A name or title on one line; nil if there is none.
  func title(_ key: String) -> String? {
    guard let words = naturalText(key) else { return nil }
    let line = DecodedText.line(words.text)
    return line.isEmpty ? nil : line
  }
}

enum ActivityDuration {
  /// The seconds of `PT1H2M3.5S`, or of a plain number; nil for anything else, and for more than a century.
  static func seconds(_ node: JSONNode) -> Int? {
    if let number = node.value.double { return bounded(number) }
    guard let text = node.value.text?.trimmed, text.hasPrefix("P") else { return nil }
    var (sum, number, isTime) = (0.0, "", false)
    for character in text.dropFirst() {
      switch character {
      case "T": isTime = true
      case "0"..."9", ".": number.append(character)
      default:
        guard let count = Double(number), let unit = unit(character, isTime) else { return nil }
        sum += count * unit
        number = ""
      }
    }
    return number.isEmpty ? bounded(sum) : nil
  }

  private static func unit(_ letter: Character, _ isTime: Bool) -> Double? {
    switch (letter, isTime) {
    case ("S", true): 1
    case ("M", true): 60
    case ("H", true): 3600
    case ("D", false): 86_400
    case ("W", false): 604_800
    default: nil
    }
  }

  private static func bounded(_ seconds: Double) -> Int? {
    seconds.isFinite && 0...3_153_600_000 ~= seconds ? Int(seconds.rounded()) : nil
  }
}

extension CustomEmoji {
  /// - Parameter tags: `[{"type": "Emoji", "name": ":blobcat:", "icon": {"url": …}}]`, and tags of other types.
  init(tags: [JSONNode]) {
    var addresses: [String: String] = [:]
    for tag in tags where tag.isOf(["Emoji"]) {
      guard let name = tag.text("name"),
        let url = tag.several("icon").lazy.flatMap({ ActivityLink.all(of: $0) }).first?.url
      else { continue }
      addresses[name.split(separator: ":").first.map(String.init) ?? name] = url
    }
    self.init(addresses: addresses)
  }
}
