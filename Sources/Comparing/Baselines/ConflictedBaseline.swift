import Files
import Foundation

/// A file into which git wrote both sides of a merge, each with the lines that both have.
///
/// Source: gitmerge-one-file's markers of seven characters (git-merge(1), "How conflicts are presented").
struct ConflictedText {
  /// Of the branch that was merged into.
  private(set) var ours: [Substring] = []
  /// Of the branch that was merged.
  private(set) var theirs: [Substring] = []

  private enum Side { case both, ours, base, theirs }

  /// Nil where the text is none, or its markers do not go together.
  init?(_ data: Data) {
    guard let text = String(bytes: data, encoding: .utf8) else { return nil }
    var (side, isConflicted) = (Side.both, false)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      switch (side, line.prefix(7)) {
      case (.both, "<<<<<<<"): (side, isConflicted) = (.ours, true)
      case (.ours, "|||||||"): side = .base
      case (.ours, "======="), (.base, "======="): side = .theirs
      case (.theirs, ">>>>>>>"): side = .both
      case (.both, _):
        ours.append(line)
        theirs.append(line)
      case (.ours, _): ours.append(line)
      case (.theirs, _): theirs.append(line)
      case (.base, _): break
      }
    }
    guard isConflicted, side == .both else { return nil }
  }

  /// Two texts that have not one line in common.
  static func joining(_ ours: String, _ theirs: String) -> String {
    "<<<<<<< ours\n\(ours)=======\n\(theirs)>>>>>>> theirs\n"
  }
}

/// Both sides of a baseline that two branches changed.
struct ConflictedBaseline {
  /// Which side's approved picture another one is.
  enum Side: String, Codable, Sendable { case both, ours, theirs, neither }

  /// Digests of the pictures; nil where a side can't be read.
  private let ours: String?
  private let theirs: String?

  /// Nil where the description is in no conflict.
  init?(_ description: Data) {
    guard let text = ConflictedText(description) else { return nil }
    let digests = [text.ours, text.theirs].map { lines in
      try? JSONDecoder().decode(BaselineRecord.self, from: Data(lines.joined(separator: "\n").utf8)).sha256
    }
    (ours, theirs) = (digests[0], digests[1])
  }

  /// Of a picture that both sides have.
  init(of record: BaselineRecord) { (ours, theirs) = (record.sha256, record.sha256) }

  func side(of sha256: String?) -> Side {
    guard let sha256 else { return .neither }
    return switch (ours == sha256, theirs == sha256) {
    case (true, true): .both
    case (true, false): .ours
    case (false, true): .theirs
    case (false, false): .neither
    }
  }
}

/// `feedproof merge-baseline`: what git asks of two branches that both changed a baseline.
package enum BaselineMerge {
  /// Writes into our file what the merge comes to. Where one side alone approved another picture, that is it; where both
  /// did, the file has both, whole, and `feedproof approve --resolve` decides once the cards are drawn.
  ///
  /// - Parameter base: What both come from; git gives an empty file where there is none.
  /// - Returns: Whether nothing is left to be decided.
  /// - Throws: `FileError`, `Diagnostic`.
  package static func merge(base: URL, ours: URL, theirs: URL) throws -> Bool {
    let texts = try [base, ours, theirs].map { try RegularFile($0).data(limit: 1 << 30) }
    let digests = texts.map { try? JSONDecoder().decode(BaselineRecord.self, from: $0).sha256 }
    let merged: Data?
    if texts[1] == texts[2] || texts[2] == texts[0] {
      merged = texts[1]
    } else if texts[1] == texts[0] || digests[1] != nil && (digests[1] == digests[2] || digests[1] == digests[0]) {
      // The picture is theirs, or both have the same one: what they recorded beside it is newer than what we started from.
      merged = texts[2]
    } else if digests[2] != nil && digests[2] == digests[0] {
      merged = texts[1]
    } else {
      merged = nil
    }
    let sides = texts.map { String(decoding: $0, as: UTF8.self) }
    let written = merged ?? Data(ConflictedText.joining(sides[1].endingInLine, sides[2].endingInLine).utf8)
    if written != texts[1] { try OutputFolder.write(written, to: ours) }
    return merged != nil
  }
}

extension String {
  fileprivate var endingInLine: String { isEmpty || hasSuffix("\n") ? self : self + "\n" }
}
