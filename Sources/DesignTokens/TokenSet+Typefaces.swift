extension TokenSet {
  /// The face of `typefaces` that a typography token means: the first of its families that is there at its weight, else
  /// what the token files say stands in for it.
  ///
  /// - Throws: `TokenLookupIssue.noFamily` or `noWeight` where nothing of it is there.
  func typeface(
    of type: TokenValue.Typography, among typefaces: Typefaces
  ) throws(TokenLookupIssue) -> (family: String, weight: Int) {
    let weight = Self.drawnWeight(of: type)
    for family in type.families {
      if let found = locked(Typeface(family, weight: weight), typefaces) { return found }
    }
    // The first that is known at all is told of: its weight is what lacks.
    let known = type.families.compactMap { family in
      typefaces.family(standIns(for: Typeface(family, weight: weight), typefaces).family)
    }
    if let family = known.first {
      throw .noWeight(
        family: family.name, weight: weight, locked: family.weights, nearest: Self.nearest(to: weight, family.weights))
    }
    let first = type.families.first ?? ""
    let last = standIns(for: Typeface(first, weight: weight), typefaces).family
    throw .noFamily(last, insteadOf: last == first ? nil : first, locked: typefaces.families.map(\.name))
  }

  private func locked(_ wanted: Typeface, _ typefaces: Typefaces) -> (family: String, weight: Int)? {
    let face = standIns(for: wanted, typefaces)
    guard let family = typefaces.family(face.family), let weight = face.weight, family.weights.contains(weight) else {
      return nil
    }
    return (family.name, weight)
  }

  /// Follows the stand-ins from a face that is not there to one that is, or to where they end.
  private func standIns(for wanted: Typeface, _ typefaces: Typefaces) -> Typeface {
    var face = wanted
    // Stand-ins that lead back to each other end somewhere too.
    for _ in 0...standIns.count {
      let family = typefaces.family(face.family)
      if let weight = face.weight, family?.weights.contains(weight) == true { return face }
      // What stands in for a whole family is asked only where the family is not there.
      guard let next = standIns[face] ?? (family == nil ? standIns[Typeface(face.family)] : nil) else { return face }
      face = Typeface(next.family, weight: next.weight ?? face.weight)
    }
    return face
  }

  /// As CSS looks for it: from 500 on bolder ones win a tie, else lighter ones.
  private static func nearest(to weight: Int, _ weights: [Int]) -> Int {
    weights.min { left, right in
      let (a, b) = (abs(left - weight), abs(right - weight))
      return a == b ? (weight > 500) == (left > right) : a < b
    } ?? weight
  }

  /// The 100…900 that fonts come in.
  static func drawnWeight(of type: TokenValue.Typography) -> Int { Int(min(max(type.weight, 100), 900).rounded()) }
}
