import Digests

/// Cases that came out as they did for one and the same reason, told once and approved at once.
package struct Cluster: Hashable, Sendable {
  /// The same for the same cause, run after run: safe in file names and commands.
  package var id: String
  /// In words.
  package var title: String
  /// Ids of its cases, in the report's order.
  package var cases: [String]
}

extension Cluster {
  /// Groups the cases that are not good. Largest first.
  package static func clusters(of cases: [(id: String, judgement: Judgement)]) -> [Cluster] {
    clusters(ofCauses: cases.filter { !$0.judgement.verdict.isGood }.map { ($0.id, $0.judgement.cause) })
  }

  /// Groups cases by their causes, which are the clusters' titles. Largest first, then as they come.
  package static func clusters(ofCauses cases: [(id: String, cause: String)]) -> [Cluster] {
    var byCause: [String: Int] = [:]
    var clusters: [Cluster] = []
    for (id, cause) in cases {
      if let index = byCause[cause] {
        clusters[index].cases.append(id)
      } else {
        byCause[cause] = clusters.count
        clusters.append(Cluster(id: "c\(FNV1a64(of: cause).hex)", title: cause, cases: [id]))
      }
    }
    return clusters.enumerated().sorted { ($1.element.cases.count, $0.offset) < ($0.element.cases.count, $1.offset) }
      .map(\.element)
  }
}

extension Judgement {
  /// What happened, without what depends on the post: what follows from a cause, and how often it struck.
  var cause: String {
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
  fileprivate var withoutNumbers: String {
    split(separator: "/", omittingEmptySubsequences: false).map { name in
      guard let dash = name.lastIndex(of: "-"), name[name.index(after: dash)...].allSatisfy(\.isNumber),
        name.index(after: dash) < name.endIndex
      else { return String(name) }
      return name[...dash] + "*"
    }.joined(separator: "/")
  }
}
