import Diagnostics
import Files
import Foundation
import Names

/// A picture as it was and as it is.
struct PicturePair: Sendable {
  /// The path of the picture before, in its folder; of one that is new where it would be.
  var id: String
  var name: PictureName
  /// In the folder before; nil where it is new.
  var before: RelativePath?
  /// In the folder after; nil where it is gone.
  var after: RelativePath?
  /// Variants of a new picture that the folder before has.
  var otherVariants: [String] = []
  /// Why the pair can't be compared; nil if it can.
  var fault: Diagnostic?
}

/// Which pictures belong together: of two folders those of the same name, of one folder as its tool calls them.
package struct PicturePairs: Sendable {
  /// Pictures before, which approving writes.
  package let before: URL
  package let after: URL
  private(set) var pairs: [PicturePair] = []
  /// What the folder was taken for, in words; nil of two folders.
  package private(set) var shape: String?
  /// Pictures that are none of a state: differences and sheets of several pictures.
  private(set) var aside = 0

  /// - Throws: `Diagnostic` where a folder can't be read or nothing in it is a picture.
  package init(before: URL, after: URL, report: (Diagnostic) -> Void) throws {
    (self.before, self.after) = (before, after)
    var (closedOld, closedNew): ([ClosedFolder], [ClosedFolder]) = ([], [])
    let (old, new) = (
      try Self.pictures(in: before, closed: &closedOld), try Self.pictures(in: after, closed: &closedNew)
    )
    let (shownOld, shownNew) = (Self.withoutSheets(old), Self.withoutSheets(new))
    aside = old.count - shownOld.count + new.count - shownNew.count
    guard !shownOld.isEmpty || !shownNew.isEmpty || !(closedOld + closedNew).isEmpty else {
      throw Diagnostic(PictureIssue.none, at: Place(file: before.path))
    }
    join(shownOld.map { ($0.text, $0) }, shownNew.map { ($0.text, $0) }, id: { $0 }, report: report)
    fail(closedOld + closedNew)
  }

  /// One folder, in the shape that most of its pictures have.
  ///
  /// - Throws: `Diagnostic` where it has no known one.
  package init(in folder: URL, report: (Diagnostic) -> Void) throws {
    let folder = Self.inner(of: folder)
    (before, after) = (folder, folder)
    var closed: [ClosedFolder] = []
    let pictures = try Self.pictures(in: folder, closed: &closed)
    let found = PictureShape.all.map { ($0, Self.sorted(pictures, by: $0)) }
    // A table's order decides between equals.
    var best: (shape: PictureShape, sides: Sides)?
    for (shape, sides) in found where sides.pairs > (best?.sides.pairs ?? 0) { best = (shape, sides) }
    guard let best else {
      let sheets = PictureShape.all.first { shape in
        pictures.contains { path in shape.aside.contains { $0.removed(from: path.text) != nil } }
      }
      throw Diagnostic(
        pictures.isEmpty ? PictureIssue.none : .unknownShape(sheetsOf: sheets?.tool), at: Place(file: folder.path))
    }
    aside = best.sides.aside
    shape = "\(best.shape.tool)'s: \(best.sides.pairs.counted("pair"))"
    var old = best.sides.before
    if best.shape.tellsFailures { old = old.filter { best.sides.after[$0.key] != nil } }
    join(
      old.sorted { naturallyPrecedes($0.key, $1.key) }, best.sides.after.sorted { naturallyPrecedes($0.key, $1.key) },
      id: best.shape.before(of:), report: report)
    fail(closed)
  }

  // MARK: Which are there

  static let endings: Set = Set([ImageFormat.png, .webp, .jpeg].flatMap(\.endings))

  /// A subfolder that can't be read.
  private struct ClosedFolder {
    var path: RelativePath
    var fault: Diagnostic
  }

  /// Marks pairs in unreadable subfolders as failed; a subfolder without a pair becomes a failed case of its own.
  private mutating func fail(_ closed: [ClosedFolder]) {
    for folder in closed {
      var isReported = false
      for index in pairs.indices
      where [pairs[index].before, pairs[index].after].contains(where: { $0?.isWithin(folder.path) == true })
        || RelativePath(pairs[index].id)?.isWithin(folder.path) == true
      {
        pairs[index].fault = pairs[index].fault ?? folder.fault
        isReported = true
      }
      guard !isReported else { continue }
      let name = folder.path.text
      pairs.append(PicturePair(id: name, name: PictureName(name), fault: folder.fault))
    }
  }

  /// Pictures of a folder in natural order.
  ///
  /// - Parameter closed: Gets the subfolders that can't be read.
  private static func pictures(in folder: URL, closed: inout [ClosedFolder]) throws -> [RelativePath] {
    var found: [RelativePath] = []
    do {
      try FileTree(folder.path).walk { path, error in
        guard RelativePath(bytes: path.bytes) != nil || !path.text.contains("/.") && !path.text.hasPrefix(".") else {
          return
        }
        let place = folder.appendingPathComponent(path.text).path
        closed.append(ClosedFolder(path: path, fault: error.unreadable(as: place)))
      } visit: { path, step in
        // What is hidden is the tools' own.
        guard case .file(.file) = step, RelativePath(bytes: path.bytes) != nil || !path.text.contains("/."),
          endings.contains(String(path.text.ending.dropFirst()).lowercased())
        else { return }
        found.append(path)
      }
    } catch let error as FileError {
      throw error.unreadable(as: folder.path)
    }
    return found.sorted { naturallyPrecedes($0.text, $1.text) }
  }

  /// What the tool's folder is that somebody may have given the folder above of.
  private static func inner(of folder: URL) -> URL {
    [".lostpixel", ".loki", ".reg"].map { folder.appendingPathComponent($0) }.first(where: FileSystem.isFolder)
      ?? folder
  }

  /// Without what a tool has made of two other pictures that are here.
  private static func withoutSheets(_ pictures: [RelativePath]) -> [RelativePath] {
    let known = Set(pictures.map(\.text))
    let marks = PictureShape.all.flatMap(\.aside).filter { if case .folder = $0 { false } else { true } }
    return pictures.filter { path in
      let (stem, name) = (path.text.stem, path.text.dropFirst(path.text.folder.utf8.count))
      return !marks.contains { mark in
        // Nearly none has any.
        switch mark {
        case .suffix(let suffix): if !stem.hasSuffix(suffix) { return false }
        case .prefix(let prefix): if !name.hasPrefix(prefix) { return false }
        case .folder: return false
        }
        guard let plain = mark.removed(from: path.text) else { return false }
        return known.contains(plain)
          || PictureShape.all.contains { shape in
            (shape.before + shape.after).contains {
              if case .suffix(let suffix) = $0 { known.contains(plain.stem + suffix + plain.ending) } else { false }
            }
          }
      }
    }
  }

  private struct Sides {
    var before: [String: RelativePath] = [:]
    var after: [String: RelativePath] = [:]
    var aside = 0

    var pairs: Int { after.keys.count { before[$0] != nil } }
  }

  /// Of several runs after (BackstopJS has a folder for each) the last counts.
  private static func sorted(_ pictures: [RelativePath], by shape: PictureShape) -> Sides {
    var sides = Sides()
    for path in pictures {
      switch shape.place(of: path.text) {
      case (.before, let key)?: sides.before[key] = path
      case (.after, let key)?: sides.after[key] = path
      case nil: sides.aside += 1
      }
    }
    return sides
  }

  // MARK: Which belong together

  /// Names that a file system writes in another normal form are the same: Swift's texts are.
  private mutating func join(
    _ old: [(key: String, value: RelativePath)], _ new: [(key: String, value: RelativePath)], id: (String) -> String,
    report: (Diagnostic) -> Void
  ) {
    let keys = (old + new).map(\.key).uniqued()
    let old = Dictionary(old.map { ($0.key, $0.value) }) { first, _ in first }
    let new = Dictionary(new.map { ($0.key, $0.value) }) { first, _ in first }
    var variants: [String: [String]] = [:]
    for key in old.keys where old.count < keys.count {
      let name = PictureName(key.stem)
      if !name.variant.isEmpty { variants[name.name, default: []].append(name.variant) }
    }
    for key in keys.sorted(by: naturallyPrecedes) {
      let id = old[key]?.text ?? new[key].map { id($0.text) } ?? key
      guard RelativePath(id) != nil else {
        report(Diagnostic(PictureIssue.unsafeName(id)))
        continue
      }
      let name = PictureName(key.stem)
      pairs.append(
        PicturePair(
          id: id, name: name, before: old[key], after: new[key],
          otherVariants: old[key] == nil ? (variants[name.name] ?? []).sorted() : []))
    }
  }
}

