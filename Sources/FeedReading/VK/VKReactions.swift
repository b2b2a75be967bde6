import DataFormats

/// The reactions to VK's posts. Answers count them by id; those with `reaction_sets` also have their titles.
enum VKReactions {
  /// The order of VK's own set. VK documents no ids; answers with `reaction_sets` decide.
  private static let usual: [Int: String] = [0: "❤️", 1: "🔥", 2: "😂", 3: "😮", 4: "😢", 5: "😡"]

  private static let titles = [
    "нравится": "❤️", "like": "❤️", "супер": "🔥", "огонь": "🔥", "super": "🔥", "fire": "🔥", "ха-ха": "😂", "haha": "😂",
    "смешно": "😂", "ого": "😮", "wow": "😮", "удивительно": "😮", "грустно": "😢", "sad": "😢", "печально": "😢",
    "злюсь": "😡", "angry": "😡", "возмутительно": "😡", "отстой": "👎",
  ]

  /// The symbol for each id: by the titles in the answer, or else VK's usual ones.
  static func names(in root: JSONNode) -> [Int: String] {
    let content = root.child("response") ?? root
    var names = usual
    for set in content.list("reaction_sets") {
      for item in set.list("items") {
        guard let id = item.int("id"), let title = item.text("title") else { continue }
        names[id] = titles[title.lowercased()] ?? names[id] ?? DecodedText.line(title)
      }
    }
    return names
  }
}
