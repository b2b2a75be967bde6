/// The line of a command's usage, which the parser never breaks.
enum UsageLines {
  /// Breaks usage lines that are wider than the terminal before an argument; what goes on is set in.
  static func wrapped(_ message: String, columns: Int) -> String {
    message.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.count > columns && line.lowercased().hasPrefix("usage: ") ? broken(line, columns) : String(line)
    }.joined(separator: "\n")
  }

  private static func broken(_ line: Substring, _ columns: Int) -> String {
    var lines: [String] = []
    for argument in arguments(of: line) {
      if let last = lines.last, last.count + 1 + argument.count <= columns {
        lines[lines.count - 1] = "\(last) \(argument)"
      } else {
        lines.append(lines.isEmpty ? argument : "         \(argument)")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Words, with what stands in brackets, an option and its value, as one.
  private static func arguments(of line: Substring) -> [String] {
    var (arguments, depth) = ([String](), 0)
    for word in line.split(separator: " ").map(String.init) {
      if depth > 0, let last = arguments.last {
        arguments[arguments.count - 1] = "\(last) \(word)"
      } else if word == "...", let last = arguments.last {
        arguments[arguments.count - 1] = "\(last) \(word)"
      } else {
        arguments.append(word)
      }
      depth += word.count { $0 == "[" } - word.count { $0 == "]" }
    }
    return arguments
  }
}
