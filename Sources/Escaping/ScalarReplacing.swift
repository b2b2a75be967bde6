extension String {
  /// Returns the text with each occurrence of a scalar replaced, whatever the scalars around it.
  ///
  /// `replacing(_:with:)` of the standard library goes by Character and passes over a `/` under a combining mark.
  package func replacing(scalar: Unicode.Scalar, with replacement: String) -> String {
    var replaced = ""
    for each in unicodeScalars {
      if each == scalar { replaced += replacement } else { replaced.unicodeScalars.append(each) }
    }
    return replaced
  }
}
