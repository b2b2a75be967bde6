import CheckedSources
import Diagnostics
import Timeline

/// What can be wrong with a film that somebody asks for.
package enum FilmIssue: Error, Issue, Hashable {
  /// A script that can't be read at all.
  case source(SourceFault.Fact)
  case notAMapping
  case unknownKey(String, known: [String])
  case value(key: String, expected: String)
  /// An event that is none, or more than one.
  case unknownEvent([String], known: [String])
  /// An event before the one above it; seconds.
  case backwards(Double, after: Double)
  /// An event after the film's end.
  case afterEnd(Double, duration: Double)
  /// A fling that no thumb can do; points a second.
  case tooFast(Double, fastest: Double)
  case noPost(String, known: [String])
  /// Of `wall1_17#3` in a feed that comes twice.
  case noSuchTurn(String, turns: Int)
  /// Tapped, but its text is short.
  case nothingToExpand(String)
  case nothingToExpandAnywhere
  /// No message near the end has words that could be edited, or none is there at all.
  case nothingToEdit
  /// A feed's scene, asked for of a conversation; or the other way round.
  case otherKind(String, isOfChats: Bool, scenes: [String])
  /// Deleted, or not there yet.
  case notThere(String, time: Double)
  /// So far from each other in the feed that no film has both.
  case postsTooFarApart(String, String, limit: Int)
  /// Written in a feed.
  case draftOfFeed
  case nameTaken(String)
  case unplayable(String)
  case screen(String)
  case twoSources

  /// Whether it is the feed that has nothing to play a scene with.
  var isOfFeed: Bool {
    switch self {
    case .nothingToExpandAnywhere, .nothingToEdit: true
    default: false
    }
  }

  package var text: IssueText {
    switch self {
    case .source(let fact):
      .error("film.unreadable", fact.message, hint: fact.hint)
    case .notAMapping:
      .error("film.value", "a film's script is a mapping of keys to values")
    case .unknownKey(let key, let known):
      .error("film.unknown-key", "unknown key \"\(key)\"", hint: nearestHint(to: key, among: known))
    case .value(let key, let expected):
      .error("film.value", "\"\(key)\" must be \(expected)")
    case .unknownEvent(let keys, let known):
      .error(
        "film.unknown-event",
        keys.isEmpty
          ? "nothing happens in this event"
          : keys.count == 1
            ? "there is no event \"\(keys[0])\"" : "one event does one thing, not \(keys.joined(separator: " and "))",
        hint: keys.count == 1 ? nearestHint(to: keys[0], among: known) : "events: \(known.joined(separator: ", "))")
    case .backwards(let time, let last):
      .error(
        "film.time", "the event at \(time) s stands after one at \(last) s: time runs backwards",
        hint: "put the events in the order of their times")
    case .afterEnd(let time, let duration):
      .error(
        "film.time", "the event at \(time) s comes after the film's end at \(duration) s",
        hint: "make the duration longer, or leave it out")
    case .tooFast(let velocity, let fastest):
      .error(
        "film.too-fast",
        "a fling of \(FilmNumber.text(velocity)) pt/s is faster than a thumb: at most \(FilmNumber.text(fastest))",
        hint: "to get further, fling again; \"scroll\" goes to a post at once")
    case .noPost(let id, let known):
      .error(
        "film.no-post", "the feed has no post \"\(id)\"",
        hint: nearest(to: id, among: known).map { "did you mean \"\($0)\"?" }
          ?? "posts of this feed: \(known.listed)")
    case .noSuchTurn(let id, let turns):
      .error(
        "film.no-post",
        "there is no \"\(id)\": the film's feed has each post \(turns) \(turns == 1 ? "time" : "times") at most",
        hint: "let the feed come more often: \"feed: {length: …}\"")
    case .nothingToExpand(let id):
      .error(
        "film.nothing-to-expand", "\"\(id)\" has no text to expand on this screen",
        hint: "only a text that is cut has something to expand")
    case .nothingToExpandAnywhere:
      .error(
        "film.nothing-to-expand", "no post of the feed has a text to expand on this screen",
        hint: "only a text that is cut has something to expand")
    case .nothingToEdit:
      .error("film.nothing-to-edit", "none of the chat's last messages can be edited or deleted")
    case .otherKind(let scene, let isOfChats, let scenes):
      .error(
        "film.scene",
        isOfChats
          ? "\"\(scene)\" is a scene of chats, and this is a feed"
          : "\"\(scene)\" is a scene of feeds, and this is a chat",
        hint: "its scenes: \(scenes.joined(separator: ", "))", kind: .usage)
    case .notThere(let id, let time):
      .error(
        "film.no-post", "\"\(id)\" is not in the list at \(FilmNumber.seconds(time)) s",
        hint: "it may have been deleted, or comes later: see \"arriving\", \"posts\" and \"pages\"")
    case .postsTooFarApart(let first, let second, let limit):
      .error(
        "film.no-post",
        "\"\(first)\" and \"\(second)\" are further apart than the \(limit) posts that a film is made of",
        hint: "make a film of each")
    case .draftOfFeed:
      .error("film.draft", "nothing is written in a feed", hint: "\"draft\" is for chats")
    case .nameTaken(let name):
      .error("film.name", "two films are called \"\(name)\"", hint: "give one of them another \"name:\"")
    case .unplayable(let reason):
      .error("film.unplayable", reason)
    case .screen(let problem):
      .error("film.screen", problem, kind: .usage)
    case .twoSources:
      .error("film.scene", "--post is for the expand scene, not for scripts", kind: .usage)
    }
  }
}
