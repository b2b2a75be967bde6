import Basics
import Diagnostics
import Files
import Foundation

/// The old and the new version of an image.
package struct ImagePair: Sendable {
  /// The path of the old image in its folder. For a new image, the path that its baseline would have.
  package var id: String
  package var name: ImageName
  /// The path in the older folder; nil for a new image.
  package var before: RelativePath?
  /// The path in the newer folder; nil for a removed image.
  package var after: RelativePath?
  /// For a new image: the variants of it that the older folder has.
  package var otherVariants: [String] = []
  /// The new images of earlier attempts of the test, in order.
  package var attempts: [RelativePath] = []
  /// The number of the attempt, from 1 on, in which the test passed after earlier ones had failed; nil if none did.
  package var passedAttempt: Int?
  /// The removed image that a new one is related to, and the other way round.
  package var relation: ImageRenames.Relation?
  /// Why the pair can't be compared; nil if it can, as far as names and kinds of files show.
  package var obstacle: Obstacle?

  package enum Obstacle: Sendable {
    /// A format that is not decoded: two files with the same bytes are identical all the same.
    case undecoded(ImageFolderIssue)
    case refused(Diagnostic)

    init(_ issue: ImageFolderIssue) {
      self = if case .format = issue { .undecoded(issue) } else { .refused(Diagnostic(issue)) }
    }

    package var isRefusal: Bool { if case .refused = self { true } else { false } }
  }
}

