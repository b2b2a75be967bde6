import Files
import Foundation
import Projects

/// What a shard's lists may say: they come from other machines, and a number in them decides nothing before it was checked.
extension ShardFiles.Run {
  var isSound: Bool {
    schema == Self.schemaVersion && posts >= 0 && feedPictures >= 0 && record.total >= 0 && posts <= record.total
      && frame.isSound
  }
}

extension PublicationFrame {
  /// Numbers as a project may have them, each width, scale and theme once, and pages where pages are.
  var isSound: Bool {
    let options = manifest.options
    let screens = site.widths.map(\.screen)
    let lengths = site.widths.map(\.card) + [site.cardGap, site.cardRadius]
    let paths = (pages ?? []).map { RelativePath($0.path) }
    return options.widths.allSatisfy(Project.widthRange.contains)
      && options.scales.allSatisfy(Project.scaleRange.contains)
      && screens == options.widths && site.encoding == options.encoding ?? .png && options.widths.isUnique
      && options.scales.isUnique && options.themes.isUnique
      && lengths.allSatisfy { (0...100_000).contains($0) } && !paths.isEmpty && paths.isUnique
      && paths.allSatisfy { $0.map { $0 == "index.html" || $0.isWithin("site") && $0 != "site" } ?? false }
  }
}

extension ShardFiles.Card {
  /// Points that no card's height comes near, and that many cards' add up to without overflow.
  private static let heights = 0...10_000_000

  /// - Parameter run: Whose card it is.
  func isSound(in run: ShardFiles.Run) -> Bool {
    let isPicture = place == nil
    guard isPicture || RelativePath(name) != nil && !name.contains("/"),
      place.map({ 0..<run.record.total ~= $0 }) ?? true
    else { return false }
    guard heights.count == (isPicture ? 0 : run.frame.site.widths.count),
      heights.allSatisfy({ $0.count == 2 && $0.allSatisfy(Self.heights.contains) })
    else { return false }
    return files.allSatisfy { $0.bytes >= 0 && ($0.path.isWithin("cards") || $0.path.isWithin("feed")) }
      && files.map(\.path).isUnique && ([entry] + (isPicture ? [] : [words])).allSatisfy(Self.isJSON)
      && layouts.allSatisfy { Self.isJSON($0.places) && Self.isJSON($0.boxes) }
  }

  private static func isJSON(_ text: String) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
  }
}

extension Array where Element: Hashable {
  fileprivate var isUnique: Bool { Set(self).count == count }
}
