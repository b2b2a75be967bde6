import Support

extension StoreTarget {
  /// Initial inputs: every kind of file unchanged, and with planted items.
  static var seeds: [String: [UInt8]] {
    let samples = StoreSamples.shared
    let review = "\(StoreSamples.review)/report.json"
    let baseline = "\(StoreSamples.baselineFolder)/\(samples.baselines.first ?? "").json"
    let ledger = samples["out/.feedproof/ledger"]
    let documents: [(String, [UInt8])] = [
      ("ledger", ledger),
      ("ledger\nin-place", ledger),
      ("ledger\nset-aside", []),
      (
        "journal",
        Array(
          "take\tcards/new.png\nput\tindex.html\nput\tsite/feed.css\ndrop\tmanifest.json\nput\t.feedproof/ledger\n".utf8
        )
      ),
      ("manifest", samples["out/manifest.json"]),
      ("manifest\nin-place\nset-aside", samples["out/manifest.json"]),
      ("store", Array("18 02\n".utf8)),
      ("store\nin-place", Array("4196 0d\n8192 05\n".utf8)),
      ("store-bytes", Array("SQLite format 3\u{0}".utf8)),
      ("run", samples["part-1/shard/run.json"]),
      ("run\npatch", Array(#"{"record":{"total":2,"plan":"0","shard":"1/2"},"items":2}"#.utf8)),
      ("cards", samples["part-1/shard/items.ndjson"]),
      ("cards\npatch", Array(#"{"text":{"name":"wall1_1","page":{"layouts":[]}}}"#.utf8)),
      ("report", samples[review]),
      ("report\npatch", Array(#"{"shard":{"total":2}}"#.utf8)),
      ("cases", samples["\(StoreSamples.review)/shard/items.ndjson"]),
      ("cases\npatch", Array(#"{"cases":[]}"#.utf8)),
      ("decisions", samples[StoreSamples.decisions]),
      ("baseline", samples[baseline]),
      ("baseline\npatch", Array(#"{"width":1,"height":1,"layout":{"size":{"width":1,"height":1}}}"#.utf8)),
      ("approvals", Array("put\twall1_1/new.json\ndrop\tnotes.txt\nput\tnotes.txt\n".utf8)),
      ("none", []),
      ("none\nin-place", []),
      ("none\nlink out/cards", []),
      ("none\npipe out/.feedproof/store.sqlite", []),
      ("none\nfile out/index.html\nset-aside\ngone out/.feedproof", []),
    ]
    return Dictionary(
      uniqueKeysWithValues: documents.enumerated().map { index, seed in
        ("\(index)", Array("\(seed.0)\n\n".utf8) + seed.1)
      })
  }
}
