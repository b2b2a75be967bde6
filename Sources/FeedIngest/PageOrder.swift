import CivilTime
import Names

/// The order in which saved pages follow each other.
package enum PageOrder {
  /// Indices into `pages`, in reading order.
  ///
  /// 1. The cursors decide where they can. VK's begin with how many items were given before the next page
  ///    (`20/-190929809_22`): smaller numbers first, the one page without a cursor is the last. Bluesky's are the time of
  ///    the last item: later ones first. This counts only when every page but one has such a number, or such a time.
  /// 2. Otherwise file names decide, in natural order (`page2` before `page10`; `tweets.js` before `tweets-part1.js`, as
  ///    X's archives number their parts).
  /// 3. A page that says it was asked with the cursor another page ends on (`start_from`) stands right behind that one,
  ///    whatever the first two rules say.
  ///
  /// Of several services each is put into order by itself; they follow each other as they come first.
  package static func order(of pages: [PageMark]) -> [Int] {
    let services = pages.map(\.service).reduce(into: [Service?]()) { if !$0.contains($1) { $0.append($1) } }
    return services.flatMap { service in
      let own = pages.indices.filter { pages[$0].service == service }
      return orderOfOne(own.map { pages[$0] }).map { own[$0] }
    }
  }

  /// A page whose next one is itself or one that leads to it; nil where the pages' cursors have an end.
  package static func circle(in pages: [PageMark]) -> PageMark? {
    func key(_ page: PageMark, _ cursor: String) -> [String] { [page.service?.rawValue ?? "", cursor] }
    let starts = Dictionary(
      pages.indices.compactMap { index in pages[index].startFrom.map { (key(pages[index], $0), index) } },
      uniquingKeysWith: { first, _ in first })
    var passed: Set<Int> = []
    for head in pages.indices {
      var (way, index) = (Set<Int>(), head)
      while passed.insert(index).inserted {
        way.insert(index)
        guard let cursor = pages[index].nextFrom, let next = starts[key(pages[index], cursor)] else { break }
        if way.contains(next) { return pages[index] }
        index = next
      }
    }
    return nil
  }

  private static func orderOfOne(_ pages: [PageMark]) -> [Int] {
    let ranks = ranks(of: pages)
    let sorted = pages.indices.sorted { left, right in
      let (first, second) = ranks.map { ($0[left] ?? .max, $0[right] ?? .max) } ?? (0, 0)
      if first != second { return first < second }
      let (name, other) = (nameInOrder(pages[left].file), nameInOrder(pages[right].file))
      return name == other ? left < right : naturallyPrecedes(name, other)
    }
    return followingCursors(sorted, pages)
  }

  /// Without the ending of a script, so that its first part stands before its second.
  private static func nameInOrder(_ file: String) -> String { file.hasSuffix(".js") ? String(file.dropLast(3)) : file }

  /// What cursors say of the order, smaller ones first; nil where they don't decide.
  private static func ranks(of pages: [PageMark]) -> [Int?]? {
    guard pages.count(where: { $0.nextFrom == nil }) <= 1 else { return nil }
    for rank in [leadingNumber, age] {
      let ranks = pages.map { $0.nextFrom.flatMap(rank) }
      if zip(pages, ranks).allSatisfy({ $0.nextFrom == nil || $1 != nil }) { return ranks }
    }
    return nil
  }

  /// Of a cursor that is a time: greater for an earlier one.
  private static func age(_ cursor: String) -> Int? { ISO8601Moment(cursor).map { -$0.seconds } }

  /// Every page at its place, then the pages that continue it.
  private static func followingCursors(_ sorted: [Int], _ pages: [PageMark]) -> [Int] {
    var successors: [Int: [Int]] = [:]
    var heads: [Int] = []
    let ending = Dictionary(
      sorted.compactMap { index in pages[index].nextFrom.map { ($0, index) } }, uniquingKeysWith: { first, _ in first })
    for index in sorted {
      let before = pages[index].startFrom.flatMap { ending[$0] }
      if let before, before != index { successors[before, default: []].append(index) } else { heads.append(index) }
    }
    guard !successors.isEmpty else { return sorted }
    var order: [Int] = []
    var placed: Set<Int> = []
    // Cursors that point in a circle have no head: what is left over starts where the sorting put it.
    for head in heads + sorted {
      var waiting = [head]
      while let index = waiting.popLast() {
        guard placed.insert(index).inserted else { continue }
        order.append(index)
        waiting.append(contentsOf: (successors[index] ?? []).reversed())
      }
    }
    return order
  }

  private static func leadingNumber(_ cursor: String) -> Int? {
    let digits = cursor.prefix { $0.isASCII && $0.isNumber }
    let rest = cursor.dropFirst(digits.count)
    guard rest.isEmpty || rest.first == "/" else { return nil }
    return Int(digits)
  }
}
