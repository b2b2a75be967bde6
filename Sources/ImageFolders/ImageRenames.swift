import Basics
import Files
import Foundation
import Raster

/// Finds the earlier names of new images: by their bytes, by their letters' case, or by similar content.
package struct ImageRenames {
  /// How a new image is related to a removed one.
  package struct Relation: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      /// The files have the same bytes.
      case same
      /// The names differ in upper and lower case alone.
      case letterCase
      /// The images look alike.
      case similar
    }

    var kind: Kind
    /// The path of the other image.
    var other: String
  }

  /// Indexes of pairs: a new image and the removed one that it is related to.
  private(set) var found: [(new: Int, removed: Int, kind: Relation.Kind)] = []

  /// The maximum number of images on either side to read, and to decode.
  private static let (readLimit, decodeLimit) = (2000, 120)
  /// The sides of the small images that are compared, in pixels.
  private static let side = 24
  /// The largest average difference of channels of similar images, of 255.
  private static let similarity = 3.0

  init(_ pairs: [ImagePair], before: String, after: String) {
    var new = pairs.indices.filter { pairs[$0].before == nil && pairs[$0].after != nil && pairs[$0].obstacle == nil }
    var removed = pairs.indices.filter {
      pairs[$0].after == nil && pairs[$0].before != nil && pairs[$0].obstacle == nil
    }
    guard !new.isEmpty, !removed.isEmpty, max(new.count, removed.count) <= Self.readLimit else { return }
    func bytes(_ index: Int) -> [UInt8]? {
      let pair = pairs[index]
      let path = pair.before.map { before + $0.text } ?? pair.after.map { after + $0.text }
      return path.flatMap { try? ComparedImageFile.bytes(of: $0, called: pair.id) }
    }
    func join(_ kind: Relation.Kind, by key: (Int) -> String?) {
      var known: [String: [Int]] = [:]
      for index in removed { if let key = key(index) { known[key, default: []].append(index) } }
      for index in new {
        guard let key = key(index), let other = known[key]?.first else { continue }
        known[key]?.removeFirst()
        found.append((index, other, kind))
      }
      new.removeAll { index in found.contains { $0.new == index } }
      removed.removeAll { index in found.contains { $0.removed == index } }
    }
    join(.letterCase) { pairs[$0].id.lowercased() }
    join(.same) { bytes($0).map { Digest(of: $0).hex } }
    // Another machine's image of the same name looks alike, but is no earlier name.
    new.removeAll { !pairs[$0].otherVariants.isEmpty }
    let variants = Set(pairs.filter { !$0.otherVariants.isEmpty }.map(\.name.name))
    removed.removeAll { !pairs[$0].name.variant.isEmpty && variants.contains(pairs[$0].name.name) }
    guard !new.isEmpty, max(new.count, removed.count) <= Self.decodeLimit else { return }
    let old = removed.map { (index: $0, look: bytes($0).flatMap(Self.look)) }
    var free = Set(removed)
    for index in new {
      guard let look = bytes(index).flatMap(Self.look) else { continue }
      let near = old.compactMap { other -> (index: Int, far: Double)? in
        guard free.contains(other.index), let known = other.look, known.size == look.size else { return nil }
        let sum = zip(look.pixels, known.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        let far = Double(sum) / Double(max(1, look.pixels.count))
        return far <= Self.similarity ? (other.index, far) : nil
      }
      guard let best = near.min(by: { $0.far < $1.far }) else { continue }
      free.remove(best.index)
      found.append((index, best.index, .similar))
    }
  }

  private static func look(_ bytes: [UInt8]) -> (size: PixelSize, pixels: [UInt8])? {
    guard let picture = try? ImageFileComparison.decoded(bytes, .after) else { return nil }
    return (picture.size, Resampler.scale(picture, toWidth: side, height: side).bytes)
  }
}

extension ImageRenames.Relation {
  /// The relation of a new image as text.
  package var ofNew: String {
    switch kind {
    case .same: "renamed from \(other): the files have the same bytes"
    case .letterCase: "\(other) has the same name except for upper and lower case"
    case .similar: "perhaps renamed from \(other): the images look alike"
    }
  }

  /// The relation of a removed image as text.
  package var ofRemoved: String {
    switch kind {
    case .same: "renamed to \(other): the files have the same bytes"
    case .letterCase: "\(other) has the same name except for upper and lower case"
    case .similar: "perhaps renamed to \(other): the images look alike"
    }
  }
}
