import DataFormats
import Diagnostics
import Prefetching

/// A problem with a request to the laboratory.
package enum PrefetchIssue: Error, Issue, Hashable {
  case unknownLink(String, known: [String])
  case unknownPolicy(String, known: [String])
  /// A link file can't be read at all.
  case source(SourceFault.Fact)
  case unknownKey(String, known: [String])
  /// - found: The given value, if it is short.
  case value(key: String, expected: String, found: String? = nil)
  case trace(RateTrace.Fault)
  /// A line of mahimahi's format isn't a time, or precedes the line above it.
  case traceLine(String)
  /// All packets are lost.
  case losesAll
  case badSweep(String, expected: String)
  case sweptTwice(String)
  case unknownSweepKey(String, known: [String])
  case tooManySettings(count: Int, limit: Int, seconds: Double)
  /// Too much for the memory of any machine, even with `--long`.
  case farTooManySettings(count: Double, limit: Int)
  /// There is no project file to write to.
  case noProjectFile
  case notEditable(file: String)
  case noGeneratedApply
  case feedAndGenerated

  package var text: IssueText {
    switch self {
    case .unknownLink(let name, let known):
      .error(
        "prefetch.unknown-link", "there is neither a built-in link nor a file \"\(name)\"",
        hint: nearestHint(to: name, among: known), kind: .usage)
    case .unknownPolicy(let name, let known):
      .error(
        "prefetch.unknown-policy", "there is no policy \"\(name)\"", hint: nearestHint(to: name, among: known),
        kind: .usage)
    case .source(let fact):
      .error("prefetch.unreadable", fact.message, hint: fact.hint)
    case .unknownKey(let key, let known):
      .error("prefetch.unknown-key", "unknown key \"\(key)\"", hint: nearestHint(to: key, among: known))
    case .value(let key, let expected, let found):
      .error("prefetch.value", "\"\(key)\" must be \(expected)\(found.map { ", not \($0)" } ?? "")")
    case .trace(let fault):
      .error("prefetch.link", fault.message, hint: fault.hint)
    case .traceLine(let line):
      .error("prefetch.link", "\"\(line)\" must be a time in milliseconds, not earlier than the previous line")
    case .losesAll:
      .error("prefetch.link", "a link that loses every packet transmits nothing")
    case .badSweep(let text, let expected):
      .error("prefetch.sweep", "--sweep must be \(expected), not \"\(text)\"", kind: .usage)
    case .sweptTwice(let key):
      .error(
        "prefetch.sweep", "--sweep names \"\(key)\" twice",
        hint: "put all its values in one list: --sweep \(key)=1,2,4..16",
        kind: .usage)
    case .unknownSweepKey(let key, let known):
      .error(
        "prefetch.sweep", "\"\(key)\" can't be swept", hint: nearestHint(to: key, among: known),
        kind: .usage)
    case .tooManySettings(let count, let limit, let seconds):
      .error(
        "prefetch.too-many",
        "\(count) settings exceed the limit of \(limit); they would take about \(LabNumber.duration(seconds))",
        hint: "sweep in larger steps (budget=1..16/5), or add --long to run them all", kind: .usage)
    case .farTooManySettings(let count, let limit):
      .error(
        "prefetch.too-many",
        "\(LabNumber.large(count)) settings exceed the maximum of \(limit)",
        hint: "sweep fewer values, or in larger steps (budget=1..16/5)", kind: .usage)
    case .noProjectFile:
      .error(
        "prefetch.apply", "there is no feedproof.yml to write the setting to",
        hint: "name a project folder, or create a feedproof.yml in it; every key is optional", kind: .usage)
    case .notEditable(let file):
      .error(
        "prefetch.apply", "\(file) can't be edited automatically without changing other values",
        hint: "set prefetchBudget and prefetchWeights by hand to the values above")
    case .noGeneratedApply:
      .error("prefetch.apply", "--apply needs a project's feed, not a generated one", kind: .usage)
    case .feedAndGenerated:
      .error("prefetch.feed", "--generated can't be combined with a feed", kind: .usage)
    }
  }
}

extension RateTrace.Fault {
  fileprivate var message: String {
    switch self {
    case .empty: "a link needs at least one step"
    case .badStep(let number): "step \(number + 1) must have a duration of 1 ms or more and a rate of 0 or more"
    case .neverCarries: "a link with rate 0 transmits nothing"
    case .hardlyCarries:
      "a link must transmit at least \(LabNumber.text(RateTrace.lowestRate / 1000)) kbit/s on average, and at least \(LabNumber.text(RateTrace.leastBits)) bits in each step"
    case .tooMany(let limit): "a link has at most \(limit) steps"
    }
  }

  fileprivate var hint: String? {
    switch self {
    case .neverCarries: "set a rate above 0 for at least one step"
    case .hardlyCarries: "rates are in kilobits per second, durations in milliseconds; join very short steps"
    default: nil
    }
  }
}
