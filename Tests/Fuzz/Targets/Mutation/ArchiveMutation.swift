import Support

/// Mutates archives entry by entry. Unpacks gzip streams, mutates the contents, and packs them again.
enum ArchiveMutation {
  /// The largest unpacked size in bytes.
  private static let unpackedLimit = 1 << 20

  /// Returns nil if the input is not an archive.
  static func mutate(_ input: [UInt8], using random: inout SplitMix64) -> [UInt8]? {
    if input.starts(with: Array("PK".utf8)) { return ZipMutation.mutate(input, using: &random) }
    guard input.starts(with: [0x1F, 0x8B]) else { return TarMutation.mutate(input, using: &random) }
    guard let unpacked = HandmadeArchive.gunzipped(input, limit: unpackedLimit),
      let mutated = TarMutation.mutate(unpacked, using: &random)
    else { return nil }
    let packed = HandmadeArchive.gzipped(mutated)
    return switch Int.random(in: 0..<12, using: &random) {
    // Consecutive gzip members form one stream.
    case 0: packed + HandmadeArchive.gzipped(mutated)
    case 1: Array(packed.dropLast(Int.random(in: 0...packed.count, using: &random)))
    default: packed
    }
  }

  /// Returns a number that is right, nearly right, or absurd.
  static func number(near value: Int, using random: inout SplitMix64) -> Int {
    let values = [
      0, 1, value &+ 1, value &- 1, value &* 2, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff, .max, .min,
      Int.random(in: 0...70_000, using: &random),
    ]
    return values.randomElement(using: &random) ?? 0
  }

  /// Names of entries.
  static let names: [String] = [
    "feed.json", "data/tweets.js", "data/account.js", "outbox.json", "actor.json", "a.png", "media_attachments/a.png",
    "tweets_media/1-a.png", "tweets_media", "../\(ArchiveTarget.escapee)", "../../\(ArchiveTarget.escapee)",
    "/\(ArchiveTarget.escapee)", "a/../../\(ArchiveTarget.escapee)", "./\(ArchiveTarget.escapee)/..", "..", ".", "/",
    "", "a/", "a//b.json", "a\\b.json", "C:\\x.json", ".hidden.json", ".unfinished", "__MACOSX/._a.json", "x.zip",
    "лента.json", "e\u{301}.json", "FEED.JSON", "feed.json/a.json", "a\u{0}b.json", "a\nb.json", "\u{1b}[31m.json",
    String(repeating: "a", count: 255) + ".json", String(repeating: "a/", count: 60) + "b.json",
  ]

  static func name(using random: inout SplitMix64) -> [UInt8] {
    Array((names.randomElement(using: &random) ?? "").utf8)
  }
}
