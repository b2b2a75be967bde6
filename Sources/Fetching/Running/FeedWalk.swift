/// One way through a feed, from newer to older posts, until it meets what is known, a bound, or the end.
struct FeedWalk: Sendable {
  enum End: Sendable, Equatable {
    case noNextPage, emptyPage, known, pageLimit, dateLimit, unchanged
    /// The service takes the place no more.
    case refused(status: Int)

    var words: String {
      switch self {
      case .noNextPage: "no next page"
      case .emptyPage: "an empty page"
      case .known: "posts that are known"
      case .pageLimit: "the page limit"
      case .dateLimit: "the date"
      case .unchanged: "a page that is as it was"
      case .refused: "a refused page"
      }
    }
  }

  /// Its number in the journal; a later walk's posts are newer.
  let number: Int
  /// Meeting a post of a walk below this one ends it; 0 where nothing does.
  var meetsBelow: Int
  /// Pages without a new post are kept as well, since what comes behind them is older than they are.
  var keepsAll = false
  /// It was asked for what is newer than a known post: its end is where that one is.
  var isBounded = false
  /// The service may refuse the place, and something else is tried then.
  var mayBeRefused = false
}
