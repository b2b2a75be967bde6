import Foundation
import Support
import Testing
import Yams

/// Tests the scripts that build packages, and runs the steps of the GitHub Action. scripts/package-test covers
/// installation.
@Suite("Packages and the GitHub Action")
struct PackagingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }
  private func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  private func run(
    _ command: [String], _ variables: [String: String] = [:], input: String? = nil
  ) throws -> (status: Int32, text: String) {
    let path = ["PATH": path("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")]
    let outcome = try Tool.run(
      command: command, environment: path.merging(variables) { $1 },
      input: input.map { folder.url.appendingPathComponent($0) }, in: folder.url)
    return (outcome.status, outcome.output + outcome.error)
  }

  private func install(_ script: String, as name: String) throws {
    try folder.write("#!/bin/sh\n\(script)\n", to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path(name))
  }

  // MARK: Manual pages

  private func writeManuals(of help: String) throws {
    try folder.write(help, to: "help.json")
    let script = Checkout.url("scripts/man-pages").path
    let outcome = try run(["python3", script, "man", "1.2.3", "2026-01-02"], input: "help.json")
    #expect(outcome.status == 0, "\(outcome.text)")
  }

  @Test("every command has a manual page with its options")
  func manuals() throws {
    try writeManuals(of: Tool.run(["--experimental-dump-help"]).output)
    let help = try Tool.run(["--help"]).output
    let commands = help.matches(of: #/(?m)^  ([a-z]+)  +[A-Z]/#).map { String($0.1) }
    #expect(commands.count > 10)
    for command in commands {
      let page = try text("man/feedproof-\(command).1")
      #expect(page.hasPrefix(#".TH FEEDPROOF\-\#(command.uppercased()) 1 "2026-01-02" "feedproof 1.2.3""#))
      #expect(try text("man/feedproof.1").contains(#"\fBfeedproof\-\#(command)\fR(1)"#))
    }
    let export = try text("man/feedproof-export.1")
    #expect(export.contains(#"\fB\-o\fR, \fB\-\-output\fR \fIfolder\fR"#) && export.contains("\n.SH OPTIONS\n"))
    #expect(try text("man/feedproof-template-check.1").contains("template check"))
  }

  @Test("text stays text: no line of it is a request, no character a different one")
  func escaping() throws {
    try writeManuals(
      of: #"""
        {"command": {"commandName": "feedproof", "abstract": "Draws.",
          "discussion": ".yml and\n'quoted' C:\\new\n\nExamples:\n  .hidden --x '~'\n\nAfter."}}
        """#)
    let lines = try text("man/feedproof.1").components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: ".SH DESCRIPTION"))
    #expect(
      lines[(start + 1)...].prefix(8) == [
        #"\&.yml and"#, #"\&'quoted' C:\enew"#, ".PP", "Examples:", ".PP", ".EX", #"  .hidden \-\-x '\(ti'"#, ".EE",
      ])
  }

  // MARK: scripts/package

  @Test("an argument that packing does not know is reported with those it knows")
  func unknownArgument() throws {
    let outcome = try run([Checkout.url("scripts/package").path, "rpm"])
    #expect(
      outcome.status == 2 && outcome.text.contains("rpm") && outcome.text.contains("[--program FILE] [deb] [tar]"))
  }

  #if os(Linux)
    @Test("a program that needs a toolchain's libraries is not packed")
    func toolchainLibraries() throws {
      let script = Checkout.url("scripts/package").path
      let outcome = try run([script, "tar", "--program", Tool.executable.path, "--output", path("dist")])
      #expect(outcome.status == 69 && outcome.text.contains("libswiftCore"), "\(outcome.text)")
      #expect(!FileManager.default.fileExists(atPath: path("dist")))
    }
  #endif

  // MARK: The GitHub Action

  private struct Action: Decodable {
    struct Runs: Decodable {
      struct Step: Decodable {
        var name: String
        var run: String?
      }
      var steps: [Step]
    }
    var runs: Runs
  }

  /// Runs a step like a GitHub runner, with its variables.
  private func step(_ name: String, _ variables: [String: String]) throws -> (status: Int32, text: String) {
    let action = try YAMLDecoder().decode(
      Action.self, from: String(contentsOf: Checkout.url("action.yml"), encoding: .utf8))
    let script = try #require(action.runs.steps.first { $0.name == name }?.run)
    try folder.write(script, to: "step.sh")
    try FileManager.default.createDirectory(atPath: path("temp"), withIntermediateDirectories: true)
    for name in ["output", "summary", "path"] { try Data().write(to: URL(fileURLWithPath: path(name))) }
    let files = [
      "GITHUB_OUTPUT": "output", "GITHUB_STEP_SUMMARY": "summary", "GITHUB_PATH": "path", "RUNNER_TEMP": "temp",
    ]
    return try run(
      ["bash", "--noprofile", "--norc", "-eo", "pipefail", "step.sh"],
      files.mapValues(path).merging(variables) { $1 })
  }

  private func compare(_ project: String = "holiday") throws -> (status: Int32, text: String) {
    try install(#"exec "$TOOL" "$@""#, as: "bin/feedproof")
    return try step(
      "Compare",
      [
        "TOOL": Tool.executable.path, "FEEDPROOF_HOME": Checkout.folder.path, "PROJECT": path(project),
        "ARGUMENTS": "--width\n320\n\n--theme\nlight",
      ])
  }

  @Test("comparing tells its status and review, annotates and writes the summary; deciding fails on differences")
  func comparing() throws {
    try folder.write(
      #"{"items": [{"post_id": 1, "source_id": 1, "date": 5, "text": "a"}], "profiles": [{"id": 1, "first_name": "A", "last_name": "B"}]}"#,
      to: "holiday/page.json")
    try folder.write("scales: 1\nlocale: en\n", to: "holiday/feedproof.yml")
    let fresh = try compare()
    #expect(fresh.status == 0 && fresh.text.contains("::error title="), "\(fresh.text)")
    let review = path("temp/feedproof-output/review")
    #expect(try text("output") == "status=1\nreview=\(review)\n")
    #expect(
      try text("summary").contains("320@1x-light") && FileManager.default.fileExists(atPath: review + "/index.html"))
    #expect(try step("Decide", ["STATUS": "1"]).status == 1)

    let output = path("temp/feedproof-output")
    let approved = try Tool.run(["approve", "--project", path("holiday"), "--output", output, "--all"])
    #expect(approved.status == 0, "\(approved.error)")
    let same = try compare()
    #expect(same.status == 0 && !same.text.contains("::error"), "\(same.text)")
    #expect(try text("output").hasPrefix("status=0\n"))
    #expect(try step("Decide", ["STATUS": "0"]).status == 0)
  }

  @Test("images before and after take the project's place")
  func comparingPictures() throws {
    var picture = HandmadePNG(width: 8, height: 8)
    for name in ["before", "after"] {
      if name == "after" { picture.height = 12 }
      try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
      try Data(picture.bytes).write(to: URL(fileURLWithPath: path("\(name)/a.png")))
    }
    try install(#"exec "$TOOL" "$@""#, as: "bin/feedproof")
    let outcome = try step(
      "Compare",
      [
        "TOOL": Tool.executable.path, "FEEDPROOF_HOME": Checkout.folder.path, "PROJECT": ".", "ARGUMENTS": "",
        "BEFORE": path("before"), "AFTER": path("after"),
      ])
    #expect(outcome.status == 0 && outcome.text.contains("4 px inserted"), "\(outcome.text)")
    #expect(try text("output").hasPrefix("status=1\n"))
  }

  @Test("anything that can't be compared fails the step with the tool's status")
  func broken() throws {
    let outcome = try compare("nowhere")
    #expect(outcome.status == 2, "\(outcome.text)")
    #expect(try text("output").hasPrefix("status=2\n"))
  }

  @Test("a package is installed when its digest is the one that is asked for", arguments: [true, false])
  func installing(isRight: Bool) throws {
    try install(#"echo "$@" >>"$CALLS""#, as: "bin/apt-get")
    try install(#"exec "$@""#, as: "bin/sudo")
    try install("echo feedproof 0.1.0", as: "bin/feedproof")
    try folder.write("test", to: "feedproof_0.1.0_amd64.deb")
    // The SHA-256 of "test".
    let digest =
      isRight ? "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" : String(repeating: "0", count: 64)
    let outcome = try step(
      "Install Feedproof", ["PACKAGE": "feedproof_0.1.0_amd64.deb", "SHA256": digest, "CALLS": path("calls")])
    #expect((outcome.status == 0) == isRight, "\(outcome.text)")
    #expect(try text("calls").contains(path("temp/feedproof.deb")) == isRight)
  }

  @Test("without a package the action's own checkout is built and found by the steps after")
  func building() throws {
    try install("echo built", as: "action/feedproof")
    let outcome = try step("Install Feedproof", ["PACKAGE": "", "SHA256": "", "GITHUB_ACTION_PATH": path("action")])
    #expect(outcome.status == 0 && outcome.text == "built\n")
    #expect(try text("path") == path("action") + "\n")
  }
}
