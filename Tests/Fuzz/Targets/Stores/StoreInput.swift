import Foundation

/// An input of the target `stores`: a line with the damaged file, lines with other changes to the folders, an empty
/// line, and the contents of the file.
struct StoreInput {
  /// The files that Feedproof stores and reads again.
  enum Kind: String, CaseIterable {
    /// Files of an output folder.
    case ledger, journal, manifest
    /// The output's database: edits of a valid one, one a line (`StoreEdits`), or all bytes.
    case store
    case storeBytes = "store-bytes"
    /// Files of a shard's folder.
    case run, cards
    /// Files of a shard's review, and of the baselines next to it.
    case report, cases, decisions, baseline, approvals
    /// No file: only the other lines count.
    case none
  }

  /// An item that replaces an existing one in a folder.
  struct Planting {
    enum Thing: String, CaseIterable {
      /// A link to the outside folder, to a file in it, or to nothing.
      case link, fileLink = "file-link", deadLink = "dead-link"
      case folder, file, pipe
      /// The item is removed.
      case gone
    }
    var thing: Thing
    /// The names of the path relative to the common folder, as bytes.
    var path: [[UInt8]]
  }

  enum Option: String, CaseIterable {
    /// The run starts in the output folder, which prevents an exchange.
    case inPlace = "in-place"
    /// Unmanaged files are renamed.
    case setAside = "set-aside"
    /// The document is a merge patch (RFC 7396) for a valid file; for cards and cases, for the first item.
    case patch
  }

  private static let namedFolders: Set<String> = [
    "out", "part-1", "part-2", "project", "project/output", "project/Baselines", "joined",
  ]

  var kind: Kind
  var options: Set<Option> = []
  var plantings: [Planting] = []
  var document: [UInt8]

  /// Returns nil if the input has another format.
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
      // A folder that the user names may be a link, wherever it leads.
      let isNamed = Self.namedFolders.contains(String(decoding: words[1], as: UTF8.self))
      if isNamed, [.link, .fileLink, .deadLink].contains(thing) { return nil }
      plantings.append(Planting(thing: thing, path: names))
    }
    document = Array(rest)
  }
}
