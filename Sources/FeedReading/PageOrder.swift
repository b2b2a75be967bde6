import Basics

/// The reading order of saved pages.
package enum PageOrder {
  /// Returns indices into `pages`, in reading order.
  ///
  /// 1. Cursors decide if possible. VK's start with the number of items before the next page (`20/-190929809_22`):
  ///    smaller numbers come first, and the only page without a cursor is the last. Bluesky's are the time of the last
  ///    item: later times come first. This rule only applies if all pages but one have such a number or time.
  /// 2. Otherwise file names decide, in natural order (`page2` before `page10`; `tweets.js` before `tweets-part1.js`,
  ///    as X numbers the parts of its archives).
  /// 3. A page that was requested with the cursor of another page (`start_from`) directly follows that page, whatever
  ///    the first two rules say.
  ///
  /// Pages of several services are sorted separately; the services keep their order of first appearance.
  package static func order(of pages: [PageMark]) -> [Int] {
    let services = pages.map(\.service).reduce(into: [Service?]()) { if !$0.contains($1) { $0.append($1) } }
    return services.flatMap { service in
      let own = pages.indices.filter { pages[$0].service == service }
      return orderOfOne(own.map { pages[$0] }).map { own[$0] }
    }
  }

  /// A page whose cursors lead back to itself; nil if there is no cycle.
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

  /// Without a script's extension, so that its first part sorts before its second.
  private static func nameInOrder(_ file: String) -> String { file.hasSuffix(".js") ? String(file.dropLast(3)) : file }

  /// The pages' ranks by their cursors, smaller ones first; nil if cursors don't decide.
  private static func ranks(of pages: [PageMark]) -> [Int?]? {
    guard pages.count(where: { $0.nextFrom == nil }) <= 1 else { return nil }
    for rank in [leadingNumber, age] {
      let ranks = pages.map { $0.nextFrom.flatMap(rank) }
      if zip(pages, ranks).allSatisfy({ $0.nextFrom == nil || $1 != nil }) { return ranks }
    }
    return nil
  }

  /// For a cursor that is a time: greater for an earlier time.
  private static func age(_ cursor: String) -> Int? { ISO8601Moment(cursor).map { -$0.seconds } }

  /// The pages in sorted order, each followed by the pages that continue it.
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
    // Cursors in a cycle have no head: the remaining pages start at the first one in sorted order.
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
