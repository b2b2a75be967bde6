import ArgumentParser
import Comparison

struct CommentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment", abstract: "Writes what the last compare found as a comment on a pull request.",
    discussion: """
      Prints Markdown: how many cases are to be looked at, each cause in a sentence with the command that accepts it, and a link \
      to the review. Its first line is a marker, <!-- feedproof -->, by which the recipes of docs/ci.md find the comment \
      again and write it anew in its place. Nothing is sent anywhere.

      Examples:
        feedproof comment holiday/output --link "$JOB_URL" > comment.md
      """)

  @Argument(help: .of("folder", "The output folder of a comparison."))
  var output = "output"

  @Option(help: .of("address", "Where the review can be opened."))
  var link: String?

  @Option(
    help: .of("address", "Where the review folder is served: pictures before and after are shown from there."))
  var pictures: String?

  @Option(help: .of("text", "Tells this comment from those of other comparisons on the same pull request."))
  var name = ""

  @Option(help: .of("bytes", "How long it may be: GitHub takes 65536 characters, GitLab a million; default: 60000."))
  var limit = 60_000

  @OptionGroup var result: ResultArguments

  func validate() throws {
    guard ReviewComment.limits.contains(limit) else {
      throw ValidationError(
        "--limit must be from \(ReviewComment.limits.lowerBound) to \(ReviewComment.limits.upperBound)")
    }
  }

  func run() throws {
    try Commands.comment(
      on: output, ReviewComment.Request(name: name, link: link, pictures: pictures, limit: limit), json: result.json)
  }
}
