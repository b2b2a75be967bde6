import Diagnostics

extension SourceIssue {
  package var severity: Diagnostic.Severity { .error }

  package var code: String {
    switch self {
    case .folderWithoutFeeds: "input.no-feeds"
    case .notAFile: "input.not-a-file"
    case .inputChanged: "input.changed"
    case .noPosts: "feed.no-posts"
    case .noPostWithID: "option.post"
    }
  }

  package var message: String {
    switch self {
    case .folderWithoutFeeds: "the folder holds no feed (no .json file)"
    case .notAFile: "this is neither a regular file nor a folder"
    case .inputChanged: "the file has changed since this run began to read it"
    case .noPosts: "nothing could be read: there is no post to show"
    case .noPostWithID(let id, known: _): "the feed has no post \"\(id)\""
    }
  }

  package var hint: String? {
    switch self {
    case .folderWithoutFeeds: "give the feed's file, or a folder that holds .json files"
    case .notAFile: "save the feed to a file first"
    case .inputChanged: "run again when nobody writes to it"
    case .noPosts: nil
    case .noPostWithID(let id, let known):
      nearest(to: id, among: known).map { "did you mean \"\($0)\"?" }
        ?? "posts of this feed: \(known.prefix(8).joined(separator: ", "))\(known.count > 8 ? ", …" : "")"
    }
  }
}
