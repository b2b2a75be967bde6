import Foundation
import Testing

@testable import FeedReading

/// Bluesky's export of a whole account: a CAR file of DAG-CBOR blocks.
@Suite struct RepositoryArchiveTests {
  /// Two posts (one with an image and a facet), a like and a profile; written by an independent encoder.
  private static let sample: [UInt8] = {
    let text = """
      OqJlcm9vdHOB2CpYJQABcRIg12C0QyZRWnHWnkec1uZNsmlM4miP1Ym/NxYa0bR3EJFndmVyc2lvbgGOAQFxEiDXYLRDJlFacdae
      R5zW5k2yaUziaI/Vib83FhrRtHcQkaZjZGlkeBhkaWQ6cGxjOnJ1bmF3ZWlyMDAwMDAwMDBjcmV2YjNrY3NpZ0IBAmRkYXRh2CpY
      JQABcRIg8d0wiN+lX4I0NS3MYu9vGfA39T9ZJ/FAI9MnXNwvj65kcHJldvZndmVyc2lvbgOUAwFxEiApdTZHS0Gq2ZhluBQapF07
      TRqhP06t4Dl5Eq7PJ9tu5qZkdGV4dHgbR3LDvMOfZSBhdXMgZGVtIEdhcnRlbiAjdGVhZSR0eXBlcmFwcC5ic2t5LmZlZWQucG9z
      dGVlbWJlZKJlJHR5cGV1YXBwLmJza3kuZW1iZWQuaW1hZ2VzZmltYWdlc4GjY2FsdGVhIGN1cGVpbWFnZaRjcmVm2CpYJQABVRIg
      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABkc2l6ZQllJHR5cGVkYmxvYmhtaW1lVHlwZWppbWFnZS9qcGVna2FzcGVj
      dFJhdGlvomV3aWR0aARmaGVpZ2h0A2VsYW5nc4FiZGVmZmFjZXRzgaJlaW5kZXiiZ2J5dGVFbmQYG2lieXRlU3RhcnQXaGZlYXR1
      cmVzgaJjdGFnY3RlYWUkdHlwZXgbYXBwLmJza3kucmljaHRleHQuZmFjZXQjdGFnaWNyZWF0ZWRBdHgYMjAyNC0wNS0xOFQxMDow
      MDowMC4wMDBabgFxEiBkioCpM1BBBO3clrlKpQHTYB02AeipG9YH7xxT1tP+iaNkdGV4dGZTZWNvbmRlJHR5cGVyYXBwLmJza3ku
      ZmVlZC5wb3N0aWNyZWF0ZWRBdHgYMjAyNC0wNS0xOVQxMDowMDowMC4wMDBamwEBcRIg+c3S4Sn8sdGr763JswD/9tpH+XuhnbxT
      pZy0QCmlSG2jZSR0eXBlcmFwcC5ic2t5LmZlZWQubGlrZWdzdWJqZWN0omNjaWRheGN1cml4JGF0Oi8vZGlkOnBsYzpiL2FwcC5i
      c2t5LmZlZWQucG9zdC8za2ljcmVhdGVkQXR4GDIwMjQtMDUtMTlUMTE6MDA6MDAuMDAwWmgBcRIgkCIiMZyGUmNk7UgZA6TvF1sB
      lPxpP07us/k+QFmZY4ijZSR0eXBldmFwcC5ic2t5LmFjdG9yLnByb2ZpbGVrZGVzY3JpcHRpb25jdGVha2Rpc3BsYXlOYW1laVJ1
      bmEgV2VpcnoBcRIgQ+mbJEmqo+o3bZnA04UKtenSZwH5G98YAQADjptIKiyiYWWBpGFrWBlhcHAuYnNreS5mZWVkLnBvc3QvM2th
      YmMyYXAAYXT2YXbYKlglAAFxEiBkioCpM1BBBO3clrlKpQHTYB02AeipG9YH7xxT1tP+iWFs9qgCAXESIPHdMIjfpV+CNDUtzGLv
      bxnwN/U/WSfxQCPTJ1zcL4+uomFlg6Rha1gbYXBwLmJza3kuYWN0b3IucHJvZmlsZS9zZWxmYXAAYXT2YXbYKlglAAFxEiCQIiIx
      nIZSY2TtSBkDpO8XWwGU/Gk/Tu6z+T5AWZljiKRha09mZWVkLmxpa2UvM2t6enphcAlhdPZhdtgqWCUAAXESIPnN0uEp/LHRq++t
      ybMA//baR/l7oZ28U6WctEAppUhtpGFrS3Bvc3QvM2thYmMxYXAOYXTYKlglAAFxEiBD6ZskSaqj6jdtmcDThQq16dJnAfkb3xgB
      AAOOm0gqLGF22CpYJQABcRIgKXU2R0tBqtmYZbgUGqRdO00aoT9OreA5eRKuzyfbbuZhbPY=
      """
    return [UInt8](Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
  }()

  private func page(_ bytes: [UInt8]) -> FeedPage {
    FeedReader.page(from: FeedDocument(name: "repo.car", bytes: bytes))
  }

  @Test("posts are read newest first, with their owner's name; other records are counted")
  func posts() {
    let page = page(Self.sample)
    let posts = page.entries.map(\.post)
    #expect(page.service == .bluesky && posts.map(\.text) == ["Second", "Grüße aus dem Garten #tea"])
    #expect(posts.last?.marks == ["hashtag:#tea"] && posts.last?.author.name == "Runa Weir")
    #expect(posts.last?.permalink == "https://bsky.app/profile/did:plc:runaweir00000000/post/3kabc1")
    #expect(
      posts.last?.photos.first?.sources.first?.url
        == "https://cdn.bsky.app/img/feed_fullsize/plain/did:plc:runaweir00000000/bafkreiaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@jpeg"
    )
    #expect(page.notShown.inWords == "1 like record (Bluesky), 1 profile record (Bluesky)")
  }

