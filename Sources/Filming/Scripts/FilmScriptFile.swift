import DataFormats
import Diagnostics
import Files
import Foundation
import Prefetching
import Projects
import Timeline

/// Reads a film's script: YAML with the initial state and a list of events.
package enum FilmScriptFile {
  package static let keys = ["draft", "duration", "events", "faults", "feed", "link", "name", "open"]
  static let feedKeys = ["arriving", "estimate", "length", "pages", "posts"]
  package static let events = [
    "arrive", "bars", "delete", "draft", "drag", "edit", "fling", "load-more", "reduced-motion", "refresh", "scroll",
    "tap",
    "wheel",
  ]
  /// The target of a tap outside of posts.
  static let statusBar = "status-bar"

  /// - Parameters:
  ///   - file: The name of the file in diagnostics.
  ///   - name: The name of the film unless the script has one.
  /// - Throws: All problems with line and column.
  package static func read(
    _ text: String, file: String, name: String
  ) throws(DiagnosticList) -> FilmScript {
    let root: SourceNode
    do throws(SourceFault) {
      root = try YAMLSource.read(text, file: file)
    } catch {
      throw DiagnosticList([Diagnostic(FilmIssue.source(error.fact), at: error.place)])
    }
    var reader = FilmScriptReader(name: name)
    reader.read(root)
    guard reader.values.diagnostics.isEmpty else { throw DiagnosticList(reader.values.diagnostics) }
    var script = reader.script
    script.digest = Digest(of: text)
    return script
  }

  /// Whether the name consists of letters, digits, and `-`, `_` and `.` inside: it becomes a folder name.
  package static func isSound(name: String) -> Bool {
    let isWord = { (scalar: Unicode.Scalar) in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
    }
    guard 1...60 ~= name.unicodeScalars.count, let first = name.unicodeScalars.first, isWord(first) else {
      return false
    }
    return name.unicodeScalars.allSatisfy { isWord($0) || "-_.".unicodeScalars.contains($0) }
  }
}

/// Reads the script's nodes and collects the problems of each.
struct FilmScriptReader {
  var script: FilmScript
  var values = FilmValues()

  init(name: String) { script = FilmScript(name: name) }

  mutating func read(_ root: SourceNode) {
    guard let members = root.members else { return values.report(.notAMapping, at: root.place) }
    for member in members {
      let node = member.value
      switch member.key {
      case "name":
        if let name = node.text, FilmScriptFile.isSound(name: name) {
          script.name = name
        } else {
          values.expect("name", "up to 60 letters, digits, \"-\" and \"_\"", node)
        }
      case "draft": script.setting.draft = values.draft("draft", node) ?? ""
      case "duration": script.duration = values.number("duration", node, 0...FilmScript.longest)
      case "feed": readFeed(node)
      case "open": readOpening(node)
      case "link": readLink(node)
      case "faults": readFaults(node)
      case "events": readEvents(node)
      default: values.unknown(member, FilmScriptFile.keys)
      }
    }
    checkEnd()
  }

  private mutating func checkEnd() {
    guard let duration = script.duration else { return }
    for event in script.events where event.time > duration {
      values.report(.afterEnd(event.time, duration: duration), at: event.place)
      return
    }
  }

  private mutating func readFeed(_ node: SourceNode) {
    guard let members = node.members else { return values.expect("feed", "a mapping", node) }
    let counts = 0...FilmSetting.longest
    for member in members {
      let (key, node) = ("feed.\(member.key)", member.value)
      switch member.key {
      case "posts": script.setting.posts = values.count(key, node, counts)
      case "arriving": script.setting.arriving = values.count(key, node, counts) ?? 0
      case "length": script.setting.length = values.count(key, node, 1...FilmSetting.longest)
      case "estimate":
        if node.members == nil {
          let height = values.number(key, node, ColumnItem.heights)
          script.setting.estimate = height.map { FilmSetting.Estimate(height: $0, margin: 0) }
        } else {
          values.members(key, node, ["height", "margin"])
          let height = values.number("\(key).height", node["height"] ?? node, ColumnItem.heights)
          let margin = node["margin"].flatMap { values.number("\(key).margin", $0, 0...100_000) } ?? 0
          script.setting.estimate = height.map { FilmSetting.Estimate(height: $0, margin: margin) }
        }
      case "pages":
        values.members(key, node, ["latency", "size", "within"])
        let size = values.count("\(key).size", node["size"] ?? node, 1...FilmSetting.longest)
        let within = node["within"].map { values.number("\(key).within", $0, 0...100_000) } ?? 1000
        let latency = node["latency"].map { values.number("\(key).latency", $0, 0...60) } ?? 0.5
        if let size, let within, let latency {
          script.setting.paging = FilmSetting.Paging(size: size, within: within, latency: latency)
        }
      default: values.unknown(member, FilmScriptFile.feedKeys)
      }
    }
  }

