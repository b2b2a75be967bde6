import Comparison
import Diagnostics
import Fetching
import Figma
import Files
import RunSupport

extension Commands {
  /// `feedproof figma show`
  ///
  /// - Parameter paths: A saved response or a folder of them. Two paths are compared: two versions of a file, or styles
  ///   and the nodes that contain their values.
  /// - Throws: `RunFailure`.
  package static func showFigma(_ paths: [String], verbose: Bool, json: Bool) throws {
    let environment = Environment.process()
    let read = try paths.map { try FigmaResponses($0, environment) }
    tell(read.flatMap(\.problems), verbose: verbose)
    if read.count == 2 {
      return try printFigma(try shown(read, paths, json: json), json: json)
    }
    let texts = read[0].all.map { json ? $0.answer.json : $0.answer.text }
    // Several responses are printed as separate JSON values.
    try printFigma(texts.joined(separator: json ? "" : "\n"), json: json)
  }

  private static func shown(_ read: [FigmaResponses], _ paths: [String], json: Bool) throws(Diagnostic) -> String {
    for (styles, nodes) in [(0, 1), (1, 0)] {
      guard case .styles(let published) = read[styles].all[0].answer, let file = read[nodes].file else { continue }
      return file.json(of: published, name: paths[nodes])
    }
    let changes = FigmaChanges(from: try read[0].design(paths[0]), to: try read[1].design(paths[1]))
    return json ? changes.json : changes.text(read[1].variables)
  }

  /// `feedproof figma diff`
  ///
  /// - Parameter page: The folder to write a review page to, with the images of both versions. Nil writes none.
  /// - Throws: `RunFailure`, with status `different` if the design has changed.
  package static func diffFigma(
    _ old: String, _ new: String, markdown: Bool, page: String?, verbose: Bool, json: Bool
  ) async throws {
    let environment = Environment.process()
    let read = try [old, new].map { try FigmaResponses($0, environment) }
    tell(read.flatMap(\.problems), verbose: verbose)
    let versions = read[0].variables.flatMap { old in read[1].variables.map { (old: old, new: $0) } }
    if versions == nil, read.contains(where: { $0.variables != nil }) {
      StandardStream.error.write("note: only one of the two files has variables; variables are not compared\n")
    }
    for (answers, path) in zip(read, [old, new]) where answers.designs.count(where: { !$0.pages.isEmpty }) > 1 {
      let name = answers.file?.name.map { " \($0)" } ?? ""
      StandardStream.error.write("note: \(path) contains several design files; only\(name) is compared\n")
    }
    let changes = FigmaChanges(from: try read[0].design(old), to: try read[1].design(new), variables: versions)
    let variables = read[1].variables
    let text = json ? changes.json(variables) : markdown ? changes.markdown(variables) : changes.text(variables)
    try printFigma(text, json: json)
    if let page {
      let pictures = (old: read[0].pictures, new: read[1].pictures)
      let place = try await FigmaDiffPage(changes: changes, variables: variables, pictures: pictures)
        .write(to: environment.url(page), in: environment) { StandardStream.error.write("\($0)\n") }
      StandardStream.error.write("wrote the page \(environment.shownPath(place))\n")
    }
    if !changes.isEmpty { throw RunFailure.different }
  }

  /// `feedproof figma tokens`
  ///
  /// - Throws: `RunFailure`. In that case nothing was written.
  package static func makeFigmaTokens(
    _ path: String, options: FigmaTokensRun.Options, verbose: Bool, json: Bool
  ) throws {
    let (report, problems) = try FigmaTokensRun(environment: Environment.process(), options: options).run(path)
    tell(problems, verbose: verbose)
    try print(report, as: report.text, json: json)
  }

  /// `feedproof figma template`
  ///
  /// - Throws: `RunFailure`. In that case nothing was written.
  package static func draftFigmaTemplate(
    _ path: String, options: FigmaTemplateRun.Options, verbose: Bool, json: Bool
  ) throws {
    let (report, problems) = try FigmaTemplateRun(environment: Environment.process(), options: options).run(path)
    tell(problems, verbose: verbose)
    if report.template != nil, !json {
      StandardStream.error.write("note: pass --output to also write the template's tokens\n")
    }
    try print(report, as: report.text, json: json)
  }

  /// `feedproof figma frames`
  ///
  /// - Parameter list: The file to write a list of cases to. Nil writes none.
  /// - Throws: `RunFailure`.
  package static func listFigmaFrames(_ path: String, writing list: String?, verbose: Bool, json: Bool) throws {
    let run = try FigmaFramesRun(path, Environment.process())
    tell(run.problems, verbose: verbose)
    if let list { try run.write(to: list) }
    try print(run.report, as: run.report.text, json: json)
  }

  /// `feedproof figma pull`
  ///
  /// - Throws: `RunFailure`.
  package static func pullFigma(
    _ options: FigmaPull.Options, tokenFile: String?, tokenVariable: String?, verbose: Bool, json: Bool
  ) async throws {
    var options = options
    options.credentials = Credentials(file: tokenFile, variable: tokenVariable)
    let pull = FigmaPull(options, Environment.process()) { StandardStream.error.write("\($0)\n") }
    let report = try await pull.run()
    tell(report.problems, verbose: verbose)
    try print(report, as: report.text(isVerbose: verbose), json: json)
  }

  /// Reports problems on standard error, one line for each kind if there are many.
  private static func tell(_ problems: [Diagnostic], verbose: Bool) {
    let report = reporter(verbose: verbose, .process())
    for problem in problems { report(problem) }
  }

  private static func printFigma(_ text: String, json: Bool) throws {
    try StandardStream.print(json ? PlainText.json(text) : text)
  }
}
