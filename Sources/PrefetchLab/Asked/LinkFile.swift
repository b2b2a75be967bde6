import DataFormats
import Diagnostics
import Files
import Foundation
import Prefetching

/// Reads links from files: JSON, or mahimahi's format (https://github.com/ravinet/mahimahi).
package enum LinkFile {
  private static let keys = [
    "connections", "latency_ms", "loss", "name", "server_ms", "slow_start", "steps", "streams",
  ]

  /// Returns the links named by `--link`.
  ///
  /// - Throws: `DiagnosticList` with all problems.
  package static func links(_ names: [String], usesStreams: Bool, in environment: Environment) throws(DiagnosticList)
    -> [NetworkLink]
  {
    var (links, wrong): ([NetworkLink], [Diagnostic]) = ([], [])
    for name in names {
      do throws(DiagnosticList) {
        var link = try self.link(name, in: environment)
        if usesStreams { link.transport = .streams }
        // Two files may have the same name, which identifies the results.
        if links.contains(where: { $0.name == link.name }) { link.name += "-\(links.count + 1)" }
        links.append(link)
      } catch {
        wrong += error.diagnostics
      }
    }
    guard wrong.isEmpty else { throw DiagnosticList(wrong) }
    return links
  }

  private static func link(_ name: String, in environment: Environment) throws(DiagnosticList) -> NetworkLink {
    if let known = NetworkLink.profile(name) { return known }
    let url = environment.url(name)
    // An empty name would be the current folder.
    guard !name.isEmpty, FileSystem.exists(url) else {
      throw DiagnosticList([Diagnostic(PrefetchIssue.unknownLink(name, known: NetworkLink.profiles.map(\.name)))])
    }
    let text: String
    do throws(FileError) {
      text = try RegularFile(url).text()
    } catch {
      throw DiagnosticList([error.unreadable(as: name)])
    }
    let title = url.deletingPathExtension().lastPathComponent
    let isJSON = text.unicodeScalars.first { !$0.properties.isWhitespace } == "{"
    return isJSON ? try json(text, file: name, title: title) : try mahimahi(text, file: name, title: title)
  }

  // MARK: JSON

  /// Parses `{"steps": [[milliseconds, kilobits a second], …], "latency_ms": …}`.
  static func json(_ text: String, file: String, title: String) throws(DiagnosticList) -> NetworkLink {
    let root: SourceNode
    do throws(SourceFault) {
      root = try JSONSource.read(text, file: file)
    } catch {
      throw DiagnosticList([Diagnostic(PrefetchIssue.source(error.fact), at: error.place)])
    }
    var reader = LinkReader(title: title, root: root)
    for member in root.members ?? [] {
      guard keys.contains(member.key) else {
        reader.report(.unknownKey(member.key, known: keys), at: member.keyPlace)
        continue
      }
      reader.read(member)
    }
    if reader.steps == nil { reader.report(.value(key: "steps", expected: LinkReader.expectedSteps), at: root.place) }
    return try reader.link()
  }

  // MARK: mahimahi

  /// Parses one line per packet: the time in milliseconds at which a packet of 1 504 bytes may pass. The trace repeats
  /// after the last one.
  static func mahimahi(_ text: String, file: String, title: String) throws(DiagnosticList) -> NetworkLink {
    var times: [Int] = []
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let word = line.filter { !$0.isWhitespace }
      if word.isEmpty { continue }
      guard let time = Int(word), time >= times.last ?? 0, time <= 1 << 40 else {
        throw DiagnosticList([
          Diagnostic(PrefetchIssue.traceLine(String(word.prefix(40))), at: .line(number + 1, in: file))
        ])
      }
      times.append(time)
    }
    do throws(RateTrace.Fault) {
      var link = NetworkLink(name: title, trace: try RateTrace(steps(times)), roundTrip: 0.05)
      link.payload = NetworkLink.packetPayload
      return link
    } catch {
      throw DiagnosticList([Diagnostic(PrefetchIssue.trace(error), at: Place(file: file))])
    }
  }

  /// Groups packets by tenths of a second: shorter steps would separate single packets, which transfers don't.
  private static func steps(_ times: [Int]) -> [RateTrace.Step] {
    guard let end = times.last, end > 0, end / 100 <= RateTrace.stepLimit else { return [] }
    var steps: [RateTrace.Step] = []
    var place = 0
    for start in stride(from: 0, to: end, by: 100) {
      let stop = min(end, start + 100)
      var packets = 0
      while place < times.count, times[place] <= stop { (packets, place) = (packets + 1, place + 1) }
      let seconds = Double(stop - start) / 1000
      steps.append(RateTrace.Step(duration: seconds, rate: Double(packets * 1504 * 8) / seconds))
    }
    return steps
  }
}

