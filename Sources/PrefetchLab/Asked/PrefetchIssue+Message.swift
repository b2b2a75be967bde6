import CheckedSources
import Diagnostics
import Prefetching

extension PrefetchIssue {
  package var kind: Diagnostic.Kind {
    switch self {
    case .source, .unknownKey, .value, .trace, .traceLine, .losesAll, .notEditable: .input
    default: .usage
    }
  }

  package var severity: Diagnostic.Severity { .error }

  package var code: String {
    switch self {
    case .unknownLink: "prefetch.unknown-link"
    case .unknownPolicy: "prefetch.unknown-policy"
    case .source: "prefetch.unreadable"
    case .unknownKey: "prefetch.unknown-key"
    case .value: "prefetch.value"
    case .trace, .traceLine, .losesAll: "prefetch.link"
    case .badSweep, .sweptTwice, .unknownSweepKey: "prefetch.sweep"
    case .tooManySettings, .farTooManySettings: "prefetch.too-many"
    case .noProjectFile, .notEditable, .noGeneratedApply: "prefetch.apply"
    case .feedAndGenerated: "prefetch.feed"
    }
  }

  package var message: String {
    switch self {
    case .unknownLink(let name, _): "there is no link \"\(name)\", nor a file of that name"
    case .unknownPolicy(let name, _): "there is no policy \"\(name)\""
    case .source(let fact): fact.message
    case .unknownKey(let key, _): "unknown key \"\(key)\""
    case .value(let key, let expected): "\"\(key)\" must be \(expected)"
    case .trace(let fault): fault.message
    case .traceLine(let line): "\"\(line)\" is no time in milliseconds, or one before the line above it"
    case .losesAll: "a link that loses all that is sent never carries anything"
    case .badSweep(let text, let expected): "--sweep \"\(text)\" must be \(expected)"
    case .sweptTwice(let key): "\"\(key)\" is swept twice"
    case .unknownSweepKey(let key, _): "there is nothing called \"\(key)\" to sweep"
    case .tooManySettings(let count, let limit, let seconds):
      "\(count) settings are more than the \(limit) that are run without being asked twice; they would take about \(LabNumber.duration(seconds))"
    case .farTooManySettings(let count, let limit):
      "\(LabNumber.large(count)) settings are more than the \(limit) that can be told apart at once"
    case .noProjectFile: "there is no feedproof.yml to write the setting into"
    case .notEditable(let file): "\(file) is written in a way that a value can't be put into without changing others"
    case .noGeneratedApply: "--apply is for a project's own feed, not for a generated one"
    case .feedAndGenerated: "--generated is instead of a feed, not beside one"
    }
  }

  package var hint: String? {
    switch self {
    case .unknownLink(let name, let known), .unknownPolicy(let name, let known), .unknownSweepKey(let name, let known),
      .unknownKey(let name, let known):
      wayOut(of: name, among: known)
    case .source(let fact): fact.hint
    case .trace(.neverCarries): "give at least one step a rate above 0"
    case .sweptTwice(let key): "write its values in one list: --sweep \(key)=1,2,4..16"
    case .tooManySettings: "sweep in larger steps (budget=1..16/5), or add --long"
    case .farTooManySettings: "sweep fewer values, or in larger steps (budget=1..16/5)"
    case .noProjectFile: "name a project folder, or make a feedproof.yml in it; every key is optional"
    case .notEditable: "write prefetchBudget and prefetchWeights by hand, as they are told above"
    default: nil
    }
  }
}

extension RateTrace.Fault {
  fileprivate var message: String {
    switch self {
    case .empty: "a link without steps carries nothing"
    case .badStep(let number): "step \(number + 1) must have a duration above 0 and a rate of 0 or more"
    case .neverCarries: "a link of rate 0 never carries anything"
    case .tooMany(let limit): "a link may have \(limit) steps"
    }
  }
}
