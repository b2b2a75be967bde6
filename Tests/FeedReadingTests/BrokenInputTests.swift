import DataFormats
import Diagnostics
import Foundation
import Support
import Testing

@testable import FeedReading

@Suite struct BrokenInputTests {
  @Test(
    "a file that is no JSON is one error with line and column",
    arguments: [
      ("", "feed.empty-file", "feed.json:1:1"), (" \n\n", "feed.empty-file", "feed.json:3:1"),
      ("hello", "feed.not-json", "feed.json:1:1"),
      ("{\"response\": {\n  \"items\": [", "feed.truncated", "feed.json:2:13"),
      ("{\"a\": 1}}", "feed.not-json", "feed.json:1:9"),
      (String(repeating: "[", count: 600), "feed.not-json", "feed.json:1:513"),
    ])
  func notJSON(text: String, code: String, place: String) {
    let reading = Feeds.read(bytes: Array(text.utf8))
    #expect(reading.feed == nil)
    #expect(reading.codes == [code])
    #expect(reading.diagnostics.first?.place?.description == place)
    #expect(reading.diagnostics.first?.severity == .error)
    #expect(reading.diagnostics.first?.hint != nil)
  }

  @Test(
    "the hint names the apparent format of the file",
    arguments: [
      ("<!DOCTYPE html><html>", "web page"), ("<?xml version=\"1.0\"?>", "XML"), ("window.YTD.tweets = [", "script"),
      ("hello", "JSON tool"),
    ])
  func lookalikes(text: String, word: String) {
    #expect(Feeds.read(text).diagnostics.first?.hint?.contains(word) == true)
  }

  @Test("a compressed file is reported by its first bytes")
  func compressed() {
    #expect(Feeds.read(bytes: [0x1F, 0x8B, 8, 0, 0]).diagnostics.first?.hint?.contains("gunzip") == true)
  }

  @Test(
    "text that is neither UTF-8 nor JSON is reported",
    arguments: [[0xFF, 0xFE, 0x68, 0, 0x69, 0], [0x68, 0, 0x69, 0], [0, 0x68, 0, 0x69]] as [[UInt8]])
  func utf16(_ bytes: [UInt8]) {
    #expect(Feeds.read(bytes: bytes).diagnostics.first?.hint?.contains("iconv -f UTF-16") == true)
  }

  @Test("a truncated file says inside what it ends")
  func truncated() {
    let reading = Feeds.read(#"{"response": {"items": [{"id": 1}, {"text": "Hel"#)
    #expect(reading.diagnostics.first?.message == "the file is truncated: it ends inside response.items[1].text")
  }

  @Test("text that is no Unicode is shown with U+FFFD and reported once")
  func badText() {
    let bytes = Array(#"{"id": 1, "from_id": 7, "text": ""#.utf8) + [0xCF, 0xF0] + Array(#"", "date": 1}"#.utf8)
    let reading = Feeds.read(bytes: bytes)
    #expect(reading.feed?.posts.first?.text.contains("\u{FFFD}") == true)
    #expect(reading.codes == ["feed.bad-text", "feed.author-missing"])
  }

  /// All kinds of items and attachments, in a document small enough to break it thousands of times.
  private static let sample: [UInt8] = {
    let url = Checkout.url("Examples/feeds/vk-small/every-kind.json")
    return (try? Data(contentsOf: url)).map(Array.init) ?? []
  }()

  @Test("our own feed of every kind is read without an error")
  func wholeSample() throws {
    let reading = Feeds.read(bytes: Self.sample)
    let feed = try #require(reading.feed)
    #expect(!reading.diagnostics.contains { $0.severity == .error })
    #expect(Set(feed.posts.map(\.id)).count == feed.posts.count)
  }

  @Test("a feed cut anywhere gives a feed or an error, never a crash", arguments: 0..<8)
  func truncations(part: Int) {
    for length in stride(from: part, to: Self.sample.count, by: 56) {
      let reading = Feeds.read(bytes: Array(Self.sample.prefix(length)))
      #expect(reading.feed == nil)
      #expect(reading.diagnostics.count == 1)
    }
  }

  @Test("a feed with bytes changed gives a feed or a diagnostic, never a crash", arguments: 0..<100)
  func mutations(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var bytes = Self.sample
    for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: index)
      default: bytes.insert(Array("\"{}[]:,0-e\\u".utf8).randomElement(using: &random) ?? 0, at: index)
      }
    }
    check(Feeds.read(bytes: bytes))
  }

  @Test("a feed with values swapped for others gives a feed or a diagnostic, never a crash", arguments: 0..<200)
  func swappedValues(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var root = RandomJSON(try JSONDocument.parse(Self.sample).root.value)
    for _ in 0..<Int.random(in: 1...40, using: &random) { root = root.changedSomewhere(&random) }
    let node = try JSONDocument.parse(Array(root.text.utf8)).root
    guard FeedFormat.recognise(node)?.service == .vk else { return }
    check(FeedReader.join([VKPageReader.page(from: node, file: "feed.json")]))
  }

  @Test(
    "anything that is wrong with items by the thousand is reported a few times, then counted",
    arguments: ["items", "events"])
  func manyBroken(list: String) {
    let numbers = Array(repeating: "1", count: 50_000).joined(separator: ",")
    let reading = Feeds.read(
      "{\"\(list)\": [{\"title\": \"T\", \"text\": \"a\", \"from_id\": 7}, \(numbers)], \"groups\": []}")
    let faults = reading.diagnostics.filter { $0.severity == .error }
    #expect(faults.count == DiagnosticTally.keptOfAKind + 1)
    #expect(faults.first?.place == .json("\(list)[1]", in: "page1.json"))
    #expect(faults.total(of: .error) == 50_000)
    #expect(reading.feed?.posts.count == 1)
  }

  private func check(_ reading: ReadFeed) {
    #expect(reading.feed != nil || reading.diagnostics.contains { $0.severity == .error })
    let posts = reading.feed?.posts ?? []
    #expect(Set(posts.map(\.id)).count == posts.count)
    for post in posts {
      #expect(!post.id.isEmpty && post.id.utf8.allSatisfy { $0.isASCIIWord || $0 == UInt8(ascii: "-") })
    }
  }
}

extension RandomJSON {
  fileprivate init(_ value: JSONValue) {
    switch value.content {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map { RandomJSON($0) })
    case .object(let object): self = .object(object.members.map { ($0.key, RandomJSON($0.value)) })
    }
  }

  /// Returns a copy in which one value, at any depth, is replaced by another kind.
  fileprivate func changedSomewhere(_ random: inout SplitMix64) -> RandomJSON {
    let values: [RandomJSON] = [
      .null, .bool(false), .bool(true), .integer(.min), .integer(.max), .integer(0), .real(.infinity), .real(0.5),
      .string(""), .string("&#0;"), .array([]), .array([.integer(3)]), .object([]),
    ]
    if Int.random(in: 0..<8, using: &random) == 0 { return values.randomElement(using: &random) ?? .null }
    switch self {
    case .array(var elements) where !elements.isEmpty:
      let index = Int.random(in: 0..<elements.count, using: &random)
      elements[index] = elements[index].changedSomewhere(&random)
      return .array(elements)
    case .object(var members) where !members.isEmpty:
      let index = Int.random(in: 0..<members.count, using: &random)
      members[index].value = members[index].value.changedSomewhere(&random)
      return .object(members)
    default:
      return values.randomElement(using: &random) ?? .null
    }
  }
}
