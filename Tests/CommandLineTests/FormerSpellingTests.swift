import ArgumentParser
import Comparison
import Foundation
import Projects
import Support
import Testing

@testable import feedproof

@Suite("Former spellings of the command line")
struct FormerSpellingTests {
  private func words(_ line: String) throws -> (words: String, notes: [String]) {
    let words = try CommandLineWords(line.split(separator: " ").map(String.init))
    return (words.words.joined(separator: " "), words.notes.map(\.message))
  }

  @Test(
    "are replaced, and a note names the new one",
    arguments: [
      ("export p --width 320 --theme=dark", "export p --widths 320 --themes=dark", "--width is now --widths"),
      ("export p --font-lock x", "export p --fonts x", "--font-lock is now --fonts"),
      ("export p --face vk", "export p --skin vk", "--face is now --skin"),
      ("export p --replace", "export p --replace-feed", "--replace is now --replace-feed"),
      ("compare p --baselines digest", "compare p --baseline-storage digest", "--baselines is now --baseline-storage"),
      ("approve p --all --baselines full", "approve p --all --baseline-storage full", "--baselines is now"),
      ("comment --pictures https://a", "comment --image-url https://a", "--pictures is now --image-url"),
      ("comment --link https://a", "comment --review-url https://a", "--link is now --review-url"),
      ("history x --pictures out", "history x --save-images out", "--pictures is now --save-images"),
      ("figma pull K --into d --no-pictures", "figma pull K --into d --no-images", "--no-pictures is now --no-images"),
      ("figma diff a b --page c", "figma diff a b --write-page c", "--page is now --write-page"),
      ("compare p --screens s --width 390", "screens p --widths 390 s", "feedproof compare --screens FOLDER is now"),
      ("compare --screens=s", "screens s", "feedproof screens [PROJECT] FOLDER"),
      ("compare --before a --after b -o c", "diff -o c a b", "feedproof diff A B"),
      ("compare --after b --before a", "diff a b", "feedproof diff A B"),
      ("compare --snapshots s --github", "diff --github s", "feedproof diff FOLDER"),
      ("approve --project p --all", "approve --project p --all", "--project PROJECT is now the argument PROJECT"),
    ])
  func replaced(line: String, expected: String, note: String) throws {
    let found = try words(line)
    #expect(found.words == expected)
    #expect(found.notes.contains { $0.contains(note) }, "\(found.notes)")
    #expect(throws: Never.self) { try Feedproof.parseAsRoot(found.words.split(separator: " ").map(String.init)) }
  }

  @Test(
    "current spellings stay, without a note",
    arguments: [
      "picture p out.png --scale 2 --replace", "figma tokens d --replace", "template layout a.yml --scale 3",
      "export p --page drawn", "prefetch p --link 3g", "export p --output -- --width",
    ])
  func current(line: String) throws {
    let found = try words(line)
    #expect(found.words == line && found.notes.isEmpty)
  }

  @Test(
    "-u takes its value after = only",
    arguments: [
      ("compare -u p", "compare --update=changed p"), ("compare p --update", "compare p --update=changed"),
      ("compare -uall", "compare --update=all"), ("compare -u=missing p", "compare --update=missing p"),
    ])
  func update(line: String, expected: String) throws {
    #expect(try words(line).words == expected)
  }

  @Test("-C and --color are taken from any place")
  func global() throws {
    let line = try CommandLineWords(["-C", "a", "export", "--color=never", "-Cb", "p", "--", "-C"])
    #expect(line.words == ["export", "p", "--", "-C"])
    #expect(line.folder == "a/b" && line.color == .never)
    #expect(throws: (any Error).self) { try CommandLineWords(["export", "-C"]) }
    #expect(throws: (any Error).self) { try CommandLineWords(["export", "--color", "blue"]) }
  }

  @Test(
    "a former key of feedproof.yml is read, with a note that names the current one",
    arguments: [
      ("face: vk", "\"face\" is now called \"skin\""),
      ("baselines: {keep: digest}", "\"baselines.keep\" is now called \"baselineStorage\""),
    ])
  func keys(line: String, note: String) throws {
    let project = try ProjectFile.read(line, in: URL(fileURLWithPath: "/p"))
    #expect(project.notes.map(\.message) == [note])
    #expect(try ProjectFile.read("skin: vk", in: URL(fileURLWithPath: "/p")).notes.isEmpty)
  }

