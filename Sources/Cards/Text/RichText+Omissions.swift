/// Parts of a text that services don't show.
extension RichText {
  /// The text with "https://" and "www." removed from links that show their own address.
  var withoutSchemes: RichText {
    let bytes = Array(string.utf8)
    let omitted = spans.compactMap { span -> Range<Int>? in
      guard span.role == .link, let target = span.target?.text, bytes.indices.contains(span.range.lowerBound) else {
        return nil
      }
      let label = bytes[span.range.lowerBound..<min(span.range.upperBound, bytes.count)]
      guard let scheme = ["https://", "http://"].first(where: { label.starts(with: $0.utf8) }),
        target.utf8.starts(with: label.prefix { $0 != UInt8(ascii: "/") }),
        label.count > scheme.utf8.count
      else { return nil }
      let host = label.dropFirst(scheme.utf8.count)
      let length = scheme.utf8.count + (host.starts(with: "www.".utf8) && host.count > 4 ? 4 : 0)
      return label.startIndex..<label.startIndex + length
    }
    return omitting(omitted)
  }

  /// The text without the mentions that it begins with, and the spaces after them.
  var withoutLeadingMentions: RichText {
    let bytes = Array(string.utf8)
    var end = 0
    while let mention = spans.first(where: { $0.role == .mention && $0.range.lowerBound == end }) {
      end = min(mention.range.upperBound, bytes.count)
      while end < bytes.count, [UInt8(ascii: " "), UInt8(ascii: "\n")].contains(bytes[end]) { end += 1 }
    }
    return end == 0 ? self : omitting([0..<end])
  }

  /// The text without line breaks after a line break or a space, so that it has no gaps on one line.
  var withoutBlankLines: RichText {
    let bytes = Array(string.utf8)
    let newline = UInt8(ascii: "\n")
    return omitting(
      bytes.indices.dropFirst().filter { place in
        bytes[place] == newline && [newline, UInt8(ascii: " ")].contains(bytes[place - 1])
      }.map { $0..<$0 + 1 })
  }

  /// - Parameter ranges: UTF-8 offsets in ascending order, without overlaps, at the boundaries of characters.
  private func omitting(_ ranges: [Range<Int>]) -> RichText {
    guard !ranges.isEmpty else { return self }
    // The bytes omitted before each range
    var before = [0]
    for range in ranges { before.append(before[before.count - 1] + range.count) }
    func place(_ offset: Int) -> Int {
      var (low, high) = (0, ranges.count)
      while low < high {
        let middle = (low + high) / 2
        if ranges[middle].lowerBound < offset { low = middle + 1 } else { high = middle }
      }
      guard low > 0 else { return offset }
      return offset - before[low - 1] - min(ranges[low - 1].count, offset - ranges[low - 1].lowerBound)
    }
    var kept: [UInt8] = []
    var start = 0
    let bytes = Array(string.utf8)
    for range in ranges {
      kept += bytes[start..<max(start, range.lowerBound)]
      start = max(start, range.upperBound)
    }
    kept += bytes[min(start, bytes.count)...]
    return RichText(
      String(decoding: kept, as: UTF8.self),
      spans: spans.compactMap { span in
        let range = place(span.range.lowerBound)..<place(span.range.upperBound)
        return range.isEmpty ? nil : span.moved(to: range)
      })
  }
}
