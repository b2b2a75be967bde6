import DataFormats

/// Reads photos in the formats of all VK versions.
enum VKPhoto {
  /// The photo with its sizes in ascending order; its sources are empty if no size has a URL.
  static func read(_ node: JSONNode) -> Photo {
    let width = node.pixels("width")
    let height = node.pixels("height")
    var listed = (node.list("sizes") + [node.object("orig_photo")].compactMap { $0 }).compactMap(listedSize)
    if listed.isEmpty { listed = named(node, width: width, height: height) }
    let sizes = withoutCrops(listed.sorted { $0.rank < $1.rank })
    let description = node.text("text", "description").map(DecodedText.decode)
    return Photo(sources: sizes.map(\.source), width: width, height: height, description: description)
  }

  /// Reads a list of `{url, width, height}`, as videos and stickers have: in ascending order, and without black-padded
  /// sizes if there are others.
  static func images(_ nodes: [JSONNode]) -> Photo? {
    let clean = nodes.filter { !$0.isTrue("with_padding") }
    let sizes = (clean.isEmpty ? nodes : clean).compactMap(listedSize).sorted { $0.rank < $1.rank }
    return sizes.isEmpty ? nil : Photo(sources: sizes.map(\.source))
  }

  private struct Size {
    let source: Photo.Source
    /// VK's letter for the size.
    let letter: String?
    /// The width or a substitute for it: only used for sorting sizes.
    let rank: Int

    /// Cropped to 3:2 if the photo is wider than that.
    var mayBeCrop: Bool { letter.map { ["o", "p", "q", "r"].contains($0) } ?? false }

    var aspect: Double? {
      guard let width = source.width, let height = source.height else { return nil }
      return Double(width) / Double(height)
    }
  }

  // MARK: sizes[]

  private static func listedSize(_ node: JSONNode) -> Size? {
    guard let url = node.text("url", "src")?.trimmed else { return nil }
    let letter = node.text("type")
    let (width, height) = (node.pixels("width"), node.pixels("height"))
    let nominal = letter.flatMap { nominalWidths[$0] } ?? 0
    return Size(
      source: Photo.Source(url: url, width: width, height: height), letter: letter, rank: width ?? nominal)
  }

  /// VK's "Photo sizes": the maximum width for each letter. Good for sorting, not for choosing.
  private static let nominalWidths = [
    "s": 75, "m": 130, "o": 130, "p": 200, "q": 320, "r": 510, "x": 604, "y": 807, "z": 1280, "w": 2560,
  ]

  /// Drops the crops of a photo wider than 3:2, since they show a different image: a panorama's largest size may be a
  /// crop. Crops are kept if the photo's aspect ratio is otherwise unknown.
  private static func withoutCrops(_ sizes: [Size]) -> [Size] {
    let whole = sizes.filter { !$0.mayBeCrop }
    guard let aspect = whole.compactMap(\.aspect).last else { return sizes }
    // Rounding to whole pixels changes the aspect ratio of small sizes by a few percent.
    return sizes.filter { size in
      guard size.mayBeCrop, let other = size.aspect else { return true }
      return abs(other / aspect - 1) < 0.05
    }
  }

  // MARK: photo_75 … photo_2560 and src_small … src_xxxbig

  private static let oldNames = [
    ("src_small", 75), ("src", 130), ("src_big", 604), ("src_xbig", 807), ("src_xxbig", 1280), ("src_xxxbig", 2560),
  ]

  private static func named(_ node: JSONNode, width: Int?, height: Int?) -> [Size] {
    let numbered = node.members.compactMap { member -> (String, Int)? in
      guard let key = member.key, key.hasPrefix("photo_"), let bound = Int(key.dropFirst(6))?.asPixels else {
        return nil
      }
      return (key, bound)
    }
    return (numbered + oldNames).compactMap { key, bound in
      guard let url = node.text(key)?.trimmed else { return nil }
      let (fitWidth, fitHeight) = fit(width, height, into: bound)
      let source = Photo.Source(url: url, width: fitWidth, height: fitHeight)
      return Size(source: source, letter: nil, rank: bound)
    }
  }

  /// The pixels of the size named after `bound`.
  ///
  /// VK scales a photo down, never up, until neither side exceeds the number; the two largest sizes fit into 1280 ×
  /// 1024 and 2560 × 2048. If the original's pixels are unknown, the number is taken as the width.
  private static func fit(_ width: Int?, _ height: Int?, into bound: Int) -> (width: Int, height: Int?) {
    guard let width, let height else { return (bound, nil) }
    let boundHeight = bound == 1280 || bound == 2560 ? bound * 4 / 5 : bound
    let scale = min(1, Double(bound) / Double(width), Double(boundHeight) / Double(height))
    // Both sides are bounded, so that the conversion can't overflow.
    return (max(1, Int((Double(width) * scale).rounded())), max(1, Int((Double(height) * scale).rounded())))
  }
}
