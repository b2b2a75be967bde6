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
  /// Why the pair can't be compared; nil if it can, as far as names and kinds of files show.
  var obstacle: Obstacle?

  enum Obstacle: Sendable {
    /// A format that is not decoded: two files with the same bytes are identical all the same.
    case undecoded(PictureIssue)
    case refused(Diagnostic)

    init(_ issue: PictureIssue) {
      self = if case .format = issue { .undecoded(issue) } else { .refused(Diagnostic(issue)) }
    }

    var isRefusal: Bool { if case .refused = self { true } else { false } }
  }
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
  /// Why some images can't be compared, before and after.
  private var issues: (before: [RelativePath: PictureIssue], after: [RelativePath: PictureIssue]) = ([:], [:])

  /// - Throws: `Diagnostic` if a folder can't be read, or both hold no image.
  package init(before: URL, after: URL, report: (Diagnostic) -> Void) throws {
    (self.before, self.after) = (before, after)
    let (oldFiles, newFiles) = (try PictureFiles(in: before), try PictureFiles(in: after))
    issues = (oldFiles.issues, newFiles.issues)
    let (old, new) = (oldFiles.paths, newFiles.paths)
    // Sheets that both folders have are compared: they may be images of their own that only look like sheets by name.
    let both = Set(old).intersection(new)
    let (plainOld, plainNew) = (Set(Self.withoutSheets(old)), Set(Self.withoutSheets(new)))
    let shownOld = old.filter { plainOld.contains($0) || both.contains($0) }
    let shownNew = new.filter { plainNew.contains($0) || both.contains($0) }
    let sheets = Set(old + new).subtracting(shownOld + shownNew)
    aside = old.count - shownOld.count + new.count - shownNew.count
    guard !shownOld.isEmpty || !shownNew.isEmpty || !(oldFiles.closed + newFiles.closed).isEmpty else {
      throw Diagnostic(PictureIssue.none, at: Place(file: before.path))
    }
    if !sheets.isEmpty { report(Diagnostic(PictureIssue.sheets(sheets.map(\.text).sorted(by: naturallyPrecedes)))) }
    if shownNew.isEmpty { report(Diagnostic(PictureIssue.emptyAfter, at: Place(file: after.path))) }
    join(shownOld.map { ($0.text, $0) }, shownNew.map { ($0.text, $0) }, id: { $0 })
    fail(oldFiles.closed + newFiles.closed)
  }

  /// One folder, in the shape that most of its pictures have.
  ///
  /// - Throws: `Diagnostic` where it has no known one.
  package init(in folder: URL, report: (Diagnostic) -> Void) throws {
    let folder = Self.inner(of: folder)
    (before, after) = (folder, folder)
    let files = try PictureFiles(in: folder)
    let pictures = files.paths
    issues = (files.issues, files.issues)
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
      id: best.shape.before(of:))
    // A tool draws a sheet of two images that differ. Without the two, the sheet is all that shows the difference.
    for sheet in pictures {
      guard let key = best.shape.keyOfPair(ofSheet: sheet.text), best.sides.after[key] == nil else { continue }
      pairs.append(
        PicturePair(
          id: sheet.text, name: PictureName(sheet.text.stem), obstacle: .init(.loneSheet(tool: best.shape.tool))))
    }
    fail(files.closed)
  }

  // MARK: Which are there

  /// Marks pairs in unreadable subfolders as failed; a subfolder without a pair becomes a failed case of its own.
  private mutating func fail(_ closed: [PictureFiles.ClosedFolder]) {
    for folder in closed {
      var isReported = false
      for index in pairs.indices
      where [pairs[index].before, pairs[index].after].contains(where: { $0?.isWithin(folder.path) == true })
        || RelativePath(pairs[index].id)?.isWithin(folder.path) == true
      {
        if pairs[index].obstacle?.isRefusal != true { pairs[index].obstacle = .refused(folder.fault) }
        isReported = true
      }
      guard !isReported else { continue }
      let name = folder.path.text
      pairs.append(PicturePair(id: name, name: PictureName(name), obstacle: .refused(folder.fault)))
    }
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
    _ old: [(key: String, value: RelativePath)], _ new: [(key: String, value: RelativePath)], id: (String) -> String
  ) {
    let keys = (old + new).map(\.key).uniqued()
    let doubled = Self.doubled(old).map { ($0, true) } + Self.doubled(new).map { ($0, false) }
    let old = Dictionary(old.map { ($0.key, $0.value) }) { first, _ in first }
    let new = Dictionary(new.map { ($0.key, $0.value) }) { first, _ in first }
    var variants: [String: [String]] = [:]
    for key in old.keys where old.count < keys.count {
      let name = PictureName(key.stem)
      if !name.variant.isEmpty { variants[name.name, default: []].append(name.variant) }
    }
    for key in keys.sorted(by: naturallyPrecedes) {
      let id = old[key]?.text ?? new[key].map { id($0.text) } ?? key
      let name = PictureName(key.stem)
      var pair = PicturePair(
        id: id, name: name, before: old[key], after: new[key],
        otherVariants: old[key] == nil ? (variants[name.name] ?? []).sorted() : [])
      let found = [old[key].flatMap { issues.before[$0] }, new[key].flatMap { issues.after[$0] }]
        .compactMap { $0.map(PicturePair.Obstacle.init) }
      pair.obstacle = found.first(where: \.isRefusal) ?? found.first
      if RelativePath(id) == nil {
        (pair.id, pair.obstacle) = (PlainText.piece(id), .init(.unsafeName(id)))
      }
      pairs.append(pair)
    }
    // Names that are the same text in other bytes: which of them belongs to which on the other side, nothing says.
    for (path, isBefore) in doubled {
      let id = "\(PlainText.piece(path.text)) (\(isBefore ? "before" : "after"), again)"
      pairs.append(
        PicturePair(
          id: id, name: PictureName(id), before: isBefore ? path : nil, after: isBefore ? nil : path,
          obstacle: .init(.doubledName(path.text))))
    }
  }

  /// Returns the files whose names equal that of an earlier one.
  private static func doubled(_ files: [(key: String, value: RelativePath)]) -> [RelativePath] {
    var known: Set<String> = []
    return files.filter { !known.insert($0.key).inserted }.map(\.value)
  }
}

