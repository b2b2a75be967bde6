/// Names that X's archives give to pictures: the address ends in `abc.jpg`, and the file is `tweets_media/123-abc.jpg`,
/// where 123 is the post or the account that it belongs to.
enum PrefixedMedia {
  /// Folders of such files, beside the documents.
  static let folders = ["tweets_media", "tweet_media", "community_tweet_media", "profile_media"]

  /// The name in the feed; nil for any other file.
  static func name(of path: String) -> String? {
    let parts = path.split(separator: "/").suffix(2)
    guard parts.count == 2, let folder = parts.first, let file = parts.last, folders.contains(String(folder)) else {
      return nil
    }
    return name(ofFile: file)
  }

  /// Of a file in one of the folders.
  static func name(ofFile file: some StringProtocol) -> String? {
    guard let dash = file.firstIndex(of: "-"), dash != file.startIndex,
      file[..<dash].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    let name = file[file.index(after: dash)...]
    return name.isEmpty ? nil : String(name)
  }
}
