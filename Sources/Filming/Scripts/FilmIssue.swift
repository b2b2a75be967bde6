import DataFormats
import Diagnostics
import Timeline

/// A problem with a requested film.
package enum FilmIssue: Error, Issue, Hashable {
  /// A script can't be read at all.
  case source(SourceFault.Fact)
  case notAMapping
  case unknownKey(String, known: [String])
  /// - found: The given value, if it is short.
  case value(key: String, expected: String, found: String? = nil)
  /// An event has an unknown key, or several keys.
  case unknownEvent([String], known: [String])
  /// An event precedes the one above it; times in seconds.
  case backwards(Double, after: Double)
  /// An event follows the film's end.
  case afterEnd(Double, duration: Double)
  /// A fling is faster than a thumb; speeds in points a second.
  case tooFast(Double, fastest: Double)
  case noPost(String, known: [String])
  /// `wall1_17#3` in a feed that occurs twice.
  case noSuchTurn(String, turns: Int)
  /// The tapped post has a short text.
  case nothingToExpand(String)
  case nothingToExpandAnywhere
  /// No message near the end has words to edit, or there are no messages.
  case nothingToEdit
  /// A scene for feeds was requested for a conversation, or vice versa.
  case otherKind(String, isOfChats: Bool, scenes: [String])
  /// The post was deleted, or hasn't arrived yet.
  case notThere(String, time: Double)
  /// The posts are too far apart in the feed for one film.
  case postsTooFarApart(String, String, limit: Int)
  /// A feed can't have a draft.
  case draftOfFeed
  case nameTaken(String)
  case unplayable(String)
  case screen(String)
  case twoSources

  /// Whether the feed lacks the content for a scene.
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
      .error("film.value", "a film script must be a mapping of keys to values")
    case .unknownKey(let key, let known):
      .error("film.unknown-key", "unknown key \"\(key)\"", hint: nearestHint(to: key, among: known))
    case .value(let key, let expected, let found):
      .error("film.value", "\"\(key)\" must be \(expected)\(found.map { ", not \($0)" } ?? "")")
    case .unknownEvent(let keys, let known):
      .error(
        "film.unknown-event",
        keys.isEmpty
          ? "the event has no action"
          : keys.count == 1
            ? "there is no event \"\(keys[0])\""
            : "an event must have exactly one action, not \(keys.joined(separator: " and "))",
        hint: keys.count == 1 ? nearestHint(to: keys[0], among: known) : "actions: \(known.joined(separator: ", "))")
    case .backwards(let time, let last):
      .error(
        "film.time", "\(time) s is listed after \(last) s, but times must increase",
        hint: "sort the list by time")
    case .afterEnd(let time, let duration):
      .error(
        "film.time", "the event at \(time) s comes after the film's end at \(duration) s",
        hint: "increase the duration, or remove it")
    case .tooFast(let velocity, let fastest):
      .error(
        "film.too-fast",
        "a fling of \(FilmNumber.text(velocity)) pt/s is too fast; the limit is \(FilmNumber.text(fastest)) pt/s",
        hint: "to get further, add a second fling; \"scroll\" jumps to a post")
    case .noPost(let id, let known):
      .error(
        "film.no-post", "the feed has no post \"\(id)\"",
        hint: nearest(to: id, among: known).map { "did you mean \"\($0)\"?" }
          ?? "posts of this feed: \(known.listed)")
    case .noSuchTurn(let id, let turns):
      .error(
        "film.no-post",
        "there is no \"\(id)\": the film's feed repeats each post at most \(turns) \(turns == 1 ? "time" : "times")",
        hint: "lengthen the feed: \"feed: {length: …}\"")
    case .nothingToExpand(let id):
      .error(
        "film.nothing-to-expand", "\"\(id)\" has no text to expand on this screen",
        hint: "only truncated texts can be expanded")
    case .nothingToExpandAnywhere:
      .error(
        "film.nothing-to-expand", "no post of the feed has a text to expand on this screen",
        hint: "only truncated texts can be expanded")
    case .nothingToEdit:
      .error("film.nothing-to-edit", "the film has no message that can be edited or deleted")
    case .otherKind(let scene, let isOfChats, let scenes):
      .error(
        "film.scene",
        isOfChats
          ? "the scene \"\(scene)\" works only for chats, but this is a feed"
          : "the scene \"\(scene)\" works only for feeds, but this is a chat",
        hint: "choose one of \(scenes.joined(separator: ", "))", kind: .usage)
    case .notThere(let id, let time):
      .error(
        "film.no-post", "\"\(id)\" is not in the list at \(FilmNumber.seconds(time)) s",
        hint: "it may be deleted or arrive later: check \"arriving\", \"posts\" and \"pages\"")
    case .postsTooFarApart(let first, let second, let limit):
      .error(
        "film.no-post",
        "\"\(first)\" and \"\(second)\" are more than \(limit) posts apart, the limit of a film",
        hint: "make a film of each")
    case .draftOfFeed:
      .error("film.draft", "a feed has no composer", hint: "use \"draft\" in films of chats only")
    case .nameTaken(let name):
      .error("film.name", "two films have the name \"\(name)\"", hint: "change the \"name:\" of one of them")
    case .unplayable(let reason):
      .error("film.unplayable", reason)
    case .screen(let problem):
      .error("film.screen", problem, kind: .usage)
    case .twoSources:
      .error("film.scene", "--post applies to the expand scene, not to scripts", kind: .usage)
    }
  }
}
