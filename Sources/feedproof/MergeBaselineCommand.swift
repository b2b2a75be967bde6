import ArgumentParser

struct MergeBaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-baseline", abstract: "Merge a baseline as Git's merge driver",
    discussion: """
      If only one branch approved another image, it becomes the baseline. If both did, the file keeps both sides and Git \
      reports a conflict (status 1); feedproof compare and feedproof approve --resolve end it. feedproof init --ci sets \
      up .gitattributes; run once in each clone:

        git config merge.feedproof.driver 'feedproof merge-baseline %O %A %B'

      Examples:
        feedproof merge-baseline base.json ours.json theirs.json
        feedproof merge-baseline base.json ours.json theirs.json --json
      """, shouldDisplay: false)

  @Argument(help: .of("file", "Common ancestor; empty if there is none"))
  var base: String

  @Argument(help: .of("file", "Version of the current branch, replaced by the result"))
  var ours: String

  @Argument(help: .of("file", "Version of the merged branch"))
  var theirs: String

  @OptionGroup(title: "Common options") var result: ResultArguments

  func run() throws { try Commands.mergeBaseline(base: base, ours: ours, theirs: theirs, json: result.json) }
}
