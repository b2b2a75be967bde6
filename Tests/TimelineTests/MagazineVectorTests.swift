import Foundation
import Support
import Testing
import Timeline

/// The anchors asserted by MagazineLayout's own tests, if they are next to the checkout.
@Suite(.enabled(if: MagazineVectors.file != nil, "no extra vectors beside the checkout"))
struct MagazineVectorTests {
  @Test("the anchor is found, and put back, as in MagazineLayout", arguments: MagazineVectors.all)
  func anchors(vector: MagazineVector) throws {
    let viewport = Viewport(height: vector.height, insetTop: vector.insetTop, insetBottom: vector.insetBottom)
    switch vector.expect {
    case .anchor(let expected):
      let found = MagazineAnchor.find(
        vector.direction == "topToBottom" ? .topToBottom : .bottomToTop, offset: vector.offset, viewport: viewport,
        contentHeight: vector.contentHeight, first: try #require(vector.firstVisible).span,
        last: try #require(vector.lastVisible).span)
      #expect(found == expected.anchor)
    case .offset(let expected):
      let offset = MagazineAnchor.offset(
        keeping: try #require(vector.anchor).anchor, at: try #require(vector.frame).span, viewport: viewport,
        contentHeight: vector.contentHeight)
      #expect(offset == expected)
    }
  }
}

enum MagazineVectors {
  static let file = ExtraVectors.url("vectors/magazine-anchor.json")

  static let all: [MagazineVector] = {
    struct File: Decodable { let cases: [MagazineVector] }
    guard let file, let data = try? Data(contentsOf: file) else { return [] }
    return (try? JSONDecoder().decode(File.self, from: data).cases) ?? []
  }()
}

struct MagazineVector: Decodable, Sendable, CustomTestStringConvertible {
  struct Item: Decodable {
    let id: String
    let y, h: Double
    var span: MagazineAnchor.Span { .init(ItemID(Int32(id) ?? -1), y: y, height: h) }
  }

  struct Place: Decodable {
    let edge, item: String?
    let fromTop, fromBottom: Double?

    var anchor: Anchor {
      if let edge { return .edge(edge == "top" ? .top : .bottom) }
      let id = ItemID(item.flatMap { Int32($0) } ?? -1)
      return .item(id, edge: fromTop == nil ? .bottom : .top, distance: fromTop ?? fromBottom ?? .nan)
    }
  }

  enum Expect: Decodable {
    case anchor(Place)
    case offset(Double)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      self = try (try? value.decode(Double.self)).map(Expect.offset) ?? .anchor(value.decode(Place.self))
    }
  }

  let id: String
  let direction: String?
  let insetTop, insetBottom, offset, height, contentHeight: Double
  let firstVisible, lastVisible, frame: Item?
  let anchor: Place?
  let expect: Expect

  var testDescription: String { id }
}
