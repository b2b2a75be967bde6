/// The candidate nearest to a misspelt word, for "did you mean" hints.
///
/// Nearest by Levenshtein distance; nothing is suggested when more than a third of the word would have to change.
package func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
  let limit = max(1, word.count / 3)
  var best: (word: String, distance: Int)?
  for candidate in candidates {
    let distance = editDistance(Array(word.lowercased()), Array(candidate.lowercased()))
    guard distance <= limit else { continue }
    if let current = best, (current.distance, current.word) <= (distance, candidate) { continue }
    best = (candidate, distance)
  }
  return best?.word
}

private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var row = Array(0...right.count)
  for (i, a) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, b) in right.enumerated() {
      let substitution = diagonal + (a == b ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(substitution, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[right.count]
}
