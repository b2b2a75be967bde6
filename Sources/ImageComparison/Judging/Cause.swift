import Basics

/// The reason why a case differs. Each cause has one cluster, however many boxes and posts it affects.
package struct Cause: Hashable, Sendable {
  package enum Kind: String, Codable, Sendable {
    /// The value of a design token changed.
    case token
    /// An element or a value in a template changed.
    case template
    /// An icon changed.
    case icon
    /// A project option changed: language, time, search text.
    case option
    /// A text or a counter of one post changed.
    case text
    case photo
    /// Part of a post was added, removed or moved.
    case content
    /// A difference in an image without known boxes.
    case picture
    /// A difference between an app's screen and the card.
    case screen
    /// The behavior of a list while it moves.
    case motion
    /// The files of a font changed.
    case font
    case libraries
    /// Another version of the tool draws differently on purpose.
    case version
    /// There is no reference yet.
    case new
    /// The case can't be compared.
    case error
    /// No known change of the design, the post or the environment explains the difference.
    case unknown

    /// Whether the id of such a cause stands for one change with its old and new value, whatever cases show it.
    fileprivate var isNamedByChange: Bool {
      [.token, .template, .icon, .option, .text, .photo, .content].contains(self)
    }

    /// Whether the cause is the rendering environment rather than the content.
    package var isEnvironment: Bool { [.font, .libraries, .version].contains(self) }
  }

  /// The id, stable between runs for the same cause, and safe in file names and commands.
  package var id: String
  package var kind: Kind
  /// A description for people.
  package var title: String
  /// The command that imports the designer's changes.
  package var command: String?
  /// The fact from the point of view of the design; nil if the title says it all.
  package var fact: CauseFact?

  /// - Parameter identity: Everything that an approval of the cause covers, including old and new values: another edit
  ///   of the same text is a different cause.
  package init(_ kind: Kind, title: String, identity: String, fact: CauseFact? = nil) {
    id = "c\(FNV1a64(of: "\(kind.rawValue)\n\(identity)").hex)"
    self.kind = kind
    self.title = title
    self.fact = fact
  }

  /// Whether the id stands for one change with its old and new value. The ids of other causes, such as new cards, are the
  /// same for different cards.
  package var isNamedByChange: Bool { kind.isNamedByChange && fact != .otherFeed }

  /// Causes are equal if their ids are, however a card describes them.
  package static func == (one: Cause, other: Cause) -> Bool { one.id == other.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// The same cause for a mockup: a deviation from a mockup is a different question from a change.
  package var ofMockup: Cause {
    var cause = Cause(kind, title: title, identity: "mockup\n\(id)", fact: fact)
    cause.command = command
    return cause
  }

  /// Creates a cause from a report.
  package init(id: String, kind: Kind, title: String, command: String? = nil, fact: CauseFact? = nil) {
    (self.id, self.kind, self.title, self.command, self.fact) = (id, kind, title, command, fact)
  }
}

/// Cases with one common cause, which are reported and approved together.
package struct Cluster: Hashable, Sendable {
  package var cause: Cause
  /// The ids of the cases, in the order of the report.
  package var cases: [String]
}

/// Groups cases by cause as they arrive; a case with two causes is in two clusters.
package struct Clustering: Sendable {
  private var places: [String: Int] = [:]
  private var found: [Cluster] = []
  private var ranks: [Int] = []

  package init() {}

  package mutating func add(_ id: String, causes: [Cause], verdict: Verdict) {
    for cause in causes {
      let rank = cause.kind.isEnvironment ? Verdict.environment.rank : verdict.rank
      if let place = places[cause.id] {
        found[place].cases.append(id)
        if found[place].cause.command == nil { found[place].cause.command = cause.command }
        if let fact = cause.fact { found[place].cause.fact = found[place].cause.fact?.joined(with: fact) ?? fact }
        ranks[place] = min(ranks[place], rank)
      } else {
        places[cause.id] = found.count
        found.append(Cluster(cause: cause, cases: [id]))
        ranks.append(rank)
      }
    }
  }

  /// The clusters: those that need attention first, environment drift last; then by size, then in order of arrival.
  package var clusters: [Cluster] {
    found.indices.sorted { (ranks[$0], -found[$0].cases.count, $0) < (ranks[$1], -found[$1].cases.count, $1) }
      .map { found[$0] }
  }
}

extension Judgement {
  /// The causes that the case itself shows; empty for a good case.
  package var causes: [Cause] {
    switch verdict {
    case .identical, .similar, .obsolete: []
    case .new: [Cause(.new, title: cause, identity: "", fact: .newCard)]
    case .error: [Cause(.error, title: cause, identity: cause)]
    case .different: [Cause(.unknown, title: cause, identity: cause, fact: fact)]
    case .environment: [Cause(.libraries, title: cause, identity: cause, fact: .libraries)]
    }
  }

  /// The fact of the first changed box, else of the first box with differing pixels.
  private var fact: CauseFact? {
    structure.causes.lazy.compactMap(\.fact).first ?? inkCauses.first.map { .pixels(box: $0) }
  }

  /// The cause without details of the post, consequences, or the number of occurrences.
  package var cause: String {
    switch verdict {
    case .new: return "no reference yet"
    case .environment, .error: return reasons.joined(separator: "; ")
    case .identical, .similar, .obsolete, .different: break
    }
    let structural = structuralCauses
    let ink = inkCauses
    let all = structural + sizeCauses + (ink.isEmpty ? [] : ["pixels differ in \(ink.joined(separator: ", "))"])
    return all.isEmpty ? reasons.joined(separator: "; ") : all.joined(separator: "; ")
  }

  /// Causes in the structure. A changed text style is one cause, whatever texts use it.
  private var structuralCauses: [String] {
    var styles: [String] = []
    var boxes: [String] = []
    for box in structure.causes {
      let changes = box.ownChanges.filter { change in
        guard case .font = change else { return true }
        if !styles.contains(change.message) { styles.append(change.message) }
        return false
      }
      let text = "\(box.path.withoutNumbers): \(changes.map(\.cause).joined(separator: ", "))"
      if !changes.isEmpty, !boxes.contains(text) { boxes.append(text) }
    }
    return styles.sorted() + boxes
  }

  /// Causes of an image that changed size although no box did.
  private var sizeCauses: [String] {
    guard let difference = pixels?.difference, difference.sizesDiffer, structure.isEmpty else { return [] }
    return ["the image size changed by \(difference.sizeDelta.width), \(difference.sizeDelta.height)"]
  }

  /// Causes in boxes with differing pixels that the structure doesn't explain.
  private var inkCauses: [String] {
    guard let pixels, structure.isEmpty || !pixels.difference.sizesDiffer else { return [] }
    let changed = structure.boxes.map(\.path)
    let blamed = pixels.regions.compactMap(\.boxes.first).filter { path in
      structure.isEmpty || !changed.contains { path == $0 || path.hasPrefix($0 + "/") || $0.hasPrefix(path + "/") }
    }
    return Set(blamed.map(\.withoutNumbers)).sorted()
  }
}

extension BoxChange {
  /// The message without parts that vary by post.
  fileprivate var cause: String {
    if case .text = self {
      "different text"
    } else if case .lineBreaks = self {
      "different line breaks"
    } else {
      message
    }
  }
}

extension String {
  /// The path with numbers replaced, so that similar boxes count as one: `card/dots/dot-3` → `card/dots/dot-*`.
  package var withoutNumbers: String {
    split(separator: "/", omittingEmptySubsequences: false).map { name in
      guard let dash = name.lastIndex(of: "-"), name[name.index(after: dash)...].allSatisfy(\.isNumber),
        name.index(after: dash) < name.endIndex
      else { return String(name) }
      return name[...dash] + "*"
    }.joined(separator: "/")
  }
}
