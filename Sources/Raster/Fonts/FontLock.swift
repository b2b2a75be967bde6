import CheckedSources
import Diagnostics
import Drawing
import Foundation

/// The fonts that renders use, down to their bytes: what is not in the lock is never drawn with.
///
/// The order of the faces is the order in which families fill in for a text's own family.
package struct FontLock: Codable, Hashable, Sendable {
  /// The only schema version there is so far.
  package static let currentSchema = 1

  package struct Face: Codable, Hashable, Sendable {
    package var family: String
    /// `normal` or `italic`.
    package var style: String
    /// CSS weight, 100…900.
    package var weight: Int
    /// The file's name, without a folder.
    package var file: String
    /// The face's place in a collection (.ttc); 0 in a plain font file.
    package var index: Int
    /// As the font says itself, for people.
    package var version: String
    /// Lower-case hexadecimal digest of the whole file.
    package var sha256: String
    /// The file's size.
    package var bytes: Int
    /// The Debian package that brings the file.
    package var package: String?
    /// The Homebrew cask that brings it.
    package var brew: String?
    /// `zh`, `ja` or `ko` where the face draws Han characters the way that language writes them. Such faces come
    /// before each other by the language of a text, and keep the lock's order otherwise.
    package var language: String?
    /// ISO 15924 (`Geor`) where the face is for one script: texts without it never ask for the face, and its file may be
    /// absent until one does.
    package var script: String?
    /// True for the family that draws characters with emoji presentation.
    package var emoji: Bool?

    package init(
      family: String, style: String = "normal", weight: Int, file: String, index: Int = 0, version: String = "",
      sha256: String = "", bytes: Int = 0, package: String? = nil, brew: String? = nil, language: String? = nil,
      script: String? = nil, emoji: Bool? = nil
    ) {
      self.family = family
      self.style = style
      self.weight = weight
      self.file = file
      self.index = index
      self.version = version
      self.sha256 = sha256
      self.bytes = bytes
      self.package = package
      self.brew = brew
      self.language = language
      self.script = script
      self.emoji = emoji
    }
  }

  package var schema: Int
  package var faces: [Face]

  package init(schema: Int = FontLock.currentSchema, faces: [Face]) {
    self.schema = schema
    self.faces = faces
  }
}

extension FontLock {
  /// Reads a lock file's text; `name` is what diagnostics call it. Throws `Diagnostic`s (`font.lock…`).
  package init(json: some DataProtocol, name: String = "fonts.lock.json") throws {
    do {
      self = try JSONSource.decode(from: Data(json), file: name)
    } catch {
      throw Diagnostic(FontIssue.lockUnreadable(error.fact.message), at: error.place)
    }
    guard schema == FontLock.currentSchema else {
      throw Diagnostic(FontIssue.lockSchema(found: schema), at: Place(file: name))
    }
    guard !faces.isEmpty else { throw Diagnostic(FontIssue.lockEmpty, at: Place(file: name)) }
    for (index, face) in faces.enumerated() where face.index < 0 || face.file.contains("/") || face.file.isEmpty {
      throw Diagnostic(FontIssue.lockFace(face.file), at: .json("faces[\(index)]", in: name))
    }
  }

  /// Those of the faces, in the lock's order; ids that it does not have are passed over.
  package func faces(_ ids: Set<FontFaceID>) -> [Face] {
    faces.indices.filter { ids.contains(FontFaceID(index: $0)) }.map { faces[$0] }
  }

  /// The lock as text: sorted keys, one per line, a newline at the end.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
