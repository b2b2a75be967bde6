import Basics
import Diagnostics
import Files
import Foundation
import ImageComparison
import ImageFolders
import Raster
import Site

/// Compares images with those of the same name, and writes the files for the review.
struct ImagePairComparison: Sendable {
  private let rules: ImageRules
  private let review: ReviewFolder
  /// The path of the review's folder for a CI server.
  private let attachments: String
  /// The image folders, with a trailing slash.
  private let (before, after): (String, String)
  /// The older folder, relative to the review.
  private let shownBefore: String
  /// Prepared texts by pixels per point.
  private let sameTexts: [Int: IdenticalImageText]

  init(pairs: ImagePairs, rules: ImageRules, review: ReviewFolder, attachments: String) throws {
    (self.rules, self.review, self.attachments) = (rules, review, attachments)
    (before, after) = ("\(pairs.before.path)/", "\(pairs.after.path)/")
    shownBefore = "\(review.path(to: pairs.before))/"
    var texts: [Int: IdenticalImageText] = [:]
    for scale in Set(pairs.pairs.map(\.name.scale)) {
      texts[scale] = try IdenticalImageText { values in
        var entry = Self.entry(values.id, ImageName(values, scale: scale), Judgement(verdict: .identical), masks: [])
        entry.show(values)
        return try Self.texts(of: entry, attachments: attachments)
      }
    }
    sameTexts = texts
  }

  private enum Side: String { case actual, expected }

  /// Compares a pair. A problem with the pair becomes a case with an error.
  ///
  /// - Throws: `Diagnostic` if the review's folder can't be written.
  func compare(_ pair: ImagePair) throws -> ComparedCase {
    var compared = try compareSides(of: pair)
    // The texts of identical files are complete.
    guard compared.texts == nil, let flakiness = flakiness(of: pair) else { return compared }
    compared.entry.reasons.append(flakiness)
    return compared
  }

  /// Returns a description of different results of a test's attempts; nil if there are none.
  func flakiness(of pair: ImagePair) -> String? {
    guard pair.passedAttempt != nil || !pair.attempts.isEmpty, let last = pair.after else { return nil }
    if let passed = pair.passedAttempt {
      return "flaky: attempt \(passed) passed after \((passed - 1).counted("failed attempt"))"
    }
    let images = (pair.attempts + [last]).map { path in
      (try? bytes(path, in: after, side: "after")).map { Digest(of: $0).hex } ?? "unreadable"
    }
    let different = Set(images).count
    return different < 2 ? nil : "flaky: \(images.count) attempts gave \(different) different images"
  }

  private func compareSides(of pair: ImagePair) throws -> ComparedCase {
    do {
      if case .refused(let diagnostic)? = pair.obstacle { return failed(pair, diagnostic) }
      let before = try pair.before.map { try bytes($0, in: self.before, side: "before") }
      let after = try pair.after.map { try bytes($0, in: self.after, side: "after") }
      if case .undecoded(let issue)? = pair.obstacle {
        return try uncompared(pair, issue, before, after)
      }
      switch (before, after) {
      case (let before?, let after?) where haveSameBytes(before, after): return try same(pair, before)
      case (let before?, let after?): return try compare(pair, before, after)
      case (nil, let after?): return try new(pair, after)
      case (let before?, nil): return try gone(pair, before)
      case (nil, nil): return failed(pair, Diagnostic(ImageFolderIssue.none))
      }
    } catch let diagnostic as Diagnostic where diagnostic.kind != .output {
      return failed(pair, diagnostic)
    }
  }

  private func bytes(_ path: RelativePath, in folder: String, side: String) throws -> [UInt8] {
    let name = path.text
    return try ComparedImageFile.bytes(of: folder + name, called: "\(name) (\(side))")
  }

  /// Returns the case of a format that can't be decoded: identical if the bytes are, obsolete if only the older folder
  /// has it.
  ///
  /// - Throws: `Diagnostic` if the files differ.
  private func uncompared(
    _ pair: ImagePair, _ issue: ImageFolderIssue, _ before: [UInt8]?, _ after: [UInt8]?
  ) throws -> ComparedCase {
    if let before, let after, haveSameBytes(before, after) {
      let judgement = Judgement(verdict: .identical, reasons: ["the files are identical"])
      return ComparedCase(entry: entry(pair, judgement), judgement: judgement)
    }
    if let before, after == nil { return try gone(pair, before) }
    throw Diagnostic(issue)
  }

  private func entry(_ pair: ImagePair, _ judgement: Judgement) -> CaseResult {
    Self.entry(
      pair.id, pair.name, judgement,
      masks: rules.rules(of: pair.id).masks.map { mask in
        let sides = [mask.rect.x, mask.rect.y, mask.rect.width, mask.rect.height]
        return CompareReport.Mask(
          box: "\(mask.rect)", region: sides.map { Double($0) / Double(max(1, pair.name.scale)) }, reason: mask.reason)
      })
  }

