import CheckedSources
import Diagnostics

extension FilmIssue {
  package var kind: Diagnostic.Kind {
    switch self {
    case .screen, .twoSources, .otherKind: .usage
    default: .input
    }
  }

  package var severity: Diagnostic.Severity { .error }

  package var code: String {
    switch self {
    case .source: "film.unreadable"
    case .notAMapping, .value: "film.value"
    case .unknownKey: "film.unknown-key"
    case .unknownEvent: "film.unknown-event"
    case .backwards, .afterEnd: "film.time"
    case .noPost, .noSuchTurn, .notThere, .postsTooFarApart: "film.no-post"
    case .nothingToExpand, .nothingToExpandAnywhere: "film.nothing-to-expand"
    case .nothingToEdit: "film.nothing-to-edit"
    case .nameTaken: "film.name"
    case .unplayable: "film.unplayable"
    case .screen: "film.screen"
    case .twoSources, .otherKind: "film.scene"
    }
  }

  package var message: String {
    switch self {
    case .source(let fact): fact.message
    case .notAMapping: "a film's script is a mapping of keys to values"
    case .unknownKey(let key, _): "unknown key \"\(key)\""
    case .value(let key, let expected): "\"\(key)\" must be \(expected)"
    case .unknownEvent(let keys, _):
      keys.isEmpty
        ? "nothing happens in this event"
        : keys.count == 1
          ? "there is no event \"\(keys[0])\"" : "one event does one thing, not \(keys.joined(separator: " and "))"
    case .backwards(let time, let last):
      "the event at \(time) s stands after one at \(last) s: time runs backwards"
    case .afterEnd(let time, let duration): "the event at \(time) s comes after the film's end at \(duration) s"
    case .noPost(let id, _): "the feed has no post \"\(id)\""
    case .noSuchTurn(let id, let turns):
      "there is no \"\(id)\": the film's feed has each post \(turns) \(turns == 1 ? "time" : "times") at most"
    case .nothingToExpand(let id): "\"\(id)\" has no text to expand on this screen"
    case .nothingToExpandAnywhere: "no post of the feed has a text to expand on this screen"
    case .nothingToEdit: "none of the chat's last messages can be edited or deleted"
    case .otherKind(let scene, let isOfChats):
      isOfChats
        ? "\"\(scene)\" is a scene of chats, and this is a feed"
        : "\"\(scene)\" is a scene of feeds, and this is a chat"
    case .notThere(let id, let time): "\"\(id)\" is not in the list at \(FilmNumber.seconds(time)) s"
    case .postsTooFarApart(let first, let second, let limit):
      "\"\(first)\" and \"\(second)\" are further apart than the \(limit) posts that a film is made of"
    case .nameTaken(let name): "two films are called \"\(name)\""
    case .unplayable(let reason): reason
    case .screen(let problem): problem
    case .twoSources: "--post is for the expand scene, not for scripts"
    }
  }

  package var hint: String? {
    switch self {
    case .source(let fact): fact.hint
    case .unknownKey(let key, let known): wayOut(of: key, among: known)
    case .unknownEvent(let keys, let known):
      keys.count == 1 ? wayOut(of: keys[0], among: known) : "events: \(known.joined(separator: ", "))"
    case .backwards: "put the events in the order of their times"
    case .afterEnd: "make the duration longer, or leave it out"
    case .noPost(let id, let known):
      nearest(to: id, among: known).map { "did you mean \"\($0)\"?" }
        ?? "posts of this feed: \(known.prefix(8).joined(separator: ", "))\(known.count > 8 ? ", …" : "")"
    case .noSuchTurn: "let the feed come more often: \"feed: {length: …}\""
    case .nothingToExpand, .nothingToExpandAnywhere: "only a text that is cut has something to expand"
    case .otherKind(_, let isOfChats):
      "its scenes: " + (isOfChats ? FilmScene.ofFeeds : FilmScene.ofChats).map(\.rawValue).joined(separator: ", ")
    case .nothingToEdit: nil
    case .notThere: "it may have been deleted, or comes later: see \"arriving\", \"posts\" and \"pages\""
    case .postsTooFarApart: "make a film of each"
    case .nameTaken: "give one of them another \"name:\""
    case .notAMapping, .value, .unplayable, .screen, .twoSources: nil
    }
  }
}