  @Test("a file that breaks off or is damaged is an error that says where, and what to do")
  func damaged() {
    for bytes in [Array(Self.sample.dropLast(10)), Array(Self.sample.prefix(59)), Array(Self.sample.prefix(80))] {
      let page = page(bytes)
      #expect(page.entries.isEmpty)
      #expect(page.diagnostics.diagnostics.map(\.code) == ["feed.repository"])
      #expect(page.diagnostics.diagnostics.first?.hint?.contains("listRecords") == true)
    }
  }

  @Test("no byte that changes makes the reader fail")
  func mutated() {
    for index in Self.sample.indices {
      var bytes = Self.sample
      bytes[index] ^= 0xFF
      #expect(page(bytes).entries.count <= 2)
    }
  }

  @Test(
    "values of DAG-CBOR (RFC 8949, appendix A)",
    arguments: [
      ("00", "0"), ("1903e8", "1000"), ("3863", "-100"), ("f5", "true"), ("f6", "null"), ("fb3ff199999999999a", "1.1"),
      ("62c3bc", "\"ü\""), ("83010203", "[1,2,3]"), ("a26161016162820203", "{\"a\":1,\"b\":[2,3]}"),
      ("4401020304", "{\"$bytes\":\"AQIDBA\"}"), ("62225c", "\"\\\"\\\\\""),
    ])
  func values(hex: String, json: String) throws {
    #expect(try CBORValue(Self.bytes(hex)).json == json)
  }

  @Test(
    "what DAG-CBOR forbids, and what breaks off",
    arguments: [
      "", "19", "62c3", "9f01ff", "5f4101ff", "f7", "f97e00", "c074", "a1016161", "1bffffffffffffffff", "0000",
      "62c328",
      "9b7fffffffffffffff", "d82a4101",
    ])
  func faults(hex: String) {
    #expect(throws: CBORValue.Fault.self) { try CBORValue(Self.bytes(hex)) }
  }

  @Test("lists in lists end at a limit")
  func deep() {
    #expect(throws: CBORValue.Fault.tooDeep) { try CBORValue([UInt8](repeating: 0x81, count: 100_000)) }
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.utf8.count, by: 2).map { UInt8(hex.dropFirst($0).prefix(2), radix: 16) ?? 0 }
  }
}