  private static func entry(
    _ id: String, _ name: ImageName, _ judgement: Judgement, masks: [CompareReport.Mask]
  ) -> CaseResult {
    var entry = CaseResult(
      id: id, reference: .baseline, post: name.name, variant: nil, verdict: judgement.verdict,
      reasons: judgement.reasons, details: .image(replacesBroken: false))
    (entry.scale, entry.state, entry.masks) = (name.scale, name.variant, masks)
    entry.pixels = judgement.pixels.map { CompareReport.Pixels($0, path: nil) }
    return entry
  }

  private func picture(_ size: PixelSize, _ bytes: [UInt8], path: String?) -> CompareReport.Picture {
    CompareReport.Picture(width: size.width, height: size.height, sha256: Digest(of: bytes).hex, path: path)
  }

  private func save(_ side: Side, of pair: ImagePair, _ bytes: [UInt8]) throws -> String {
    let path = "\(side.rawValue)/\(pair.id)"
    try review.write(bytes, to: path)
    return path
  }

  // MARK: Single cases

  /// Decodes and copies nothing: the page shows the old image in its folder.
  private func same(_ pair: ImagePair, _ bytes: [UInt8]) throws -> ComparedCase {
    let size: PixelSize
    do throws(ImageError) {
      size = try ImageAnimation.size(of: bytes)
    } catch {
      throw BrokenImage.diagnostic(of: error, in: bytes, .both)
    }
    try ImageFileComparison.checkCompleteness(bytes)
    let judgement = Judgement(verdict: .identical)
    var entry = entry(pair, judgement)
    let values = IdenticalImageText.Values(
      id: pair.id, name: pair.name.name, variant: pair.name.variant, path: shownBefore + (pair.before?.text ?? pair.id),
      width: size.width, height: size.height)
    if entry.masks.isEmpty, let texts = sameTexts[pair.name.scale]?.texts(values) {
      return ComparedCase(entry: entry, judgement: judgement, texts: texts)
    }
    entry.show(values)
    return ComparedCase(
      entry: entry, judgement: judgement, texts: try Self.texts(of: entry, attachments: attachments))
  }

  /// Returns the texts of an identical case.
  private static func texts(of entry: CaseResult, attachments: String) throws -> ReviewTexts {
    let reviewed = CasePage(entry: entry, clusters: [], boxes: [], playable: nil)
    return ReviewTexts(
      report: try JSONListText(depth: 2).text(of: entry),
      junit: JUnitReport.text(of: entry, attachments: attachments, isFailure: false),
      head: ScriptValue.list(reviewed.row.map(\.value)).script, detail: ScriptValue.record(reviewed.detail).script)
  }

  private func compare(_ pair: ImagePair, _ before: [UInt8], _ after: [UInt8]) throws -> ComparedCase {
    let rules = rules.rules(of: pair.id)
    let judge = ImageJudge(tolerance: rules.tolerance, masks: rules.masks.map(\.rect), allowance: rules.allowance)
    let outcome: ImageFileComparison.Outcome
    do {
      outcome = try ImageFileComparison(judge: judge).compare(before, after)
    } catch let diagnostic as Diagnostic {
      return try failed(pair, diagnostic, before: before, after: after)
    }
    let (judgement, old, new) = (outcome.judgement, outcome.before, outcome.after)
    if judgement.verdict.isGood { try check(judgement, new.size, judge) }
    var entry = entry(pair, judgement)
    entry.actual = picture(new.size, after, path: try save(.actual, of: pair, after))
    entry.expected = picture(old.size, before, path: try save(.expected, of: pair, before))
    entry.thumbnail = try review.saveThumbnail(of: pair.id, new)
    if let difference = judgement.pixels?.difference, !difference.isEmpty,
      let drawing = DifferenceImage.draw(difference, over: new)
    {
      let path = ReviewFolder.bounded(
        pair.id.lowercased().hasSuffix(".png") ? "diff/\(pair.id)" : "diff/\(pair.id).png")
      try review.write(try PNGEncoder().encode(drawing, scale: 1), to: path)
      entry.pixels?.path = path
    }
    return ComparedCase(entry: entry, judgement: judgement).caused(by: outcome.causes)
  }

  /// - Throws: `Diagnostic` if the images may differ in something that was not compared.
  private func check(_ judgement: Judgement, _ size: PixelSize, _ judge: ImageJudge) throws {
    if judge.hidesAll(of: size) { throw Diagnostic(ImageFolderIssue.maskedWhole) }
    let passes = judgement.pixels.map { $0.differing > 0 && $0.limit >= $0.difference.compared } ?? false
    if passes || judge.tolerance.threshold >= 1 { throw Diagnostic(ImageFolderIssue.toleratesAll) }
  }

