import ArgumentParser

struct MergeBaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-baseline", abstract: "Merges a baseline for git, as its merge driver.",
    discussion: """
      Where one branch alone approved another picture, that is the baseline; where both did, the file keeps both sides, \
      whole, and git tells of a conflict (status 1), which feedproof approve --resolve ends once the cards are drawn anew. \
      feedproof init --ci sets it up, and once in each clone: git config merge.feedproof.driver 'feedproof merge-baseline \
      %O %A %B'.

      Examples:
        feedproof merge-baseline base.json ours.json theirs.json
      """)

  @Argument(help: .of("file", "What both branches come from; empty where there is none."))
  var base: String

  @Argument(help: .of("file", "Of the branch that is merged into; the result goes here."))
  var ours: String

  @Argument(help: .of("file", "Of the branch that is merged."))
  var theirs: String

  @OptionGroup var result: ResultArguments

  func run() throws { try Commands.mergeBaseline(base: base, ours: ours, theirs: theirs, json: result.json) }
}