/// Pairs of images: those of the same name in two folders, or those in one folder that a known test tool wrote.
package struct ImagePairs: Sendable {
  /// The folder of old images, into which approvals write.
  package let before: URL
  package let after: URL
  package private(set) var pairs: [ImagePair] = []
  /// The recognized test tool and the number of pairs, as text; nil for two folders.
  package private(set) var shape: String?
  /// The number of ignored images: differences, and sheets of several images.
  package private(set) var aside = 0
  /// Why some images can't be compared, by folder.
  private var issues: (before: [RelativePath: ImageFolderIssue], after: [RelativePath: ImageFolderIssue]) = ([:], [:])

  /// Pairs the images of two folders.
  ///
  /// - Throws: `Diagnostic` if a folder can't be read, or both contain no image.
  package init(before: URL, after: URL, report: (Diagnostic) -> Void) throws {
    (self.before, self.after) = (before, after)
    let (oldFiles, newFiles) = (try ComparedImageFiles(in: before), try ComparedImageFiles(in: after))
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
      throw Diagnostic(ImageFolderIssue.none, at: Place(file: before.path))
    }
    if !sheets.isEmpty { report(Diagnostic(ImageFolderIssue.sheets(sheets.map(\.text).sorted(by: naturallyPrecedes)))) }
    if shownNew.isEmpty { report(Diagnostic(ImageFolderIssue.emptyAfter, at: Place(file: after.path))) }
    join(shownOld.map { ($0.text, $0) }, shownNew.map { ($0.text, $0) }, id: { $0 })
    fail(oldFiles.closed + newFiles.closed)
    for found in ImageRenames(pairs, before: "\(before.path)/", after: "\(after.path)/").found {
      pairs[found.new].relation = .init(kind: found.kind, other: pairs[found.removed].id)
      pairs[found.removed].relation = .init(kind: found.kind, other: pairs[found.new].id)
    }
  }

  /// Pairs the images of one folder. Recognizes the tool whose naming gives the most pairs.
  ///
  /// - Throws: `Diagnostic` if no known naming gives a pair.
  package init(in folder: URL, report: (Diagnostic) -> Void) throws {
    let folder = Self.inner(of: folder)
    (before, after) = (folder, folder)
    let files = try ComparedImageFiles(in: folder)
    let pictures = files.paths
    issues = (files.issues, files.issues)
    let found = SnapshotNaming.all.map { ($0, Self.sorted(pictures, by: $0)) }
    // If several give equally many, the first in the table wins.
    var best: (shape: SnapshotNaming, sides: Sides)?
    for (shape, sides) in found where sides.pairs > (best?.sides.pairs ?? 0) { best = (shape, sides) }
    guard let best else {
      let sheets = SnapshotNaming.all.first { shape in
        pictures.contains { path in shape.aside.contains { $0.removed(from: path.text) != nil } }
      }
      throw Diagnostic(
        pictures.isEmpty ? ImageFolderIssue.none : .unknownShape(sheetsOf: sheets?.tool), at: Place(file: folder.path))
    }
    aside = best.sides.aside
    shape = "\(best.shape.tool)'s: \(best.sides.pairs.counted("pair"))"
    var old = best.sides.before
    if best.shape.tellsFailures { old = old.filter { best.sides.after[$0.key] != nil } }
    join(
      old.sorted { naturallyPrecedes($0.key, $1.key) }, best.sides.after.sorted { naturallyPrecedes($0.key, $1.key) },
      id: { best.shape.before(of: best.shape.attempt(of: $0).path) })
    for index in pairs.indices {
      guard let path = pairs[index].after, let key = best.shape.place(of: path.text)?.key,
        let tries = best.sides.attempts[best.shape.attempt(of: key).path]
      else { continue }
      pairs[index].attempts = tries.dropLast().map(\.path)
      pairs[index].passedAttempt = passedAttempt(after: tries, best.shape)
    }
    // A tool draws a sheet of two images that differ. Without the two, only the sheet shows the difference.
    for sheet in pictures {
      guard let key = best.shape.keyOfPair(ofSheet: sheet.text), best.sides.after[key] == nil else { continue }
      pairs.append(
        ImagePair(
          id: sheet.text, name: ImageName(sheet.text.stem), obstacle: .init(.loneSheet(tool: best.shape.tool))))
    }
    fail(files.closed)
  }

  // MARK: Attempts

  /// The maximum number of folders of attempts to look for.
  private static let attemptLimit = 100

  /// Returns the number of the attempt after the last failed one, if the tool left a folder for it.
  private func passedAttempt(after tries: [Sides.Attempt], _ shape: SnapshotNaming) -> Int? {
    guard let last = tries.last, last.number < Self.attemptLimit else { return nil }
    let plain = shape.attempt(of: last.path.text).path
    guard let folder = shape.folder(of: plain, attempt: last.number + 1),
      FileSystem.isFolder(after.appendingPathComponent(folder))
    else { return nil }
    return last.number + 2
  }

  // MARK: Finding images

  /// Marks pairs in unreadable subfolders as failed. A subfolder without pairs becomes a failed case.
  private mutating func fail(_ closed: [ComparedImageFiles.UnreadableFolder]) {
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
      pairs.append(ImagePair(id: name, name: ImageName(name), obstacle: .refused(folder.fault)))
    }
  }

  /// Returns the tool's own folder if the user named its parent.
  private static func inner(of folder: URL) -> URL {
    [".lostpixel", ".loki", ".reg", ".vitest-attachments"].map { folder.appendingPathComponent($0) }
      .first(where: FileSystem.isFolder) ?? folder
  }

  /// Omits images that a tool made from other images in the folder.
  private static func withoutSheets(_ pictures: [RelativePath]) -> [RelativePath] {
    let known = Set(pictures.map(\.text))
    let marks = SnapshotNaming.all.flatMap(\.aside).filter { if case .folder = $0 { false } else { true } }
    return pictures.filter { path in
      let (stem, name) = (path.text.stem, path.text.dropFirst(path.text.folder.utf8.count))
      return !marks.contains { mark in
        // Check this first: nearly all paths have no mark.
        switch mark {
        case .suffix(let suffix): if !stem.hasSuffix(suffix) { return false }
        case .prefix(let prefix): if !name.hasPrefix(prefix) { return false }
        case .infix(let infix): if !name.contains(infix) { return false }
        case .folder: return false
        }
        guard let plain = mark.removed(from: path.text) else { return false }
        return known.contains(plain)
          || SnapshotNaming.all.contains { shape in
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
    /// All new images of the same test, in the order of attempts.
    var attempts: [String: [Attempt]] = [:]
    var aside = 0

    struct Attempt {
      var number: Int
      var path: RelativePath
    }

    var pairs: Int { after.keys.count { before[$0] != nil } }
  }

  /// If there are several new versions (BackstopJS has a folder for each run, other tools retry failed tests), the last
  /// one counts. Of several old versions, the first one does.
  private static func sorted(_ pictures: [RelativePath], by shape: SnapshotNaming) -> Sides {
    var sides = Sides()
    for path in pictures {
      switch shape.place(of: path.text) {
      case (.before, let key)?:
        let (key, number) = shape.attempt(of: key)
        if number == 0 || sides.before[key] == nil { sides.before[key] = path }
      case (.after, let key)?:
        let (key, number) = shape.attempt(of: key)
        sides.attempts[key, default: []].append(Sides.Attempt(number: number, path: path))
      case nil: sides.aside += 1
      }
    }
    for key in sides.attempts.keys {
      sides.attempts[key]?.sort {
        $0.number == $1.number ? naturallyPrecedes($0.path.text, $1.path.text) : $0.number < $1.number
      }
      let tries = sides.attempts[key] ?? []
      sides.after[key] = tries.last?.path
      // Other tools keep several runs, which are no attempts.
      if Set(tries.map(\.number)).count < tries.count { sides.attempts[key] = tries.suffix(1) }
    }
    return sides
  }

  // MARK: Pairing

  /// Pairs images by name. Names in different Unicode normal forms are equal, because Swift's strings are.
  private mutating func join(
    _ old: [(key: String, value: RelativePath)], _ new: [(key: String, value: RelativePath)], id: (String) -> String
  ) {
    let keys = (old + new).map(\.key).uniqued()
    let doubled = Self.doubled(old).map { ($0, true) } + Self.doubled(new).map { ($0, false) }
    let old = Dictionary(old.map { ($0.key, $0.value) }) { first, _ in first }
    let new = Dictionary(new.map { ($0.key, $0.value) }) { first, _ in first }
    var variants: [String: [String]] = [:]
    for key in old.keys where old.count < keys.count {
      let name = ImageName(key.stem)
      if !name.variant.isEmpty { variants[name.name, default: []].append(name.variant) }
    }
    for key in keys.sorted(by: naturallyPrecedes) {
      let id = old[key]?.text ?? new[key].map { id($0.text) } ?? key
      let name = ImageName(key.stem)
      var pair = ImagePair(
        id: id, name: name, before: old[key], after: new[key],
        otherVariants: old[key] == nil ? (variants[name.name] ?? []).sorted() : [])
      let found = [old[key].flatMap { issues.before[$0] }, new[key].flatMap { issues.after[$0] }]
        .compactMap { $0.map(ImagePair.Obstacle.init) }
      pair.obstacle = found.first(where: \.isRefusal) ?? found.first
      if RelativePath(id) == nil {
        (pair.id, pair.obstacle) = (PlainText.piece(id), .init(.unsafeName(id)))
      }
      pairs.append(pair)
    }
    // If two names in a folder are equal but have different bytes, their counterparts are unknown.
    for (path, isBefore) in doubled {
      let id = "\(PlainText.piece(path.text)) (\(isBefore ? "before" : "after"), again)"
      pairs.append(
        ImagePair(
          id: id, name: ImageName(id), before: isBefore ? path : nil, after: isBefore ? nil : path,
          obstacle: .init(.doubledName(path.text))))
    }
  }

  /// Returns the files whose names equal the name of an earlier file.
  private static func doubled(_ files: [(key: String, value: RelativePath)]) -> [RelativePath] {
    var known: Set<String> = []
    return files.filter { !known.insert($0.key).inserted }.map(\.value)
  }
}

/// Problems with folders of images.
package enum ImageFolderIssue: Issue, Hashable {
  package enum Link: String, Hashable, Sendable {
    case outside = "a symbolic link that leads out of the folder"
    case dangling = "a symbolic link to a file that does not exist"
    case circular = "a symbolic link to a parent folder"
  }

  case none
  /// No naming of a known tool gives a pair. `sheetsOf`: the tool that made the differences in the folder, if it has
  /// any.
  case unknownShape(sheetsOf: String?)
  case unsafeName(String)
  /// A name in another encoding than UTF-8.
  case nameEncoding
  /// Two names in a folder are equal as text but differ in bytes.
  case doubledName(String)
  /// A tool's image of a difference whose images the folder lacks.
  case loneSheet(tool: String)
  /// A test whose attempts gave different images, or that passed in a later attempt.
  case flaky(String)
  /// The newer folder contains no image.
  case emptyAfter
  /// Images that a tool made from others, and that are not compared.
  case sheets([String])
  /// A pipe, a socket or a device with the name of an image.
  case notAFile
  case link(Link)
  /// The name of a format that is not decoded.
  case format(String)
  case colorProfiles
  /// The masks leave no pixel to compare.
  case maskedWhole
  /// The tolerance lets every pixel differ.
  case toleratesAll
  /// An option of approve that image folders don't have.
  case needsProject
  case rule(String)
  case unknownRule(String, known: [String])
  /// A pattern of `pictures.yml` that matches no image.
  case staleRule(pattern: String, known: [String])
  /// A mask that lies outside of all images that it is meant for.
  case outsideMask(PixelRect, images: [String])

  package var text: IssueText {
    switch self {
    case .none:
      .error(
        "pictures.none", "the folder contains no image (.png, .webp, .jpg, .gif)",
        hint: "pass the folder that the tests wrote"
      )
    case .unknownShape(let tool):
      .error(
        "pictures.shape",
        tool.map { "the folder contains \($0)'s difference images, but not the images that it compared" }
          ?? "the folder's images can't be paired: their names match no known tool",
        hint: "pass two folders: feedproof diff BEFORE AFTER")
    case .unsafeName(let name):
      .error(
        "pictures.name", "\"\(PlainText.piece(name))\" can't be the name of a case",
        hint: "rename it: control characters, backslashes and names longer than 255 bytes are not allowed")
    case .nameEncoding:
      .error(
        "pictures.name", "the file's name is not in UTF-8",
        hint: "rename it, e.g. with convmv -f latin1 -t utf8 --notest")
    case .doubledName(let name):
      .error(
        "pictures.name", "the folder contains \"\(PlainText.piece(name))\" twice, in two Unicode forms",
        hint: "delete or rename one of the two files")
    case .loneSheet(let tool):
      .error(
        "pictures.not-compared", "this is a difference image from \(tool), but the new image is missing",
        hint: "keep all images that the tests wrote, or delete this one if it is old")
    case .flaky(let words):
      .warning(
        "pictures.flaky", words,
        hint: "make the test wait until the page has settled, then compare again"
      )
    case .emptyAfter:
      .warning(
        "pictures.empty", "the new folder contains no image; every old image counts as removed",
        hint: "check that the tests ran and wrote to this folder")
    case .sheets(let names):
      .note(
        "pictures.sheets",
        "\(names.count.counted("difference image")) of a tool \(names.count == 1 ? "is" : "are") not compared: "
          + names.prefix(5).map(PlainText.piece).joined(separator: ", ") + (names.count > 5 ? ", …" : ""))
    case .notAFile: .error("pictures.not-compared", "it is not a regular file", hint: "replace it with an image")
    case .link(let link):
      .error(
        "pictures.not-compared", "it is \(link.rawValue)", hint: "replace the link with a copy of the image")
    case .format(let format):
      .error(
        "pictures.not-compared", "the two files differ, and \(format) images can't be decoded",
        hint: "compare PNG, WebP, JPEG or GIF images")
    case .colorProfiles:
      .error(
        "pictures.not-compared", "the images have different color profiles that can't be converted",
        hint: "save both with the same profile, or none")
    case .maskedWhole:
      .error(
        "pictures.not-compared", "masks cover the entire image", hint: "shrink the masks in pictures.yml")
    case .toleratesAll:
      .error(
        "pictures.not-compared", "the tolerance allows every pixel to differ",
        hint: "lower threshold, pixels or count in pictures.yml")
    case .needsProject:
      .error(
        "pictures.approve", "folders of images have no fonts, libraries or stored layouts to approve",
        hint: "name images, or pass --all, --only, --prune or --decisions")
    case .staleRule(let pattern, let known):
      .warning(
        "pictures.stale-rule", "pictures.yml: the pattern \"\(PlainText.piece(pattern))\" matches no image",
        hint: nearestHint(to: pattern, among: known))
    case .outsideMask(let rect, let images):
      .warning(
        "pictures.stale-rule",
        "pictures.yml: the mask \(rect.x), \(rect.y), \(rect.width) × \(rect.height) is outside of "
          + images.prefix(3).map(PlainText.piece).joined(separator: ", ") + (images.count > 3 ? ", …" : ""),
        hint: "correct or delete it; masks are in pixels from the top left corner")
    case .rule(let words): .error("pictures.rule", words)
    case .unknownRule(let key, let known):
      .error("pictures.rule", "unknown key \"\(key)\"", hint: nearestHint(to: key, among: known))
    }
  }
}
