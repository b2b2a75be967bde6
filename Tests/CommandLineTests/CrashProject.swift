import Foundation
import Support

/// A small project with two states of its feed, and exports that go from one to the other.
struct CrashProject {
  let folder: TemporaryFolder

  /// Every file of an output by path, without what runs keep for each other.
  typealias Tree = [String: Data]

  static let feeds = [
    "a": ["1": "The first", "2": "The second", "3": "The third", "4": "The fourth"],
    // One has another text, one is gone, one is new; those that stay are in another order.
    "b": ["5": "The fifth", "3": "Another third", "1": "The first", "4": "The fourth"],
  ]

  init() throws {
    folder = try TemporaryFolder()
    for (name, posts) in Self.feeds {
      let items = posts.sorted { (name == "a") == ($0.key < $1.key) }.map { id, text in
        #"{"type":"post","source_id":1,"post_id":\#(id),"date":1542566400,"text":"\#(text)","likes":{"count":12}}"#
      }
      try folder.write(WrittenFeed.document(items), to: "\(name)/feed.json")
    }
  }

  func arguments(_ feed: String, to output: String = "out") -> [String] {
    [
      "export", "\(feed)/feed.json", "--output", output, "--scale", "1", "--width", "300", "--feed-height", "200",
      "--locale", "en",
    ]
  }

  func export(_ feed: String, to output: String = "out") throws -> Tool.Outcome {
    try Tool.run(arguments(feed, to: output), in: folder.url)
  }

  func start(_ feed: String, to output: String = "out") throws -> Tool.Running {
    try Tool.start(arguments(feed, to: output), in: folder.url)
  }

  /// An export that is stopped (SIGSTOP) when it has just taken the output folder for itself, and has published nothing.
  ///
  /// - Parameter other: The feed that the output is of; exported again where a slow machine let the run get further.
  func startHeld(_ feed: String, after other: String) throws -> Tool.Running {
    let before = try tree()
    let lock = folder.url.appendingPathComponent("out/.feedproof/lock")
    while true {
      let running = try start(feed)
      let pid = running.process.processIdentifier
      while running.process.isRunning,
        (try? String(contentsOf: lock, encoding: .utf8))?.hasPrefix("pid \(pid)\n") != true
      {
        Thread.sleep(forTimeInterval: 0.001)
      }
      kill(pid, SIGSTOP)
      if running.process.isRunning, try tree() == before { return running }
      kill(pid, SIGKILL)
      _ = running.outcome()
      _ = try export(other)
    }
  }

  func tree(_ output: String = "out") throws -> Tree {
    let root = folder.url.appendingPathComponent(output)
    var tree: Tree = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) where !path.hasPrefix(".feedproof") {
      let file = root.appendingPathComponent(path)
      tree[path] =
        (try? file.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true ? nil : try Data(contentsOf: file)
    }
    return tree
  }

  /// What stands beside the feeds and the outputs.
  var strangers: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []).filter { $0.hasPrefix(".") }
  }
}