/// What can be wrong with folders of pictures.
package enum PictureIssue: Issue, Hashable {
  case none
  /// A folder of a tool's results that holds no pair; perhaps only what the tool made of pairs.
  case unknownShape(sheetsOf: String?)
  case unsafeName(String)
  case noPrune
  case rule(String)
  case unknownRule(String, known: [String])

  package var text: IssueText {
    switch self {
    case .none:
      .error(
        "pictures.none", "the folder holds no picture (.png, .webp, .jpg)", hint: "give the folder that the tests wrote"
      )
    case .unknownShape(let tool):
      .error(
        "pictures.shape",
        tool.map { "the folder holds \($0)'s differences and no pictures of which they were made" }
          ?? "no picture of the folder says whether it is before or after, in no way of a known tool",
        hint: "give two folders: --before and --after")
    case .unsafeName(let name):
      .warning("pictures.name", "\"\(PlainText.piece(name))\" is left out: no case can be called so", hint: "rename it")
    case .noPrune:
      .error(
        "pictures.approve", "of pictures in a folder nothing is removed and no fonts are known: they can be approved",
        hint: "remove a picture by hand, with your version control")
    case .rule(let words): .error("pictures.rule", words)
    case .unknownRule(let key, let known):
      .error("pictures.rule", "unknown key \"\(key)\"", hint: nearestHint(to: key, among: known))
    }
  }
}