  private func new(_ pair: ImagePair, _ bytes: [UInt8]) throws -> ComparedCase {
    let others = pair.otherVariants.joined(separator: ", ")
    let reason =
      others.isEmpty
      ? "no reference yet"
      : "no reference for \(pair.name.variant.isEmpty ? "it" : pair.name.variant) yet; there is \(others)"
    let judgement = Judgement(verdict: .new, reasons: [reason] + (pair.relation.map { [$0.ofNew] } ?? []))
    var entry = entry(pair, judgement)
    let picture = try ImageFileComparison.decoded(bytes, .after)
    entry.actual = self.picture(picture.size, bytes, path: try save(.actual, of: pair, bytes))
    entry.thumbnail = try review.saveThumbnail(of: pair.id, picture)
    return ComparedCase(entry: entry, judgement: judgement).caused(by: judgement.causes)
  }

  private func gone(_ pair: ImagePair, _ bytes: [UInt8]) throws -> ComparedCase {
    let relation = pair.relation.map { [$0.ofRemoved] } ?? []
    let judgement = Judgement(
      verdict: .obsolete, reasons: ["removed: the new folder does not contain the image"] + relation)
    var entry = entry(pair, judgement)
    let decoded = try? ImageFileComparison.decoded(bytes, .before)
    // Approval removes only the image that was compared, which may be broken.
    entry.expected = picture(
      decoded?.size ?? .zero, bytes, path: try decoded.map { _ in try save(.expected, of: pair, bytes) })
    if let decoded { entry.thumbnail = try review.saveThumbnail(of: pair.id, decoded) }
    return ComparedCase(entry: entry, judgement: judgement)
  }

  private func failed(_ pair: ImagePair, _ diagnostic: Diagnostic) -> ComparedCase {
    let judgement = Judgement(
      verdict: .error, reasons: ["not compared: \(diagnostic.message)"], diagnostic: diagnostic.located(in: pair.id))
    return ComparedCase(entry: entry(pair, judgement), judgement: judgement).caused(by: judgement.causes)
  }
}

extension ImagePairComparison {
  /// Returns the case of a pair that can't be compared, with the sides that can be shown.
  ///
  /// A good image can replace a broken older one.
  private func failed(
    _ pair: ImagePair, _ diagnostic: Diagnostic, before: [UInt8], after: [UInt8]
  ) throws -> ComparedCase {
    var compared = failed(pair, diagnostic)
    let old = try? ImageFileComparison.decoded(before, .before)
    if let old {
      compared.entry.expected = picture(old.size, before, path: try save(.expected, of: pair, before))
    }
    if let new = try? ImageFileComparison.decoded(after, .after) {
      compared.entry.actual = picture(new.size, after, path: try save(.actual, of: pair, after))
      compared.entry.thumbnail = try review.saveThumbnail(of: pair.id, new)
      if old == nil { compared.entry.details = .image(replacesBroken: true) }
    }
    return compared
  }
}

extension ImageName {
  fileprivate init(_ values: IdenticalImageText.Values, scale: Int) {
    self.init(name: values.name, variant: values.variant, scale: scale)
  }
}

extension CaseResult {
  /// Sets both sides to the image in the older folder.
  fileprivate mutating func show(_ values: IdenticalImageText.Values) {
    expected = CompareReport.Picture(width: values.width, height: values.height, path: values.path)
    actual = CompareReport.Picture(width: values.width, height: values.height)
  }
}

/// The file `reg.json` in the format of reg-cli, for scripts that read it.
struct RegReport: Codable {
  var failedItems: [String] = []
  var newItems: [String] = []
  var deletedItems: [String] = []
  var passedItems: [String] = []
  var expectedItems: [String] = []
  var actualItems: [String] = []
  var diffItems: [String] = []
  /// The image folders, relative to the file.
  var actualDir: String
  var expectedDir: String
  var diffDir = "./diff"

  init(_ pairs: ImagePairs, review: ReviewFolder) {
    (actualDir, expectedDir) = (review.path(to: pairs.after), review.path(to: pairs.before))
  }

  /// Returns the report of the images in both.
  func joined(with other: RegReport) -> RegReport {
    var joined = self
    let lists: [WritableKeyPath<RegReport, [String]>] = [
      \.failedItems, \.newItems, \.deletedItems, \.passedItems, \.expectedItems, \.actualItems, \.diffItems,
    ]
    for list in lists {
      joined[keyPath: list] = (self[keyPath: list] + other[keyPath: list]).sorted(by: naturallyPrecedes)
    }
    return joined
  }

  mutating func add(_ pair: ImagePair, _ entry: CaseResult) {
    if let path = pair.before { expectedItems.append(path.text) }
    if let path = pair.after { actualItems.append(path.text) }
    if let path = entry.pixels?.path { diffItems.append(String(path.dropFirst("diff/".count))) }
    switch entry.verdict {
    case .new: newItems.append(pair.id)
    case .obsolete: deletedItems.append(pair.id)
    case let verdict where verdict.isGood: passedItems.append(pair.id)
    default: failedItems.append(pair.id)
    }
  }
}
