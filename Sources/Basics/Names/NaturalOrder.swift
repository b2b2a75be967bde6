/// Whether a name precedes another in natural order: `page2` before `page10`.
///
/// Runs of ASCII digits are compared as whole numbers of any length, everything else by Unicode scalars: the order
/// doesn't depend on the locale, and is the same on every machine even for different representations of the same name.
/// If two names only differ in leading zeros, they are compared as plain text (`01` before `1`), so that only equal
/// names are equal. A prefix of a name precedes it.
package func naturallyPrecedes(_ left: String, _ right: String) -> Bool {
  // The order of UTF-8 bytes is that of the scalars.
  var (a, b) = (Array(left.utf8)[...], Array(right.utf8)[...])
  while let x = a.first, let y = b.first {
    if isDigit(x), isDigit(y) {
      let (number, other) = (takeNumber(&a), takeNumber(&b))
      if number.count != other.count { return number.count < other.count }
      if number != other { return number.lexicographicallyPrecedes(other) }
    } else {
      if x != y { return x < y }
      a.removeFirst()
      b.removeFirst()
    }
  }
  if a.isEmpty != b.isEmpty { return a.isEmpty }
  return left.utf8.lexicographicallyPrecedes(right.utf8)
}

/// Removes a run of digits and returns it without leading zeros.
private func takeNumber(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  let run = bytes.prefix(while: isDigit)
  bytes = bytes.dropFirst(run.count)
  return run.drop { $0 == 48 }
}

private func isDigit(_ byte: UInt8) -> Bool { 48...57 ~= byte }
