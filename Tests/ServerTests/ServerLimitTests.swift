import Foundation
import Server
import Support
import Testing

@Suite("Limits of the server", .timeLimit(.minutes(10)))
struct ServerLimitTests {
  @Test("endless lines are refused, and others are answered meanwhile")
  func lines() async throws {
    // Another test covers the timeout. A busy machine may need long for a megabyte.
    try await RunningReview.serving(limits: { $0.headTime = .seconds(300) }) { review in
      let long = String(repeating: "a", count: 1 << 20)
      for (start, status, code) in [
        ("GET /\(long)", 414, "serve.line"),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(review.port)\r\nX: \(long)", 431, "serve.headers"),
      ] {
        let talkers = try (0..<2).map { _ in try RawConnection(port: review.port) }
        for talker in talkers { await talker.send(String(start.prefix(20_000))) }
        #expect(try await review.client.send("GET", "/review/").status == 200)
        for talker in talkers {
          await talker.send(String(start.dropFirst(20_000)))
          let answer = await talker.receiveAll()
          #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
          #expect(review.code(answer) == code)
        }
      }
    }
  }

  @Test(
    "more headers than anyone needs are refused",
    arguments: [
      (10_000, "X: y", 431), (40, "X: " + String(repeating: "y", count: 2000), 431), (90, "X: y", 200),
    ])
  func headers(count: Int, header: String, status: Int) async throws {
    try await RunningReview.serving { review in
      let lines = Array(repeating: header, count: count) + ["Connection: close"]
      let answer = try await review.client.raw(review.request("GET", "/review/", lines))
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    }
  }

  @Test("who takes for ever to send a request is reported so", arguments: ["G", "GET / HTTP/1.1\r\nHost: 127"])
  func slowHead(start: String) async throws {
    try await RunningReview.serving(limits: { $0.headTime = .milliseconds(50) }) { review in
      let slow = try RawConnection(port: review.port)
      await slow.send(start)
      let answer = await slow.receiveAll()
      #expect(answer.hasPrefix("HTTP/1.1 408 ") && review.code(answer) == "serve.slow")
    }
  }

  @Test("a request that comes drop by drop gets no longer time for each drop")
  func loris() async throws {
    try await RunningReview.serving(limits: { $0.headTime = .milliseconds(200) }) { review in
      let slow = try RawConnection(port: review.port)
      await slow.send("GET / HTTP/1.1\r\n")
      // Sends as long as the server receives.
      while await slow.send("X: y\r\n") { try await Task.sleep(for: .milliseconds(10)) }
      #expect(try await review.client.send("GET", "/review/").status == 200)
    }
  }

  @Test("so is who takes for ever to send a body")
  func slowBody() async throws {
    try await RunningReview.serving(limits: { $0.bodyTime = .milliseconds(50) }) { review in
      let slow = try RawConnection(port: review.port)
      await slow.send(review.request("POST", "/review/", ["Content-Length: 10"]) + "12345")
      #expect(await slow.receiveAll().hasPrefix("HTTP/1.1 408 "))
    }
  }

  @Test("a connection that no one uses is closed without a word")
  func idle() async throws {
    try await RunningReview.serving(limits: { $0.idleTime = .milliseconds(50) }) { review in
      #expect(try await RawConnection(port: review.port).receiveAll().isEmpty)
      // The same after a response. A slow machine may send its request too late, and tries again.
      var answer = ""
      while answer.isEmpty {
        let used = try RawConnection(port: review.port)
        await used.send(review.request("GET", "/review/a.png"))
        answer = await used.receiveAll()
      }
      #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("review/a.png"))
    }
  }

  #if os(Linux)
    @Test("who does not take the answer loses the connection")
    func stalled() async throws {
      try await RunningReview.serving(limits: { $0.stallTime = .milliseconds(50) }) { review in
        try review.makeSparse("review/large.bin", size: 1 << 30)
        let stalled = try RawConnection(port: review.port)
        await stalled.send(review.request("GET", "/review/large.bin"))
        _ = await stalled.receive(until: "\r\n\r\n")
        while try Self.isOpen("large.bin") { try await Task.sleep(for: .milliseconds(10)) }
        // Only the bytes in the system's buffers arrive.
        #expect(await stalled.skip(1 << 30) < 1 << 29)
      }
    }

