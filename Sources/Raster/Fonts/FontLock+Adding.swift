import CPangoCairo
import Diagnostics

extension FontLock {
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
      let installed = fonts.map(\.facts.family).unique.sorted()
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
        script: noto.flatMap { $0.isHan ? nil : $0.script })
      added.append(try FontLock.locked(face, at: path))
    }
    guard !added.isEmpty else { throw Diagnostic(FontIssue.familyLocked(family[0].facts.family)) }
    var lock = self
    let large = faces.firstIndex { $0.language != nil || $0.emoji == true }
    lock.faces.insert(contentsOf: added, at: added[0].script == nil ? faces.count : large ?? faces.count)
    return (lock, added)
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
