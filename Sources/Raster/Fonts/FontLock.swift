import CPangoCairo
import DataFormats
import Diagnostics
import Files
import Foundation

/// The fonts for rendering, identified by their bytes. A font that isn't in the lock is never used.
///
/// The order of the faces is the fallback order of the families.
package struct FontLock: Codable, Hashable, Sendable {
  /// The only schema version so far.
  package static let currentSchema = 1

  package struct Face: Codable, Hashable, Sendable {
    package var family: String
    /// `normal` or `italic`.
    package var style: String
    /// The CSS weight, 100…900.
    package var weight: Int
    /// The file name, without a folder.
    package var file: String
    /// The index of the face in a collection (.ttc); 0 for a plain font file.
    package var index: Int
    /// The version as the font states it, for display only.
    package var version: String
    /// The lower-case hexadecimal digest of the whole file.
    package var sha256: String
    /// The file size in bytes.
    package var bytes: Int
    /// The Debian package that contains the file.
    package var package: String?
    /// The Homebrew cask that contains the file.
    package var brew: String?
    /// `zh`, `ja` or `ko` if the face draws Han characters in the style of that language. Such faces are ordered by the
    /// language of a text, and otherwise keep the order of the lock.
    package var language: String?
    /// The ISO 15924 code (`Geor`) if the face is for one script: other texts never use the face, and its file may be
    /// missing until a text needs it.
    package var script: String?
    /// False if the face is never a fallback for another family, e.g. a monospaced one. Other texts never use the face,
    /// and its file may be missing until a text needs it.
    package var fallback: Bool?
    /// True for the family that draws characters with emoji presentation.
    package var emoji: Bool?
    /// The path of a project's own font file, relative to the lock's folder; nil if the file is found by name.
    package var path: String?
    /// The license as the font states it.
    package var license: String?

    package init(
      family: String, style: String = "normal", weight: Int, file: String, index: Int = 0, version: String = "",
      sha256: String = "", bytes: Int = 0, package: String? = nil, brew: String? = nil, language: String? = nil,
      script: String? = nil, fallback: Bool? = nil, emoji: Bool? = nil, path: String? = nil,
      license: String? = nil
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
      self.fallback = fallback
      self.emoji = emoji
      self.path = path
      self.license = license
    }
  }

  package var schema: Int
  package var faces: [Face]
  /// The folder of the lock, for font files of the project; nil if it has none.
  package var folder: String?

  private enum CodingKeys: String, CodingKey { case schema, faces }

  package init(schema: Int = FontLock.currentSchema, faces: [Face]) {
    self.schema = schema
    self.faces = faces
  }
}

extension FontLock.Face {
  /// Whether the file may be missing, since most texts never use it.
  var isOptional: Bool { script != nil || fallback == false }
}

extension FontLock {
  /// Parses the text of a lock file; `name` is its name in diagnostics. Throws `Diagnostic`s (`font.lock…`).
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

