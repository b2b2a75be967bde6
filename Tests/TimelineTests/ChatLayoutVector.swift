import Foundation
import Support
import Testing
import Timeline

enum ChatLayoutVectors {
  static let file = ExtraVectors.url("vectors/chat-layout.json")

  static func cases(_ kind: String) -> [ChatLayoutVector] { all.filter { $0.kind == kind } }

  private static let all: [ChatLayoutVector] = {
    struct File: Decodable { let cases: [ChatLayoutVector] }
    guard let file, let data = try? Data(contentsOf: file) else { return [] }
    do { return try JSONDecoder().decode(File.self, from: data).cases } catch {
      preconditionFailure("\(file.path): \(error)")
    }
  }()
}

/// Assigns numbers to names in order of occurrence.
struct Names {
  private var numbers: [String: Int32] = [:]
  private var names: [String] = []

  subscript(_ name: String) -> ItemID {
    mutating get {
      let number = numbers[name] ?? Int32(names.count)
      if number == names.count { names.append(name) }
      numbers[name] = number
      return ItemID(number)
    }
  }

  subscript(_ id: ItemID) -> String { names[Int(id.number)] }
}

/// A case as in the file.
struct ChatLayoutVector: Decodable, Sendable, CustomTestStringConvertible {
  struct Settings: Decodable { let additionalInsets: [Double], keepOffsetAtBottom: Bool, keepContentAtBottom: Bool }
  struct View: Decodable { let width, height, insetTop, insetBottom, offset: Double? }
  struct Item: Decodable { let id: String?, h, gap: Double, w: Double?, align, pin: String? }
  struct Section: Decodable { let id: String?, gap: Double, items: [Item] }
  struct Update: Decodable { let op: String, from, to: [Int]?, item: Item? }
  struct Measure: Decodable { let at: [Int], h: Double }
  struct Frame: Decodable { let id: String, x, y, w, h: Double }
  struct Snapshot: Decodable { let id: String, edge: String, offset: Double }
  struct Step: Decodable { let adjustment, offset, contentHeight: Double }
  struct Layout: Decodable { let order: [[String]]?, contentHeight: Double, frames: [Frame]? }
  struct Anchor: Decodable { let id: String, distance: Double }
  struct Place: Decodable { let y, h, alpha: Double }
  struct Motion: Decodable { let id, kind: String, from, to: Place }

  /// In batches, the offset before and after and its range; in snapshots, a number.
  struct Offset: Decodable {
    let before, after, only: Double?
    let range: [Double]?

    enum CodingKeys: CodingKey { case before, after, range }

    init(from decoder: any Decoder) throws {
      if let number = try? decoder.singleValueContainer().decode(Double.self) {
        (only, before, after, range) = (number, nil, nil, nil)
        return
      }
      let values = try decoder.container(keyedBy: CodingKeys.self)
      only = nil
      before = try values.decode(Double.self, forKey: .before)
      after = try values.decode(Double.self, forKey: .after)
      range = try values.decode([Double].self, forKey: .range)
    }
  }

  struct Expect: Decodable {
    let before, after: Layout?
    let anchor: Anchor?
    let compensation, keptShift, contentHeight, y, progress, nextProgress: Double?
    let offset: Offset?
    let motion: [Motion]?
    let steps: [Step]?
    let frames: [Frame]?
    let snapshot: Snapshot?
    let visible: [String]?
    let id, next: String?
  }

  let id, kind, about: String
  let settings: Settings
  let viewport: View
  let before: [Section]
  let updates: [Update]?
  let newSections: [String: Section]?
  let measures: [Measure]?
  let edge: String?
  let laterViewport: View?
  let laterItems: [Section]?
  let snapshot: Snapshot?
  let expect: Expect?

  var testDescription: String { "\(id): \(about)" }
}

extension ChatLayoutVector {
  func list(_ names: inout Names) -> ChatLayoutList {
    let insets = settings.additionalInsets
    return ChatLayoutList(
      before.map { $0.section(&names) },
      viewport: Viewport(
        height: viewport.height ?? 0, insetTop: viewport.insetTop ?? 0, insetBottom: viewport.insetBottom ?? 0),
      width: viewport.width ?? 0, offset: viewport.offset ?? 0,
      settings: .init(
        insets: .init(top: insets[0], left: insets[1], bottom: insets[2], right: insets[3]),
        keepsOffsetAtBottom: settings.keepOffsetAtBottom, keepsContentAtBottom: settings.keepContentAtBottom))
  }

  func updates(_ names: inout Names) -> [ChatLayoutList.Update] {
    let placesAfter = sectionPlacesAfter
    return (updates ?? []).map { update in
      let (from, to) = (update.from ?? [], update.to ?? [])
      switch (update.op, from.count, to.count) {
      case ("reload", 2, _):
        return .reload(.init(from[0], from[1]), height: update.item?.h ?? 0, gap: update.item?.gap ?? 0)
      case ("delete", 2, _): return .delete(.init(from[0], from[1]))
      case ("move", 2, _): return .move(.init(from[0], from[1]), to: .init(to[0], to[1]))
      case ("insert", _, 2): return .insert(item(update.item, &names), to: .init(to[0], to[1]))
      case ("reload", _, _): return .reloadSection(from[0], with: newSection(placesAfter[from[0]] ?? from[0], &names))
      case ("delete", _, _): return .deleteSection(from[0])
      case ("move", _, _): return .moveSection(from[0], to: to[0])
      default: return .insertSection(newSection(to[0], &names), to: to[0])
      }
    }
  }

  /// The places of the old sections after the batch.
  private var sectionPlacesAfter: [Int: Int] {
    var order = Array(before.indices.map(Optional.some))
    let sections = (updates ?? []).filter { ($0.from ?? $0.to)?.count == 1 }
    for from in sections.filter({ ["delete", "move"].contains($0.op) }).compactMap({ $0.from?[0] }).sorted(by: >) {
      order.remove(at: from)
    }
    for update in sections.filter({ ["insert", "move"].contains($0.op) }).sorted(by: {
      ($0.to?[0] ?? 0) < ($1.to?[0] ?? 0)
    }) {
      order.insert(update.from?[0], at: min(update.to?[0] ?? 0, order.count))
    }
    return Dictionary(order.enumerated().compactMap { place, from in from.map { ($0, place) } }) { first, _ in first }
  }

  private func newSection(_ place: Int, _ names: inout Names) -> ChatLayoutList.Section {
    newSections?["\(place)"]?.section(&names) ?? .init(names["section \(place)"], gap: 0, items: [])
  }

  private func item(_ item: Item?, _ names: inout Names) -> ChatLayoutList.Item {
    item?.item(&names) ?? .init(names["none"], height: 0, gap: 0)
  }
}

extension ChatLayoutVector.Section {
  func section(_ names: inout Names) -> ChatLayoutList.Section {
    .init(names["section \(id ?? "")"], gap: gap, items: items.map { $0.item(&names) })
  }
}

extension ChatLayoutVector.Item {
  func item(_ names: inout Names) -> ChatLayoutList.Item {
    let alignment: ChatLayoutList.Alignment =
      switch align {
      case "leading": .leading
      case "trailing": .trailing
      case "center": .center
      default: .full
      }
    // An item without a name gets the name of the item that it replaces.
    return .init(
      names[id ?? "new"], height: h, gap: gap, width: w, alignment: alignment,
      pin: pin.map { $0 == "top" ? .top : .bottom })
  }
}
