import Diagnostics
import JSONTree

/// Reads one VK answer into a page.
struct VKPageReader {
  let file: String
  var directory: VKDirectory
  private(set) var diagnostics = DiagnosticTally()
  private(set) var missingAuthors: [FeedPage.MissingAuthor] = []
  private var missing: Set<Int> = []

  static func page(from root: JSONNode, file: String) -> FeedPage {
    let answer = VKAnswer(root)
    var mark = PageMark(file: file)
    var reader = VKPageReader(file: file, answer)
    for failure in answer.failures {
      reader.report(.callFailed(method: failure.method, failure.error), at: failure.error.path)
    }
    guard answer.hasList else {
      reader.diagnostics.add(FeedIssue.noPosts(.vk), at: Place(file: file))
      return FeedPage(mark: mark, diagnostics: reader.diagnostics)
    }
    mark.startFrom = answer.startFrom
    mark.nextFrom = answer.nextFrom
    let entries = answer.items.compactMap { reader.entry($0) }
    return FeedPage(
      mark: mark, service: .vk, entries: entries, diagnostics: reader.diagnostics,
      missingAuthors: reader.missingAuthors)
  }

  private init(file: String, _ answer: VKAnswer) {
    self.file = file
    directory = VKDirectory(profiles: answer.profiles, groups: answer.groups)
    for item in answer.items { directory.addInline(item) }
  }

  mutating func report(_ issue: FeedIssue, at node: JSONNode) {
    diagnostics.add(issue, at: .json(node.path.description, in: file))
  }

  private mutating func report(_ issue: FeedIssue, at path: String) {
    diagnostics.add(issue, at: .json(path, in: file))
  }

  /// Whoever has that id; once an author nothing describes is noted.
  mutating func author(_ id: Int, at node: JSONNode) -> Author {
    if let known = directory[id] { return known }
    if missing.insert(id).inserted {
      missingAuthors.append(.init(id: String(id), path: node.path.description))
    }
    return VKDirectory.unknown(id)
  }

  /// Seconds since 1970; nil where there are none.
  mutating func date(_ node: JSONNode, _ key: String = "date") -> Int? {
    guard let value = node.child(key), value.value.content != .integer(0), value.value.content != .bool(false) else {
      return nil
    }
    // Up to the year 9999: beyond it are milliseconds.
    guard let seconds = value.value.int, 1..<253_402_300_800 ~= seconds else {
      report(.badDate(value.value.text.map { String($0.prefix(40)) } ?? value.value.kindInWords), at: value)
      return nil
    }
    return seconds
  }
}