  /// Returns the lock as text: sorted keys, one per line, with a trailing newline.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  /// Returns the lock with the family's missing upright faces added from `folders`, and these faces alone.
  ///
  /// A face for one script is inserted before the large Han fonts and is only used for texts in that script, so
  /// existing renderings don't change. Any other face is appended and draws characters that no other face has.
  ///
  /// - Throws: `Diagnostic`: `font.not-installed`, `font.locked`, `font.different` (unreadable), `font.unusable`.
  package func adding(
    family name: String, filesIn folders: [String]
  ) throws(Diagnostic) -> (lock: FontLock, added: [Face]) {
    let noto = NotoFamily(named: name)
    let fonts = FontSearch.fonts(in: folders).flatMap { path in FontFacts.all(of: path).map { (path: path, facts: $0) }
    }
    let family = fonts.filter { $0.facts.isRegular && $0.facts.family.lowercased() == name.lowercased() }
    guard !family.isEmpty else {
      let installed = fonts.map(\.facts.family).uniqued().sorted()
      throw Diagnostic(
        FontIssue.noFamily(noto?.name ?? name, package: noto?.package, brew: noto?.brew, installed: installed))
    }
    var added: [Face] = []
    for (path, facts) in family.sorted(by: { $0.facts.weight < $1.facts.weight }) {
      let isKnown = (faces + added).contains {
        $0.family == facts.family && $0.weight == facts.weight && $0.style == "normal"
      }
      guard !isKnown, let file = path.split(separator: "/").last else { continue }
      let face = Face(
        family: facts.family, weight: facts.weight, file: String(file), index: facts.index,
        package: DebianPackages.owner(of: path) ?? noto?.package, brew: noto?.brew, language: noto?.language,
        script: noto.flatMap { $0.isHan ? nil : $0.script }, license: facts.license)
      added.append(try FontLock.locked(face, at: path))
    }
    guard !added.isEmpty else { throw Diagnostic(FontIssue.familyLocked(family[0].facts.family)) }
    var lock = self
    let large = faces.firstIndex { $0.language != nil || $0.emoji == true }
    lock.faces.insert(contentsOf: added, at: added[0].script == nil ? faces.count : large ?? faces.count)
    return (lock, added)
  }
}

extension FontLock {
  /// Returns the lock with the upright faces of a project's own file, and these faces alone. They are appended, or
  /// replace the face with the same family and weight.
  ///
  /// - Parameters:
  ///   - file: The path of the font.
  ///   - path: The same path relative to the lock's folder.
  /// - Throws: `Diagnostic`: `font.no-file`, `font.unusable`, `font.not-upright`, `font.different` (unreadable).
  package func adding(file: String, as path: String) throws(Diagnostic) -> (lock: FontLock, added: [Face]) {
    let all = FontFacts.all(of: file)
    guard !all.isEmpty else {
      let isThere = FileSystem.exists(URL(fileURLWithPath: file))
      throw Diagnostic(isThere ? FontIssue.noFont(path: file) : FontIssue.noFile(path: file))
    }
    let upright = all.filter(\.isRegular)
    guard !upright.isEmpty else { throw Diagnostic(FontIssue.notUpright(path: file, family: all[0].family)) }
    var (lock, added) = (self, [Face]())
    for facts in upright {
      let name = file.split(separator: "/").last.map(String.init) ?? file
      let face = try FontLock.locked(
        Face(
          family: facts.family, weight: facts.weight, file: name, index: facts.index, path: path,
          license: facts.license), at: file)
      let place = lock.faces.firstIndex {
        $0.family == face.family && $0.weight == face.weight && $0.style == face.style
      }
      if let place { lock.faces[place] = face } else { lock.faces.append(face) }
      added.append(face)
    }
    return (lock, added)
  }
}

extension FontLock {
  /// Returns further remarks on a project's own font file.
  ///
  /// - Parameter name: The name of the file in diagnostics.
  package static func remarks(on file: String, called name: String) -> [Diagnostic] {
    FontFacts.all(of: file).filter { $0.isRegular && $0.isVariable }.map {
      Diagnostic(FontIssue.variable(family: $0.family, weight: $0.weight), at: Place(file: name))
    }
  }
}

/// Finds the Debian package that installed a file.
enum DebianPackages {
  /// Returns nil if no font package installed the file, or if the machine has no package lists.
  static func owner(of path: String) -> String? {
    let folder = "/var/lib/dpkg/info"
    let ending = ".list"
    for name in FontSearch.names(in: folder) where name.hasPrefix("fonts-") && name.hasSuffix(ending) {
      let isOwner = FontLock.contents(of: "\(folder)/\(name)") { bytes in
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { $0 == path }
      }
      if isOwner == true { return String(name.dropLast(ending.count).prefix { $0 != ":" }) }
    }
    return nil
  }
}
