import Files
import Foundation

/// A file into which git wrote both sides of a merge conflict. Each side includes the common lines.
///
/// Source: the conflict markers of seven characters (git-merge(1), "How conflicts are presented").
package struct ConflictedText {
  /// The lines of the current branch.
  package private(set) var ours: [Substring] = []
  /// The lines of the merged branch.
  package private(set) var theirs: [Substring] = []

  private enum Side { case both, ours, base, theirs }

  /// Returns nil if the text contains no conflict, or unbalanced markers.
  package init?(_ data: Data) {
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

  /// Returns a conflict between two whole texts, without common lines.
  package static func joining(_ ours: String, _ theirs: String) -> String {
    "<<<<<<< ours\n\(ours)=======\n\(theirs)>>>>>>> theirs\n"
  }
}

/// Both sides of a baseline that two branches changed.
package struct ConflictedBaseline {
  /// The sides whose approved image equals another image.
  package enum Side: String, Codable, Sendable { case both, ours, theirs, neither }

  /// Digests of the images; nil if a side can't be read.
  private let ours: String?
  private let theirs: String?

  /// Returns nil if the description contains no conflict.
  init?(_ description: Data) {
    guard let text = ConflictedText(description) else { return nil }
    let digests = [text.ours, text.theirs].map { lines in
      try? JSONDecoder().decode(BaselineRecord.self, from: Data(lines.joined(separator: "\n").utf8)).sha256
    }
    (ours, theirs) = (digests[0], digests[1])
  }

  /// Creates a conflict in which both sides have the same image.
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

/// Implements `feedproof merge-baseline`, the merge driver that git calls when two branches changed a baseline.
package enum BaselineMerge {
  /// Writes the merged baseline into our file. If only one side approved another image, that side wins. If both did,
  /// the file contains both, and `feedproof approve --resolve` decides when the cards have been rendered.
  ///
  /// - Parameter base: The common ancestor; git passes an empty file if there is none.
  /// - Returns: Whether the conflict is resolved.
  /// - Throws: `FileError`, `Diagnostic`.
  package static func merge(base: URL, ours: URL, theirs: URL) throws -> Bool {
    let texts = try [base, ours, theirs].map { try RegularFile($0).data(limit: 1 << 30) }
    let digests = texts.map { try? JSONDecoder().decode(BaselineRecord.self, from: $0).sha256 }
    let merged: Data?
    if texts[1] == texts[2] || texts[2] == texts[0] {
      merged = texts[1]
    } else if texts[1] == texts[0] || digests[1] != nil && (digests[1] == digests[2] || digests[1] == digests[0]) {
      // The image is theirs, or both sides have the same one. Their other records are newer than those of the common
      // ancestor.
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
