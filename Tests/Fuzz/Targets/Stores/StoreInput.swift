import Foundation

/// An input of the target `stores`: a line that names the file that was damaged, lines of what else somebody did to the
/// folders, an empty line, and what is in that file.
struct StoreInput {
  /// What the tool keeps and reads again.
  enum Kind: String, CaseIterable {
    /// Of an output folder.
    case ledger, journal, manifest
    /// The output's database: edits of a sound one, a line each (`StoreEdits`), or all of its bytes.
    case store
    case storeBytes = "store-bytes"
    /// Of the folder that a shard wrote.
    case run, cards
    /// Of the review that a shard wrote, and of the baselines beside it.
    case report, cases, decisions, baseline, approvals
    /// None of them: only what the other lines say.
    case none
  }

  /// Something that somebody put into a folder, in place of what was there.
  struct Planting {
    enum Thing: String, CaseIterable {
      /// A link to the precious folder, to the precious file, to nothing.
      case link, fileLink = "file-link", deadLink = "dead-link"
      case folder, file, pipe
      /// Nothing, where something was.
      case gone
    }
    var thing: Thing
    /// Bytes below the folder that everything lies in.
    var path: [[UInt8]]
  }

  enum Option: String, CaseIterable {
    /// The run is started in the output folder, which can't be exchanged then.
    case inPlace = "in-place"
    /// Somebody's own files get other names.
    case setAside = "set-aside"
    /// The document is a merge patch (RFC 7396) of a sound one; of cards and cases, of the first item.
    case patch
  }

  private static let namedFolders: Set<String> = [
    "out", "part-1", "part-2", "project", "project/output", "project/Baselines", "joined",
  ]

  var kind: Kind
  var options: Set<Option> = []
  var plantings: [Planting] = []
  var document: [UInt8]

  /// Nil for what has not this form.
  init?(_ input: [UInt8]) {
    let newline = UInt8(ascii: "\n")
    var rest = input[...]
    func line() -> ArraySlice<UInt8>? {
      guard !rest.isEmpty else { return nil }
      let end = rest.firstIndex(of: newline) ?? rest.endIndex
      defer { rest = end < rest.endIndex ? rest[(end + 1)...] : [] }
      return rest[..<end]
    }
    guard let first = line(), let kind = Kind(rawValue: String(decoding: first, as: UTF8.self)) else { return nil }
    self.kind = kind
    while let next = line(), !next.isEmpty {
      if let option = Option(rawValue: String(decoding: next, as: UTF8.self)) {
        options.insert(option)
        continue
      }
      let words = next.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard words.count == 2, plantings.count < 8,
        let thing = Planting.Thing(rawValue: String(decoding: words[0], as: UTF8.self))
      else { return nil }
      let names = words[1].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
      let isPlain = names.allSatisfy {
        !$0.isEmpty && $0.count < 256 && !$0.contains(0) && $0 != [46] && $0 != [46, 46]
      }
      guard isPlain, names.count < 20 else { return nil }
      // A folder that somebody names may be a link: it is theirs to say where it leads.
      let isNamed = Self.namedFolders.contains(String(decoding: words[1], as: UTF8.self))
      if isNamed, [.link, .fileLink, .deadLink].contains(thing) { return nil }
      plantings.append(Planting(thing: thing, path: names))
    }
    document = Array(rest)
  }
}
