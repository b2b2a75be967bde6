import Foundation
import Support

/// A small project with two states of its feed, and exports between them.
struct CrashProject {
  let folder: TemporaryFolder

  /// The files of an output by path, except for the state folder.
  typealias Tree = [String: Data]

  static let feeds = [
    "a": ["1": "The first", "2": "The second", "3": "The third", "4": "The fourth"],
    // One text has changed, one post is removed, one is new, and the others have another order.
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

  /// Starts an export and stops it (SIGSTOP) after it has locked the output folder and before it publishes.
  ///
  /// - Parameter other: The feed of the existing output. It is exported again if the run gets too far on a slow
  ///   machine.
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

  /// Hidden files next to the feeds and outputs.
  var strangers: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []).filter { $0.hasPrefix(".") }
  }
}
