import CardDrawing
import Diagnostics
import Files

/// The files that a feed's cards are drawn from, each once, in the order in which posts ask for them.
struct MediaList: Encodable {
  struct File: Encodable {
    /// As the feed gives it.
    var address: String
    var state: NeededFile.State
    /// Where it is looked for and would be found, relative to the working folder; nil where no file can have the name.
    var saveAs: String?
    /// The first post that shows it; nil of what stands around the posts.
    var post: String?
    /// How many posts show it.
    var posts: Int
  }

  var files: [File]
  /// Of all files, also of those that are not listed.
  var total: Int
  var missing: Int

  /// A file in two lines, then how many there are.
  var text: String {
    let lines = files.map { file in
      let place = file.saveAs.map { "save it as \($0)" } ?? "no file can have its name"
      let who = file.post.map { post in
        ", for \(post)\(file.posts > 1 ? " and \(Self.count(file.posts - 1, "more post"))" : "")"
      }
      switch file.state {
      case .there: return PlainText.piece(file.address) + "\n"
      case .missing: return PlainText.piece(file.address) + "\n  \(PlainText.piece(place))\(who ?? "")\n"
      case .outside: return PlainText.piece(file.address) + "\n  outside of the folders of photos\(who ?? "")\n"
      }
    }
    let all = Self.count(total, "file")
    let verdict =
      missing == 0 ? "none of \(all) is missing" : "\(missing) of \(all) \(missing == 1 ? "is" : "are") missing"
    return lines.joined() + verdict + "\n"
  }

  private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
