import Drawing

extension CardValue {
  /// All of the value and what is in it.
  package var images: [ImageReference] {
    var found: [ImageReference] = []
    var waiting = [self]
    while let value = waiting.popLast() {
      switch value {
      case .image(let image): found.append(image)
      case .list(let items): waiting += items.reversed()
      case .record(let fields): waiting += fields.names.reversed().compactMap { fields[$0] }
      case .text, .number, .flag, .icon: break
      }
    }
    return found
  }
}
