/// What a story shows, as far as a page lets people choose by it. The bits are those of `kindBits` in
/// Templates/Site/common/search-query.js.
struct StoryKinds: OptionSet, Sendable {
  let rawValue: Int

  static let photos = StoryKinds(rawValue: 1)
  static let videos = StoryKinds(rawValue: 2)
  static let animations = StoryKinds(rawValue: 4)
  static let polls = StoryKinds(rawValue: 8)
  static let reposts = StoryKinds(rawValue: 16)
  /// Pages, files, music and what else leads somewhere.
  static let links = StoryKinds(rawValue: 32)
  /// Words and none of the above.
  static let words = StoryKinds(rawValue: 64)
  static let advertisements = StoryKinds(rawValue: 128)

  /// In the order of their bits.
  static let all: [StoryKinds] = (0..<8).map { StoryKinds(rawValue: 1 << $0) }
}

extension StoryKinds {
  /// - Parameters:
  ///   - loads: How many photos, pages, videos, animations and web apps it shows, and 1 for an advertisement.
  ///   - parts: How many it has of each kind.
  init(loads: [Int], parts: [String: Int]) {
    func load(_ place: Int) -> Int { loads.count > place ? loads[place] : 0 }
    func has(_ part: String) -> Bool { parts[part] ?? 0 > 0 }
    self = []
    if load(0) + load(1) > 0 { insert(.photos) }
    if load(2) > 0 { insert(.videos) }
    if load(3) > 0 { insert(.animations) }
    if has("answer") { insert(.polls) }
    if has("quote") { insert(.reposts) }
    if has("row") { insert(.links) }
    if isEmpty { insert(.words) }
    if load(5) > 0 { insert(.advertisements) }
  }
}
