/// Returns the candidate nearest to a misspelled word, for "did you mean" hints.
///
/// Compares by edit distance. Returns nil if more than a third of the word would have to change.
package func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
  let limit = max(1, (word.count + 1) / 3)
  let letters = Array(word.lowercased())
  var best: (word: String, distance: Int)?
  for candidate in candidates {
    let other = Array(candidate.lowercased())
    guard abs(other.count - letters.count) <= limit else { continue }
    let distance = editDistance(letters, other)
    guard distance <= limit else { continue }
    if let current = best, (current.distance, current.word) <= (distance, candidate) { continue }
    best = (candidate, distance)
  }
  return best?.word
}

/// Returns the hint for an unknown name: the nearest known name or, if none is near, all known names.
package func nearestHint(to name: String, among known: [String]) -> String? {
  nearest(to: name, among: known).map { "did you mean \"\($0)\"?" } ?? knownNames(known)
}

/// Returns `choose one of a, b`; nil if there are no names.
package func knownNames(_ names: [String]) -> String? {
  names.isEmpty ? nil : "choose one of \(names.joined(separator: ", "))"
}

/// Returns the number of insertions, deletions, substitutions and swaps of neighbors (optimal string alignment).
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (i, a) in left.enumerated() {
    var row = [i + 1]
    for (j, b) in right.enumerated() {
      var best = min(last[j] + (a == b ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a == right[j - 1], b == left[i - 1] { best = min(best, beforeLast[j - 1] + 1) }
      row.append(best)
    }
    (beforeLast, last) = (last, row)
  }
  return last[right.count]
}
