import CheckedSources
import Diagnostics
import Files
import Foundation
import Prefetching

/// Links as files: JSON of one's own, or mahimahi's format (https://github.com/ravinet/mahimahi).
enum LinkFile {
  private static let keys = [
    "connections", "latency_ms", "loss", "name", "server_ms", "slow_start", "steps", "streams",
  ]

  /// The links that `--link` names.
  ///
  /// - Throws: `DiagnosticList` with all that is wrong with them.
  static func links(_ names: [String], usesStreams: Bool, in environment: Environment) throws(DiagnosticList) -> [Link]
  {
    var (links, wrong): ([Link], [Diagnostic]) = ([], [])
    for name in names {
      do throws(DiagnosticList) {
        var link = try self.link(name, in: environment)
        if usesStreams { link.transport = .streams }
        // Two files may have a name: findings are told by it.
        if links.contains(where: { $0.name == link.name }) { link.name += "-\(links.count + 1)" }
        links.append(link)
      } catch {
        wrong += error.diagnostics
      }
    }
    guard wrong.isEmpty else { throw DiagnosticList(wrong) }
    return links
  }

  private static func link(_ name: String, in environment: Environment) throws(DiagnosticList) -> Link {
    if let known = LinkProfile.link(named: name) { return known }
    let url = environment.url(name)
    // An empty name would be the folder that one is in.
    guard !name.isEmpty, FileSystem.exists(url) else {
      throw DiagnosticList([Diagnostic(PrefetchIssue.unknownLink(name, known: LinkProfile.all.map(\.name)))])
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

  /// `{"steps": [[milliseconds, kilobits a second], …], "latency_ms": …}`
  static func json(_ text: String, file: String, title: String) throws(DiagnosticList) -> Link {
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

  /// A line for each time, in milliseconds, at which a packet of 1 504 bytes may pass. It begins again after the last.
  static func mahimahi(_ text: String, file: String, title: String) throws(DiagnosticList) -> Link {
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
      var link = Link(name: title, trace: try RateTrace(steps(times)), roundTrip: 0.05)
      link.payload = Link.packetPayload
      return link
    } catch {
      throw DiagnosticList([Diagnostic(PrefetchIssue.trace(error), at: Place(file: file))])
    }
  }

  /// Tenths of a second: shorter ones would tell packets from each other, which transfers don't.
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
