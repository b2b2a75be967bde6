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
  case value(key: String, expected: String)
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
        "prefetch.unknown-link", "there is no link \"\(name)\", nor a file of that name",
        hint: nearestHint(to: name, among: known), kind: .usage)
    case .unknownPolicy(let name, let known):
      .error(
        "prefetch.unknown-policy", "there is no policy \"\(name)\"", hint: nearestHint(to: name, among: known),
        kind: .usage)
    case .source(let fact):
      .error("prefetch.unreadable", fact.message, hint: fact.hint)
    case .unknownKey(let key, let known):
      .error("prefetch.unknown-key", "unknown key \"\(key)\"", hint: nearestHint(to: key, among: known))
    case .value(let key, let expected):
      .error("prefetch.value", "\"\(key)\" must be \(expected)")
    case .trace(let fault):
      .error("prefetch.link", fault.message, hint: fault.hint)
    case .traceLine(let line):
      .error("prefetch.link", "\"\(line)\" is no time in milliseconds, or one before the line above it")
    case .losesAll:
      .error("prefetch.link", "a link that loses all that is sent never carries anything")
    case .badSweep(let text, let expected):
      .error("prefetch.sweep", "--sweep \"\(text)\" must be \(expected)", kind: .usage)
    case .sweptTwice(let key):
      .error(
        "prefetch.sweep", "\"\(key)\" is swept twice", hint: "write its values in one list: --sweep \(key)=1,2,4..16",
        kind: .usage)
    case .unknownSweepKey(let key, let known):
      .error(
        "prefetch.sweep", "there is nothing called \"\(key)\" to sweep", hint: nearestHint(to: key, among: known),
        kind: .usage)
    case .tooManySettings(let count, let limit, let seconds):
      .error(
        "prefetch.too-many",
        "\(count) settings are more than the \(limit) that are run without being asked twice; they would take about \(LabNumber.duration(seconds))",
        hint: "sweep in larger steps (budget=1..16/5), or add --long", kind: .usage)
    case .farTooManySettings(let count, let limit):
      .error(
        "prefetch.too-many",
        "\(LabNumber.large(count)) settings are more than the \(limit) that can be told apart at once",
        hint: "sweep fewer values, or in larger steps (budget=1..16/5)", kind: .usage)
    case .noProjectFile:
      .error(
        "prefetch.apply", "there is no feedproof.yml to write the setting into",
        hint: "name a project folder, or make a feedproof.yml in it; every key is optional", kind: .usage)
    case .notEditable(let file):
      .error(
        "prefetch.apply", "\(file) is written in a way that a value can't be put into without changing others",
        hint: "write prefetchBudget and prefetchWeights by hand, as they are told above")
    case .noGeneratedApply:
      .error("prefetch.apply", "--apply is for a project's own feed, not for a generated one", kind: .usage)
    case .feedAndGenerated:
      .error("prefetch.feed", "--generated is instead of a feed, not beside one", kind: .usage)
    }
  }
}

extension RateTrace.Fault {
  fileprivate var message: String {
    switch self {
    case .empty: "a link without steps carries nothing"
    case .badStep(let number): "step \(number + 1) must have a duration of 1 ms or more and a rate of 0 or more"
    case .neverCarries: "a link of rate 0 never carries anything"
    case .hardlyCarries:
      "a link must carry \(LabNumber.text(RateTrace.lowestRate / 1000)) kbit/s or more on average, and \(LabNumber.text(RateTrace.leastBits)) bits or more in a step"
    case .tooMany(let limit): "a link may have \(limit) steps"
    }
  }

  fileprivate var hint: String? {
    switch self {
    case .neverCarries: "give at least one step a rate above 0"
    case .hardlyCarries: "rates are in kilobits a second, durations in milliseconds; join steps that are very short"
    default: nil
    }
  }
}