  private mutating func readOpening(_ node: SourceNode) {
    if node.members != nil {
      values.members("open", node, ["distance", "post"])
      let distance = node["distance"].map { values.number("open.distance", $0, -100_000...100_000) } ?? 0
      if let post = values.name("open.post", node["post"] ?? node), let distance {
        script.setting.opening = .post(post, distance: distance)
      }
    } else if let text = values.name("open", node) {
      switch text {
      case "start": script.setting.opening = .start
      case "end": script.setting.opening = .end
      default: script.setting.opening = .post(text, distance: 0)
      }
    }
  }

  private mutating func readLink(_ node: SourceNode) {
    guard node.members != nil else {
      script.setting.link = node.text.flatMap(NetworkLink.film)
      guard script.setting.link == nil else { return }
      let names = NetworkLink.profiles.map(\.name).joined(separator: ", ")
      return values.expect("link", "one of \(names), or a mapping of latency, speed", node)
    }
    values.members("link", node, ["latency", "speed"])
    let latency = node["latency"].map { values.number("link.latency", $0, 0...60) } ?? 0.3
    let speed = values.number("link.speed", node["speed"] ?? node, 0.1...1_000_000)
    if let latency, let speed { script.setting.link = NetworkLink(latency: latency, speed: speed * 1000) }
  }

  private mutating func readFaults(_ node: SourceNode) {
    for element in node.elements ?? [node] {
      guard let fault = element.text.flatMap(AnchorRules.Fault.init(name:)) else {
        values.expect("faults", "one of \(AnchorRules.Fault.names.joined(separator: ", "))", element)
        continue
      }
      script.setting.faults.insert(fault)
    }
  }

  private mutating func readEvents(_ node: SourceNode) {
    guard let elements = node.elements else { return values.expect("events", "a list", node) }
    var last = 0.0
    for element in elements {
      guard let event = values.event(element) else { continue }
      guard event.time >= last else {
        values.report(.backwards(event.time, after: last), at: event.place)
        continue
      }
      last = event.time
      script.events.append(event)
    }
  }
}

extension AnchorRules.Fault {
  /// The name in scripts.
  package var name: String {
    switch self {
    case .offsetSetDuringDrag: "offset-set-during-drag"
    case .measuresNotCompensated: "measures-not-compensated"
    case .batchesNotCompensated: "batches-not-compensated"
    case .insetsNotCompensated: "insets-not-compensated"
    }
  }

  private static let all: [Self] = [
    .batchesNotCompensated, .insetsNotCompensated, .measuresNotCompensated, .offsetSetDuringDrag,
  ]
  static var names: [String] { all.map(\.name) }

  init?(name: String) {
    guard let fault = Self.all.first(where: { $0.name == name }) else { return nil }
    self = fault
  }
}

/// Reads the scripts of a project.
package enum FilmScripts {
  /// - Throws: `DiagnosticList`, `Diagnostic`.
  package static func read(_ files: [URL], in project: Project, environment: Environment) throws -> [FilmScript] {
    var (scripts, diagnostics): ([FilmScript], [Diagnostic]) = ([], [])
    for file in files {
      let name = project.name(of: file)
      do {
        let text: String
        do throws(FileError) {
          text = try environment.texts.text(of: file)
        } catch {
          throw DiagnosticList([error.unreadable(as: name)])
        }
        scripts.append(
          try FilmScriptFile.read(text, file: name, name: file.deletingPathExtension().lastPathComponent))
      } catch let list as DiagnosticList {
        diagnostics += list.diagnostics
      }
    }
    guard diagnostics.isEmpty else { throw DiagnosticList(diagnostics) }
    return scripts
  }

  /// Checks that names are unique: each film has a folder of its own.
  package static func checkNames(_ scripts: [FilmScript], besides scenes: [String]) throws(Diagnostic) {
    var taken = Set(scenes)
    for script in scripts {
      guard FilmScriptFile.isSound(name: script.name) else {
        throw Diagnostic(
          FilmIssue.value(
            key: "name", expected: "up to 60 letters, digits, \"-\" and \"_\", not \"\(script.name)\""))
      }
      guard taken.insert(script.name).inserted else { throw Diagnostic(FilmIssue.nameTaken(script.name)) }
    }
  }
}

extension FilmScript {
  /// The posts to include.
  package var postNames: [String] {
    var names = events.flatMap(\.action.posts)
    if case .post(let name, _) = setting.opening { names.append(name) }
    return names.uniqued()
  }
}
