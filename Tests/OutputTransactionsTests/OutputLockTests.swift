import Diagnostics
import Files
import Foundation
import OutputTransactions
import Support
import Testing

@Suite("One run at a time")
struct OutputLockTests {
  private let folder: TemporaryFolder
  private var output: URL { folder.url.appendingPathComponent("out") }

  init() throws { folder = try TemporaryFolder() }

  private func kind(of body: () throws -> Void) -> Diagnostic.Kind? {
    do {
      try body()
      return nil
    } catch {
      return (error as? Diagnostic)?.kind
    }
  }

  @Test("a folder that is taken is refused, with who has it, and free again afterwards")
  func taken() throws {
    do {
      let lock = try OutputLock.take(output)
      let failure = #expect(throws: Diagnostic.self) { _ = try OutputLock.take(output) }
      #expect(failure?.kind == .busy)
      #expect(failure?.message.contains("process \(getpid()), since 20") == true)
      #expect(kind { _ = try OutputLock.look(at: output) } == .busy)
      withExtendedLifetime(lock) {}
    }
    _ = try OutputLock.take(output)
  }

  @Test("a process that was started in between does not keep what was given back")
  func inherited() throws {
    var lock: OutputLock? = try OutputLock.take(output)
    let file = try #require(FileStamp(output.path + "/.feedproof/lock", following: false))
    // Other tests have raised the limit and hold hundreds of descriptors.
    let descriptor = try #require((0..<65536).first { FileStamp(descriptor: $0)?.isSameFile(as: file) == true })
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/bin/sleep")
    child.arguments = ["60"]
    // Between fork and exec, a process has all descriptors.
    child.standardInput = FileHandle(fileDescriptor: dup(descriptor), closeOnDealloc: true)
    try child.run()
    defer { child.terminate() }
    #expect(kind { _ = try OutputLock.take(output) } == .busy)
    withExtendedLifetime(lock) {}
    lock = nil
    _ = try OutputLock.take(output)
  }

  @Test("a folder is the same by another name")
  func link() throws {
    let lock = try OutputLock.take(output)
    let link = folder.url.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: output)
    #expect(kind { _ = try OutputLock.take(link) } == .busy)
    withExtendedLifetime(lock) {}
  }

  @Test("a run that came to nothing leaves nothing")
  func traces() throws {
    let deep = output.appendingPathComponent("deeper")
    try OutputLock.take(deep).removeTraces()
    #expect(!FileManager.default.fileExists(atPath: output.path))
    try folder.write("mine", to: "out/note.txt")
    try OutputLock.take(output).removeTraces()
    #expect(try FileManager.default.contentsOfDirectory(atPath: output.path) == ["note.txt"])
  }

  @Test("so does one after a run that was killed, but where that has left something")
  func tracesOfAnother() throws {
    try folder.write("pid 1\n", to: "out/.feedproof/lock")
    try OutputLock.take(output).removeTraces()
    #expect(try FileManager.default.contentsOfDirectory(atPath: output.path).isEmpty)
    try folder.write("pid 1\n", to: "out/.feedproof/lock")
    try folder.write("", to: "out/.feedproof/ledger")
    try OutputLock.take(output).removeTraces()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: output.path + "/.feedproof").sorted() == ["ledger", "lock"])
  }

  @Test("looking at a folder writes nothing")
  func decorated() throws {
    #expect(try OutputLock.look(at: output) == nil)
    #expect(!FileManager.default.fileExists(atPath: output.path))
  }

  @Test("a folder that can't be made is an error with its name")
  func unwritable() throws {
    try folder.write("", to: "out")
    #expect(kind { _ = try OutputLock.take(output) } == .output)
  }

  private func code(of output: String) -> String? {
    do {
      _ = try OutputLock.take(URL(fileURLWithPath: output))
      return nil
    } catch {
      return (error as? Diagnostic)?.code
    }
  }

  @Test("an unusable place is reported with its cause, not as an unmanaged file")
  func noPlace() throws {
    let link = folder.url.appendingPathComponent("link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
    #expect(code(of: link) == "output.broken-link" && code(of: "\(link)/out") == "output.broken-link")
    let way = folder.url.path + String(repeating: "/..", count: 20)
    #expect(code(of: "/") == "output.root" && code(of: way) == "output.root")
    #if os(Linux)
      #expect(code(of: "/proc/feedproof") == "output.unwritable")
    #endif
  }
}
