import Support

/// Mutates line-based texts: YAML and requests.
enum LineMutation {
  static func mutate(_ input: [UInt8], vocabulary: [String], using random: inout SplitMix64) -> [UInt8]? {
    var lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    for _ in 0..<Int.random(in: 1...4, using: &random) { change(&lines, vocabulary, using: &random) }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }

  private static func change(_ lines: inout [[UInt8]], _ vocabulary: [String], using random: inout SplitMix64) {
    guard let place = lines.indices.randomElement(using: &random),
      let other = lines.indices.randomElement(using: &random)
    else { return lines.append([]) }
    switch Int.random(in: 0..<9, using: &random) {
    case 0: lines.remove(at: place)
    case 1: lines.insert(lines[other], at: place)
    case 2: lines.swapAt(place, other)
    case 3:
      lines[place] = [UInt8](repeating: UInt8(ascii: " "), count: Int.random(in: 0...6, using: &random)) + lines[place]
    case 4: lines[place] = Array(lines[place].drop { $0 == UInt8(ascii: " ") })
    case 5:
      let end = min(lines.count, place + Int.random(in: 1...12, using: &random))
      lines.insert(contentsOf: lines[place..<end], at: other)
    case 6: lines[place] = replaced(lines[place], vocabulary, using: &random)
    case 7: lines[place] += Array((vocabulary.randomElement(using: &random) ?? "").utf8)
    default:
      let word = Array((JSONMutation.texts.randomElement(using: &random) ?? "").utf8)
      let offset = Int.random(in: 0...lines[place].count, using: &random)
      lines[place].insert(contentsOf: word, at: offset)
    }
  }

  /// Replaces one word of a line.
  private static func replaced(_ line: [UInt8], _ vocabulary: [String], using random: inout SplitMix64) -> [UInt8] {
    let isWord = { (byte: UInt8) in
      byte > 0x7f || byte == 0x2d || (0x30...0x39).contains(byte) || (0x41...0x7a).contains(byte)
    }
    let starts = line.indices.filter { isWord(line[$0]) && ($0 == 0 || !isWord(line[$0 - 1])) }
    guard let start = starts.randomElement(using: &random), let word = vocabulary.randomElement(using: &random) else {
      return line
    }
    let end = line[start...].firstIndex { !isWord($0) } ?? line.endIndex
    return Array(line[..<start]) + Array(word.utf8) + Array(line[end...])
  }
}
