import Names

/// Why a case is not as it was. A cause has a cluster of its own, however many boxes and posts it touches.
package struct Cause: Hashable, Sendable {
  package enum Kind: String, Codable, Sendable {
    /// A design token has another value.
    case token
    /// A template has an element or a value that is not as it was.
    case template
    /// An icon is drawn otherwise.
    case icon
    /// The project is set up otherwise: language, time, what is searched for.
    case option
    /// A text or a counter of one post.
    case text
    case photo
    /// Something in a post that was not there, is not there any more, or stands elsewhere.
    case content
    /// What is not as it was in a picture of which nobody told the boxes.
    case picture
    /// Of a screen of an app that is not as the card.
    case screen
    /// What a list does as it moves.
    case motion
    /// Files of a font.
    case font
    case libraries
    /// Another version of the tool draws otherwise on purpose.
    case version
    /// There is no reference yet.
    case new
    /// The case can't be compared.
    case error
    /// Nothing that is known of the design, of the post and of what drew them explains it.
    case unknown

    /// Whether the id of such a cause stands for one change with its old and new value, whatever cases show it.
    fileprivate var isNamedByChange: Bool {
      [.token, .template, .icon, .option, .text, .photo, .content].contains(self)
    }

    /// About what draws, not about what is drawn.
    package var isEnvironment: Bool { [.font, .libraries, .version].contains(self) }
  }

  /// The same for the same cause, run after run: safe in file names and commands.
  package var id: String
  package var kind: Kind
  /// In words.
  package var title: String
  /// The command that takes over what a designer has otherwise.
  package var command: String?
  /// What it is from the design's side; nil where the title is all that there is to say.
  package var fact: CauseFact?

  /// - Parameter identity: What the cause is and all that it is approved for, old values and new ones: another edit of
  ///   the same text is another cause.
  package init(_ kind: Kind, title: String, identity: String, fact: CauseFact? = nil) {
    id = "c\(FNV1a64(of: "\(kind.rawValue)\n\(identity)").hex)"
    self.kind = kind
    self.title = title
    self.fact = fact
  }

  /// Whether the id stands for one change with its old and new value. The ids of other causes, such as new cards, are the
  /// same for different cards.
  package var isNamedByChange: Bool { kind.isNamedByChange && fact != .otherFeed }

  /// A cause is the same however a card tells it.
  package static func == (one: Cause, other: Cause) -> Bool { one.id == other.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// The same of a designer's picture: what a mockup is missed by is another question than what changed.
  package var ofMockup: Cause {
    var cause = Cause(kind, title: title, identity: "mockup\n\(id)", fact: fact)
    cause.command = command
    return cause
  }

  /// As a report tells of it.
  package init(id: String, kind: Kind, title: String, command: String? = nil, fact: CauseFact? = nil) {
    (self.id, self.kind, self.title, self.command, self.fact) = (id, kind, title, command, fact)
  }
}

/// Cases that came out as they did for one and the same reason, told once and approved at once.
package struct Cluster: Hashable, Sendable {
  package var cause: Cause
  /// Ids of its cases, in the report's order.
  package var cases: [String]
}

/// Groups cases by their causes as they pass by; a case of two causes is in two clusters.
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

  /// Those that need somebody first in front, what a drift explains last; then the largest, then as they came.
  package var clusters: [Cluster] {
    found.indices.sorted { (ranks[$0], -found[$0].cases.count, $0) < (ranks[$1], -found[$1].cases.count, $1) }
      .map { found[$0] }
  }
}

extension Judgement {
  /// As far as the case itself tells; none of a case that is good.
  package var causes: [Cause] {
    switch verdict {
    case .identical, .similar, .obsolete: []
    case .new: [Cause(.new, title: cause, identity: "", fact: .newCard)]
    case .error: [Cause(.error, title: cause, identity: cause)]
    case .different: [Cause(.unknown, title: cause, identity: cause, fact: fact)]
    case .environment: [Cause(.libraries, title: cause, identity: cause, fact: .libraries)]
    }
  }

  /// The first of what happened to boxes, else where pixels differ.
  private var fact: CauseFact? {
    structure.causes.lazy.compactMap(\.fact).first ?? inkCauses.first.map { .pixels(box: $0) }
  }

  /// What happened, without what depends on the post: what follows from a cause, and how often it struck.
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

  /// A style that was set otherwise is one cause whatever texts it is used for.
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

  /// A picture that grew though no box did.
  private var sizeCauses: [String] {
    guard let difference = pixels?.difference, difference.sizesDiffer, structure.isEmpty else { return [] }
    return ["the picture's size \(difference.sizeDelta.width), \(difference.sizeDelta.height)"]
  }

  /// Boxes with differing pixels that nothing about the structure explains.
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
  /// As in the message, without what is another thing in every post.
  fileprivate var cause: String {
    if case .text = self {
      "says something else"
    } else if case .lineBreaks = self {
      "breaks elsewhere"
    } else {
      message
    }
  }
}

extension String {
  /// `card/dots/dot-3` → `card/dots/dot-*`: the third dot is as good as the first.
  package var withoutNumbers: String {
    split(separator: "/", omittingEmptySubsequences: false).map { name in
      guard let dash = name.lastIndex(of: "-"), name[name.index(after: dash)...].allSatisfy(\.isNumber),
        name.index(after: dash) < name.endIndex
      else { return String(name) }
      return name[...dash] + "*"
    }.joined(separator: "/")
  }
}
