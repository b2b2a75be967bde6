extension String {
  /// Returns the text with every occurrence of a scalar replaced, whatever the scalars around it.
  ///
  /// `replacing(_:with:)` of the standard library works by Character and misses a `/` with a combining mark.
  package func replacing(scalar: Unicode.Scalar, with replacement: String) -> String {
    var replaced = ""
    for each in unicodeScalars {
      if each == scalar { replaced += replacement } else { replaced.unicodeScalars.append(each) }
    }
    return replaced
  }
}