/// What can be wrong with folders of pictures.
package enum PictureIssue: Issue, Hashable {
  package enum Link: String, Hashable, Sendable {
    case outside = "a symbolic link that leads out of the folder"
    case dangling = "a symbolic link to a file that does not exist"
    case circular = "a symbolic link to a folder around it"
  }

  case none
  /// A folder of a tool's results that holds no pair; perhaps only what the tool made of pairs.
  case unknownShape(sheetsOf: String?)
  case unsafeName(String)
  /// Two names of a folder that are one text in different bytes.
  case doubledName(String)
  /// A tool's image of a difference whose images the folder lacks.
  case loneSheet(tool: String)
  /// No image remains.
  case emptyAfter
  /// Images that a tool made of others, and that are not compared.
  case sheets([String])
  /// A file that is called like an image and is a folder's neighbor of another kind: a pipe, a socket, a device.
  case notAFile
  case link(Link)
  /// A format that is not decoded, by its name.
  case format(String)
  case animated(side: String)
  /// Colors that 8 bits a channel don't tell apart.
  case deep(bits: Int)
  case colorProfiles
  /// Masks leave no pixel to compare.
  case maskedWhole
  /// A tolerance lets every pixel differ.
  case toleratesAll
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
      .error(
        "pictures.name", "\"\(PlainText.piece(name))\" can't be the name of a case",
        hint: "rename it: no control characters, backslashes or names of more than 255 bytes")
    case .doubledName(let name):
      .error(
        "pictures.name", "\"\(PlainText.piece(name))\" is in the folder twice, in two Unicode forms",
        hint: "delete or rename one of the two files")
    case .loneSheet(let tool):
      .error(
        "pictures.not-compared", "it is \(tool)'s image of a difference, and the folder lacks the image after",
        hint: "keep all images that the tests wrote, or delete this one if it is old")
    case .emptyAfter:
      .warning(
        "pictures.empty", "the folder after holds no image: every image before counts as removed",
        hint: "check that the tests ran, and wrote into this folder")
    case .sheets(let names):
      .note(
        "pictures.sheets",
        "\(names.count.counted("image")) that a tool made of others \(names.count == 1 ? "is" : "are") not compared: "
          + names.prefix(5).map(PlainText.piece).joined(separator: ", ") + (names.count > 5 ? ", …" : ""))
    case .notAFile: .error("pictures.not-compared", "it is not a regular file", hint: "replace it with an image")
    case .link(let link):
      .error(
        "pictures.not-compared", "it is \(link.rawValue)", hint: "copy the image into the folder in place of the link")
    case .format(let format):
      .error(
        "pictures.not-compared", "\(format) images are not decoded, and the two files differ",
        hint: "compare PNG, WebP or JPEG images")
    case .animated(let side):
      .error(
        "pictures.not-compared", "the image \(side) is animated, and only first frames are decoded",
        hint: "compare a still image of each frame")
    case .deep(let bits):
      .error(
        "pictures.not-compared",
        "the images have \(bits) bits a channel, and look the same at the 8 bits that are compared",
        hint: "save them with 8 bits a channel")
    case .colorProfiles:
      .error(
        "pictures.not-compared", "the images have the same numbers and different color profiles",
        hint: "save both with the same profile, or none")
    case .maskedWhole:
      .error(
        "pictures.not-compared", "masks cover the whole image", hint: "make the masks of pictures.yml smaller")
    case .toleratesAll:
      .error(
        "pictures.not-compared", "the tolerance lets every pixel differ",
        hint: "lower threshold, pixels or count in pictures.yml")
    case .noPrune:
      .error(
        "pictures.approve", "images in a folder can be approved, and not removed",
        hint: "delete the image in the older folder, or compare with --allow-removed")
    case .rule(let words): .error("pictures.rule", words)
    case .unknownRule(let key, let known):
      .error("pictures.rule", "unknown key \"\(key)\"", hint: nearestHint(to: key, among: known))
    }
  }
}