    private static func isOpen(_ name: String) throws -> Bool {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").contains {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.hasSuffix(name) == true
      }
    }
  #endif

  @Test("of more connections than there may be, those that wait longest go")
  func connections() async throws {
    try await RunningReview.serving(limits: { $0.connections = 8 }) { review in
      // No more than the system queues, so that they arrive in order.
      let many = try (0..<100).map { _ in try RawConnection(port: review.port) }
      #expect(try await review.client.send("GET", "/review/").status == 200)
      #expect(await many[0].receiveAll().isEmpty)
      let last = try #require(many.last)
      await last.send(review.request("GET", "/review/a.png"))
      #expect(await last.receive(until: "review/a.png").hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test("connections that never end a request make room as well")
  func halfRequests() async throws {
    try await RunningReview.serving(limits: { $0.connections = 8 }) { review in
      let many = try (0..<20).map { _ in try RawConnection(port: review.port) }
      for connection in many { await connection.send("GET /") }
      #expect(try await review.client.send("GET", "/review/").status == 200)
    }
  }

  @Test("those that read an answer slowly make room at the last, those that read it do not")
  func slowReaders() async throws {
    try await RunningReview.serving(limits: { ($0.connections, $0.slowReading) = (8, .milliseconds(50)) }) { review in
      try review.makeSparse("review/large.bin", size: 1 << 30)
      let slow = try (0..<8).map { _ in try RawConnection(port: review.port) }
      for reader in slow {
        await reader.send(review.request("GET", "/review/large.bin"))
        _ = await reader.receive(until: "\r\n\r\n")
      }
      try await Task.sleep(for: .milliseconds(300))
      #expect(try await review.client.send("GET", "/review/").status == 200)
    }
    try await RunningReview.serving(limits: { ($0.connections, $0.slowReading) = (8, .seconds(300)) }) { review in
      try review.makeSparse("review/large.bin", size: 1 << 24)
      let readers = try (0..<8).map { _ in try RawConnection(port: review.port) }
      for reader in readers { await reader.send(review.request("GET", "/review/large.bin", ["Connection: close"])) }
      for reader in readers { _ = await reader.receive(until: "\r\n\r\n") }
      #expect(try await RawConnection(port: review.port).receiveAll().isEmpty)
      for reader in readers { #expect(await reader.skip(1 << 25) >= (1 << 24) - (1 << 20)) }
    }
  }

  @Test("descriptors are left for files, whatever a process may open")
  func descriptors() {
    #expect(ServerLimits(descriptors: 256).connections == 96)
    #expect(ServerLimits(descriptors: 16).connections == 8)
    #expect(ServerLimits(descriptors: .max).connections == 128)
  }

  @Test("a body that no one asked for is not listened to for ever")
  func unwanted() async throws {
    try await RunningReview.serving { review in
      let size = 3 << 20
      let body = String(repeating: "x", count: size)
      let answer = try await review.client.raw(review.request("GET", "/review/", ["Content-Length: \(size)"]) + body)
      #expect(answer.hasPrefix("HTTP/1.1 413 ") && review.code(answer) == "serve.too-large")
    }
  }

  @Test("a server that loses its socket says so, one that is stopped does not")
  func end() async throws {
    try await RunningReview.serving { review in
      // The system could do this to the socket.
      for descriptor in Self.listening(to: review.port) { shutdown(descriptor, Int32(SHUT_RDWR)) }
      await #expect(throws: ServingIssue.self) { try await review.server.waitForEnd() }
    }
    try await RunningReview.serving { review in
      async let end: Void = review.server.waitForEnd()
      await review.server.stop()
      try await end
    }
  }

  private static func listening(to port: Int) -> [Int32] {
    (0..<4096).filter { descriptor in
      var (address, size) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
      let found = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
      }
      var (listens, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
      getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length)
      return found == 0 && listens != 0 && Int(UInt16(bigEndian: address.sin_port)) == port
    }
  }
}
