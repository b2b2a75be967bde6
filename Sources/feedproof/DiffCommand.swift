import ArgumentParser

struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compares two pictures pixel by pixel.",
    discussion: """
      Ends with status 0 when they are the same, 1 when they differ in a pixel or in size, 2 when one can't be read.

      Examples:
        feedproof diff before.png after.png --output difference.png --mask 0,0,40,40
      """)

  @Argument(help: "A PNG, JPEG or WebP.")
  var first: String

  @Argument(help: "Another one.")
  var second: String

  @Option(help: .of("limit", "How far colours may be apart, 0 (not at all) to 1 (black and white)."))
  var threshold: Double = 0.1

  @Flag(help: "Counts pixels that differ in anti-aliasing alone.")
  var countAntialiased = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: .of("rect", "Pixels that are not compared, as x,y,width,height; given again, more of them."))
  var mask: [CommaSeparatedList<Int>] = []

  @Option(
    name: .shortAndLong,
    help: .of("file", "Draws the difference: grey, differing red, anti-aliased yellow."))
  var output: String?

  @OptionGroup var result: ResultArguments

  func run() async throws {
    try await Commands.diff(
      first, second, threshold: threshold, countsAntialiased: countAntialiased, masks: mask.map(\.values),
      output: output, json: result.json)
  }
}
