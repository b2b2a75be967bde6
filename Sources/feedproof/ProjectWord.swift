import Files

/// The project among a command's positional words.
enum ProjectWord {
  /// Splits the words into the project and the rest. The first word is the project if a file or folder of that name
  /// exists; otherwise the project is the working folder.
  ///
  /// - Parameter project: The value of the former option `--project`.
  static func split(_ words: [String], project: String?) -> (project: String, rest: [String]) {
    if let project { return (project, words) }
    guard let first = words.first, FileSystem.exists(Environment.process().url(first)) else { return (".", words) }
    return (first, Array(words.dropFirst()))
  }
}
