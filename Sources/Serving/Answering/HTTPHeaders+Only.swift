import NIOHTTP1

extension HTTPHeaders {
  /// What stands under a name, several values as one with commas between, which no single value is equal to.
  func only(_ name: String) -> String? {
    let values = self[name]
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}
