import Files
import Foundation
import Support
import Testing

@Suite("Another program runs within bounds")
struct ChildProcessTests {
  private func shell(
    _ script: String, output: Int = 1 << 20, seconds: Double = 60, environment: [String: String] = [:]
  ) throws(FileError) -> ChildProcess {
    try ChildProcess.run(
      "/bin/sh", ["-c", script], environment: environment, in: "/", within: .init(output: output, seconds: seconds))
  }

  @Test("both streams are read to their ends, and of the second the start is kept")
  func streams() throws {
    let run = try shell("i=0; while [ $i -lt 2000 ]; do echo 0123456789; echo 0123456789 >&2; i=$((i+1)); done; exit 3")
    #expect(run.status == 3 && run.output.count == 22_000 && run.error.count == 1 << 14)
  }

  @Test("a program that writes or runs without an end is killed, with the programs that it started")
  func endless() {
    #expect(throws: FileError("/bin/sh", .refused(reason: "it wrote more than 1000 bytes"))) {
      _ = try shell("while :; do echo 0123456789; done", output: 1000)
    }
    #expect(throws: FileError("/bin/sh", .refused(reason: "it did not end within 1 seconds"))) {
      _ = try shell("sleep 1000", seconds: 0.2)
    }
  }

  @Test("it gets the variables that it is given, and no others")
  func variables() throws {
    let run = try shell("echo \"$ONE-$HOME\"", environment: ["ONE": "1"])
    #expect(String(decoding: run.output, as: UTF8.self) == "1-\n")
  }

  @Test("relative folders of PATH are skipped, and other variables are dropped")
  func path() throws {
    let folder = try TemporaryFolder()
    try folder.write("#!/bin/sh\n", to: "bin/tool")
    let tool = folder.url.appendingPathComponent("bin/tool").path
    #expect(chmod(tool, 0o755) == 0)
    let absolute = folder.url.appendingPathComponent("bin").path
    let variables = ["PATH": ".::bin:\(absolute)", "GIT_DIR": "/x", "HOME": "/h"]
    #expect(ChildProcess.path(of: "tool", in: variables) == tool)
    #expect(ChildProcess.path(of: "tool", in: ["PATH": ".:bin:"]) == nil)
    #expect(ChildProcess.boundedEnvironment(variables) == ["PATH": absolute, "HOME": "/h", "LC_ALL": "C"])
  }
}