  // MARK: Lists

  private func parsed<Command: ParsableCommand>(_ line: String, as _: Command.Type) throws -> Command {
    try #require(try Feedproof.parse(line.split(separator: " ").map(String.init)) as? Command)
  }

  @Test("every list of settings takes commas and repeated options")
  func settings() throws {
    let command = try parsed(
      "export --themes light,dark --themes light --widths 320 --widths 375,414 --photos a,b --photos c --tokens d,e",
      as: ExportCommand.self)
    #expect(command.project.overrides["themes"] == ["light", "dark", "light"])
    #expect(command.project.overrides["widths"] == ["320", "375", "414"])
    #expect(command.project.overrides["photos"] == ["a", "b", "c"])
    #expect(command.project.overrides["tokens"] == ["d", "e"])
  }

  @Test("every list of a command takes commas and repeated options")
  func lists() throws {
    let film = try parsed("film --scene expand,refresh --scene fling", as: FilmCommand.self)
    #expect((film.film.scene.joined() as [_]).map(\.rawValue) == ["expand", "refresh", "fling"])
    let diff = try parsed("diff a.png b.png --mask 0,0,4,4,5,5,1,1 --mask 1,1,2,2", as: DiffCommand.self)
    #expect((diff.file.mask.joined() as [Int]).count == 12)
    #expect(throws: (any Error).self) { try Feedproof.parse(["diff", "a.png", "b.png", "--mask", "1,2,3"]) }
  }

  @Test("-j1 is --jobs 1, and -q and -v are --quiet and --verbose")
  func short() throws {
    let command = try parsed("export -j1 -q", as: ExportCommand.self)
    #expect(command.running.workers.jobs == 1 && command.report.quiet)
    #expect(try parsed("export -j 2 -v", as: ExportCommand.self).report.verbose)
  }

  @Test("--update and --record are two spellings of one thing")
  func record() throws {
    #expect(UpdateMode.allCases.map(\.record) == [.missing, .changed, .all])
    #expect(throws: (any Error).self) { try Feedproof.parse(["compare", "-u", "--record", "all"]) }
  }
}