/// Reads a link's JSON and collects problems.
struct LinkReader {
  static let expectedSteps = "a list of [milliseconds, kilobits per second]"

  private(set) var steps: [RateTrace.Step]?
  private var stepsPlace: Place
  private var name: String
  private var latency = 0.0
  private var server = 30.0
  private var loss = 0.0
  private var transport = NetworkLink.Transport.connections(6)
  private var hasSlowStart = true
  private var diagnostics: [Diagnostic] = []

  init(title: String, root: SourceNode) {
    (name, stepsPlace) = (title, root.place)
    if root.members == nil { report(.value(key: "link", expected: "an object with steps"), at: root.place) }
  }

  mutating func report(_ issue: PrefetchIssue, at place: Place) { diagnostics.append(Diagnostic(issue, at: place)) }

  mutating func read(_ member: SourceNode.Member) {
    let (key, value) = (member.key, member.value)
    switch key {
    case "name":
      if let text = value.string, !text.isEmpty, text.utf8.count <= 60 {
        name = text
      } else {
        report(.value(key: key, expected: "a string of at most 60 bytes", found: value.quotedScalar), at: value.place)
      }
    case "steps": readSteps(value)
    case "latency_ms": latency = number(key, value, 0...60_000) ?? latency
    case "server_ms": server = number(key, value, 0...60_000) ?? server
    case "loss": readLoss(value)
    case "connections": if let count = number(key, value, 1...256) { transport = .connections(Int(count)) }
    case "streams": if flag(key, value) == true { transport = .streams }
    case "slow_start": hasSlowStart = flag(key, value) ?? hasSlowStart
    default: break
    }
  }

  private mutating func readSteps(_ value: SourceNode) {
    steps = []
    stepsPlace = value.place
    guard let elements = value.elements else {
      return report(.value(key: "steps", expected: Self.expectedSteps, found: value.quotedScalar), at: value.place)
    }
    for element in elements {
      guard let pair = element.elements, pair.count == 2, let time = pair[0].number, let rate = pair[1].number else {
        report(.value(key: "steps", expected: Self.expectedSteps, found: element.quotedScalar), at: element.place)
        continue
      }
      if time < RateTrace.shortestStep * 1000 || rate < 0 {
        report(.trace(.badStep(steps?.count ?? 0)), at: element.place)
        continue
      }
      steps?.append(RateTrace.Step(duration: time / 1000, rate: rate * 1000))
    }
  }

  private mutating func readLoss(_ value: SourceNode) {
    if value.number == 1 { return report(.losesAll, at: value.place) }
    loss = number("loss", value, 0...0.99) ?? loss
  }

  private mutating func number(_ key: String, _ node: SourceNode, _ range: ClosedRange<Double>) -> Double? {
    if let number = node.number, range.contains(number) { return number }
    let ends = [range.lowerBound, range.upperBound].map(LabNumber.text)
    report(
      .value(key: key, expected: "a number from \(ends[0]) to \(ends[1])", found: node.quotedScalar), at: node.place)
    return nil
  }

  private mutating func flag(_ key: String, _ node: SourceNode) -> Bool? {
    if let flag = node.flag { return flag }
    report(.value(key: key, expected: "true or false", found: node.quotedScalar), at: node.place)
    return nil
  }

  /// - Throws: All problems.
  func link() throws(DiagnosticList) -> NetworkLink {
    guard diagnostics.isEmpty else { throw DiagnosticList(diagnostics) }
    do throws(RateTrace.Fault) {
      var link = NetworkLink(
        name: name, trace: try RateTrace(steps ?? [], loss: loss), roundTrip: latency / 1000, transport: transport,
        serverTime: server / 1000, hasSlowStart: hasSlowStart, loss: loss)
      link.payload = NetworkLink.packetPayload
      return link
    } catch {
      throw DiagnosticList([Diagnostic(PrefetchIssue.trace(error), at: stepsPlace)])
    }
  }
}
