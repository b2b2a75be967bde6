import Foundation
import Support
import Testing
import Timeline

/// The vectors that the pages' scripts pass as well (Tests/Scripts/anchoring.test.mjs).
struct AnchoringVectorTests {
  @Test("anything that is read stays in its place", arguments: AnchoringVector.all)
  func vectors(vector: AnchoringVector) throws {
    let timeline = try vector.timeline
    var (played, time) = (timeline, 0.0)
    for (number, step) in vector.steps.enumerated() {
      try played.handle(step.event(in: played), at: time)
      #expect(isNear(played.offset, step.offset), "step \(number)")
      time += 10
      let frame = try played.frame(at: time)
      #expect(isNear(frame.offset, step.to ?? step.offset), "step \(number)")
      #expect(frame.anchor?.id.number == step.anchor?.id, "step \(number)")
      #expect(frame.anchor.map { $0.edge == .top ? "top" : "bottom" } == step.anchor?.edge, "step \(number)")
      #expect(isNear(frame.anchor?.y ?? 0, step.anchor?.y ?? 0), "step \(number)")
      guard let pinned = step.pinned else { continue }
      #expect(frame.pinned?.id.number == pinned.id && frame.pinned?.next?.number == pinned.next, "step \(number)")
      #expect(isNear(frame.pinned?.y ?? .nan, pinned.y), "step \(number)")
    }
    #expect(played.jumps.isEmpty)
  }

  private func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-5 }
}

/// A case as in the file.
struct AnchoringVector: Decodable, Sendable, CustomTestStringConvertible {
  static let all: [AnchoringVector] = {
    struct File: Decodable { let cases: [AnchoringVector] }
    let file = Checkout.url("Tests/Vectors/anchoring.json")
    do { return try JSONDecoder().decode(File.self, from: Data(contentsOf: file)).cases } catch {
      preconditionFailure("\(file.path): \(error)")
    }
  }()

  struct Item: Decodable {
    let id: Int32, height, gap: Double, canAnchor, isPinned: Bool?
    var item: ColumnItem {
      ColumnItem(ItemID(id), height: height, gap: gap, canAnchor: canAnchor ?? true, isPinned: isPinned ?? false)
    }
  }

  struct Step: Decodable {
    struct Anchor: Decodable { let id: Int32, edge: String, y: Double }
    struct Pinned: Decodable { let id: Int32, y: Double, next: Int32? }
    struct Resize: Decodable { let viewport: [Double], height: Double }

    let insert: [Item]?
    let at: At?
    let delete: [Int32]?
    let reload, expand, insets: [Double]?
    let scroll: Scroll?
    let resize: Resize?
    let mayFollow: Bool?
    let offset: Double
    let to: Double?
    let anchor: Anchor?
    let pinned: Pinned?
  }

  /// A name, or an object with members.
  enum At: Decodable {
    case start, end, after(Int32)

    init(from decoder: any Decoder) throws {
      struct Item: Decodable { let after: Int32 }
      if let name = try? decoder.singleValueContainer().decode(String.self) {
        self = name == "start" ? .start : .end
      } else {
        self = .after(try Item(from: decoder).after)
      }
    }
  }

  enum Scroll: Decodable {
    case start, end, item(Int32, edge: String, distance: Double)

    init(from decoder: any Decoder) throws {
      struct Item: Decodable { let item: Int32, edge: String, distance: Double }
      if let name = try? decoder.singleValueContainer().decode(String.self) {
        self = name == "start" ? .start : .end
      } else {
        let item = try Item(from: decoder)
        self = .item(item.item, edge: item.edge, distance: item.distance)
      }
    }
  }

  enum Rules: Decodable {
    case named(String), own(restingEdge: String, shortContent: String, follow: Double?)

    init(from decoder: any Decoder) throws {
      struct Own: Decodable { let restingEdge, shortContent: String, follow: Double? }
      if let name = try? decoder.singleValueContainer().decode(String.self) {
        self = .named(name)
      } else {
        let own = try Own(from: decoder)
        self = .own(restingEdge: own.restingEdge, shortContent: own.shortContent, follow: own.follow)
      }
    }

    var rules: AnchorRules {
      switch self {
      case .named(let name): name == "chat" ? .chat : .feed
      case .own(let restingEdge, let shortContent, let follow):
        AnchorRules(
          restingEdge: restingEdge == "top" ? .top : .bottom, shortContent: shortContent == "top" ? .top : .bottom,
          follow: follow.map { .within($0) } ?? .never)
      }
    }
  }

  let id, about: String
  let rules: Rules
  let viewport: [Double]
  let count: Int?
  let items: [Item]?
  let offset: Double
  let steps: [Step]

  var testDescription: String { "\(id): \(about)" }

  var timeline: Timeline {
    get throws {
      let list = self.items?.map(\.item) ?? TimelineTests.items(count ?? 0)
      var timeline = try Timeline(Column(list), viewport: Self.viewport(viewport), rules: rules.rules)
      timeline.stand(at: Points.snapped(offset))
      return timeline
    }
  }

  static func viewport(_ lengths: [Double]) -> Viewport {
    Viewport(height: lengths[0], insetTop: lengths[1], insetBottom: lengths[2])
  }
}

extension AnchoringVector.Step {
  func event(in timeline: Timeline) -> TimelineEvent {
    if let insets { return .insets(top: insets[0], bottom: insets[1], isAnimated: false) }
    if let expand { return .expand(id(Int32(expand[0])), height: expand[1]) }
    if let resize {
      return .resize(
        AnchoringVector.viewport(resize.viewport),
        heights: Array(repeating: resize.height, count: timeline.column.count))
    }
    switch scroll {
    case .start: return .scroll(ScrollTarget(.start), isAnimated: false)
    case .end: return .scroll(ScrollTarget(.end), isAnimated: false)
    case .item(let number, let edge, let distance):
      let alignment: ScrollTarget.Alignment = edge == "top" ? .top : edge == "bottom" ? .bottom : .center
      return .scroll(ScrollTarget(.item(id(number), alignment), distance: distance), isAnimated: false)
    case nil: break
    }
    var changes: [Batch.Change] = []
    if let delete { changes.append(.delete(delete.map { id($0) })) }
    if let insert, let at {
      let place: Batch.Place =
        switch at {
        case .start: .start
        case .end: .end
        case .after(let number): .after(id(number))
        }
      changes.append(.insert(insert.map(\.item), place))
    }
    if let reload { changes.append(.reload(id(Int32(reload[0])), height: reload[1])) }
    return .batch(Batch(changes, mayFollow: mayFollow ?? false))
  }
}