@Suite("One way to name the project")
struct ProjectArgumentTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("widths: 320\nscales: 1\nlocale: en\n", to: "holiday/feedproof.yml")
    try folder.write(WrittenFeed.posts(["One"]), to: "holiday/feed.json")
  }

  private func run(_ line: String) throws -> Tool.Outcome {
    try Tool.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  @Test("compare, approve, comment, history, list and verify take it as an argument, or with -C")
  func argument() throws {
    #expect(try run("compare holiday -q").status == 1)
    #expect(try run("comment holiday").status == 0)
    let approved = try run("approve holiday --all")
    #expect(approved.status == 0, "\(approved.error)")
    #expect(try run("compare -C holiday -q").status == 0)
    #expect(try run("-C holiday approve wall1_1").error.contains("holiday") == false)
    #expect(try run("list holiday --cases").output.contains("identical  wall1_1/320@1x-light-expanded"))
    #expect(try run("list -C holiday").output.hasPrefix("wall1_1  "))
    // No repository: the project is found all the same.
    #expect(try run("history holiday wall1_1").error.contains("history."))
    #expect(try run("export holiday -q").status == 0)
    #expect(try run("verify -C holiday").status == 0)
    #expect(try run("serve nowhere").error.contains("error[serve.nothing]"))
  }

  @Test("the former option works, with a note; -q suppresses the note")
  func former() throws {
    _ = try run("compare holiday -q")
    let approved = try run("approve --project holiday --all")
    #expect(approved.status == 0)
    #expect(approved.error.contains("note[usage.renamed]: --project PROJECT is now the argument PROJECT"))
    #expect(try run("compare holiday --width 320 -q").error == "")
  }

  @Test("a folder that doesn't exist is reported without asking for a feed")
  func missing() throws {
    let verified = try run("verify nope")
    #expect(verified.status == 2 && verified.error.contains("error[input.missing]: nope: the folder does not exist"))
    #expect(!verified.error.contains("a feed"))
    let entered = try run("-C nope export")
    #expect(entered.status == 2 && entered.error.contains("error[option.folder]: nope: "))
  }

  @Test("compare -u writes baselines")
  func update() throws {
    #expect(try run("compare holiday -u -q").status == 1)
    #expect(try run("compare holiday -q").status == 0)
  }

  @Test("picture takes the file as its last argument")
  func picture() throws {
    #expect(try run("picture holiday card.png --post 1 -q").status == 0)
    #expect(FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("card.png").path))
    #expect(try run("picture card.pdf -C holiday -q").status == 0)
    let unnamed = try run("picture holiday")
    #expect(unnamed.status == 2 && unnamed.error.contains("feedproof picture holiday feed.pdf"))
  }

  @Test("show prints posts, diff compares folders, and eject copies a template")
  func others() throws {
    #expect(try run("show holiday").output.contains("wall1_1"))
    for name in ["a", "b"] { #expect(try run("picture holiday \(name)/card.png --post 1 -q").status == 0) }
    #expect(try run("diff a b -q").status == 0)
    #expect(try run("diff a b/card.png").error.contains("pass two files or two folders"))
    let ejected = try run("eject post tokens -C holiday")
    #expect(ejected.status == 0 && ejected.output.contains("copied Cards/post.yml"), "\(ejected.error)")
    #expect(try run("compare holiday -u -q").status == 1)
    #expect(try run("eject --check -C holiday").status == 0)
    #expect(try run("eject post -C holiday").status == 4)
    let record = try String(contentsOf: folder.url.appendingPathComponent("holiday/.ejected.json"), encoding: .utf8)
    let outdated = record.replacing(#/"sha256" : "..../#, with: "\"sha256\" : \"0000")
    try folder.write(outdated, to: "holiday/.ejected.json")
    #expect(try run("eject --check -C holiday").status == 1)
    #expect(try run("export holiday").error.contains("note[eject.outdated]"))
    #expect(try run("eject psot -C holiday").error.contains("did you mean \"post\"?"))
    #expect(try run("eject").error.contains("error[eject.no-project]"))
  }

  @Test("config names the source of each value")
  func config() throws {
    let shown = try Tool.run(
      ["config", "holiday", "--scales", "3"], environment: ["FEEDPROOF_FONT_LOCK": nil], in: folder.url)
    let lines = shown.output.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
    #expect(lines.contains { $0.joined(separator: " ") == "widths: 320 # holiday/feedproof.yml:1" }, "\(shown.output)")
    #expect(lines.contains { $0.joined(separator: " ") == "scales: 3 # --scales" })
    #expect(lines.contains { $0.joined(separator: " ") == "themes: light # default" })
    #expect(try run("config holiday --changed").output.split(separator: "\n").count == 3)
    // The output is a project file.
    try folder.write(shown.output, to: "holiday/feedproof.yml")
    #expect(try run("config holiday").status == 0)
  }

  @Test("wrong usage has a code, and with --json an event")
  func usage() throws {
    let outcome = try run("export --json --widht 3")
    #expect(outcome.status == 2 && outcome.error.hasPrefix("error[usage.unknown-option]: "))
    let event = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let diagnostic = event["diagnostic"] as? [String: Any]
    #expect(event["event"] as? String == "diagnostic" && diagnostic?["code"] as? String == "usage.unknown-option")
    #expect(try run("verify nope --json").output.contains("\"input.missing\""))
  }

  @Test("completions are scripts of the shell", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let outcome = try run("completions \(shell)")
    #expect(outcome.status == 0 && outcome.output.contains("feedproof"))
  }

  @Test("--color always colors messages outside of a terminal, and auto doesn't")
  func color() throws {
    #expect(try run("verify nope --color always").error.hasPrefix("\u{1B}[1;31merror"))
    #expect(try run("verify nope --color auto").error.hasPrefix("error["))
  }
}
