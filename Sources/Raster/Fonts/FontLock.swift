import CPangoCairo
import CheckedSources
import Diagnostics
import Files
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
    /// False where the face never fills in for another family, as a fixed pitch: texts that are not set in it never ask for
    /// it, and its file may be absent until one is.
    package var fallback: Bool?
    /// True for the family that draws characters with emoji presentation.
    package var emoji: Bool?
    /// Where a file of the project's own is, from the lock's folder; nil of one that is looked for by its name.
    package var path: String?
    /// What the font may be used under, as it says itself.
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
  /// Where the lock lies, for files of its own; nil where it has none.
  package var folder: String?

  private enum CodingKeys: String, CodingKey { case schema, faces }

  package init(schema: Int = FontLock.currentSchema, faces: [Face]) {
    self.schema = schema
    self.faces = faces
  }
}

extension FontLock.Face {
  /// Whether its file may be absent: most texts never ask for it.
  var isOptional: Bool { script != nil || fallback == false }
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

  /// The lock as text: sorted keys, one per line, a newline at the end.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  /// The lock with the family's upright faces as they are under `folders`, those that it lacks; and these by themselves.
  ///
  /// A face for one script stands before the large fonts for Han characters and is asked by texts in that script alone, so
  /// that what was drawn before stays as it was. Any other comes last: it draws what no face had.
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
  /// The lock with the upright faces of a file of the project's own, and these by themselves. They come last, or in the place
  /// of the face that had their family and weight.
  ///
  /// - Parameters:
  ///   - file: The font's path.
  ///   - path: The same from the lock's folder.
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
  /// What is to be known of a file of the project's own beside its faces.
  ///
  /// - Parameter name: What diagnostics call it.
  package static func remarks(on file: String, called name: String) -> [Diagnostic] {
    FontFacts.all(of: file).filter { $0.isRegular && $0.isVariable }.map {
      Diagnostic(FontIssue.variable(family: $0.family, weight: $0.weight), at: Place(file: name))
    }
  }
}

/// Which package of Debian brought a file.
enum DebianPackages {
  /// Nil where none of the packages for fonts did, or the machine has no such list.
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
