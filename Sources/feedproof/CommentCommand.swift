import ArgumentParser
import Comparison

struct CommentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment", abstract: "Write the last comparison as a comment for a pull request",
    discussion: """
      Prints Markdown: the number of cases to review, each change with the command that approves it, and a link to the \
      review. Nothing is sent. The first line is a marker, <!-- feedproof -->, so that a workflow can find and update its \
      comment.

      Examples:
        feedproof comment holiday --review-url "$JOB_URL" > comment.md
        feedproof comment -o output --name iOS
      """)

  @Argument(help: .of("project", "Project, or the output folder of a comparison; default: the working folder"))
  var project: String?

  @Option(name: .shortAndLong, help: .of("folder", "Output folder of the comparison; default: the project's"))
  var output: String?

  @Option(help: .of("url", "URL of the published review"))
  var reviewURL: String?

  @Option(help: .of("url", "URL of the published review folder; adds images before and after"))
  var imageURL: String?

  @Option(help: .of("text", "Name that distinguishes this comment from those of other comparisons"))
  var name = ""

  @Option(help: .of("bytes", "Maximum length; GitHub accepts 65536 characters, GitLab a million; default: 60000"))
  var limit = 60_000

  @OptionGroup(title: "Common options") var result: ResultArguments

  func validate() throws {
    guard ReviewComment.limits.contains(limit) else {
      throw ValidationError(
        "--limit must be from \(ReviewComment.limits.lowerBound) to \(ReviewComment.limits.upperBound)")
    }
  }

  func run() throws {
    try Commands.comment(
      on: project, output: output,
      ReviewComment.Request(name: name, link: reviewURL, pictures: imageURL, limit: limit), json: result.json)
  }
}
