/// The host of a source: the service itself, or a base that replaces it.
struct SourceHost: Sendable {
  /// The service's own host.
  let natural: HTTPAddress
  /// The replacement; nil for the service itself.
  let base: HTTPAddress?

  init(_ natural: HTTPAddress, base: HTTPAddress?) {
    (self.natural, self.base) = (natural, base)
  }

  /// Returns the address to request.
  func local(_ address: HTTPAddress) -> HTTPAddress {
    guard let base, address.origin == natural.origin else { return address }
    return address.moved(to: base)
  }

  var active: HTTPAddress { base ?? natural }

  /// Returns the form for the journal: only the request target, so that another base can be given later.
  func stored(_ address: HTTPAddress) -> String {
    address.origin == active.origin ? address.asked : address.text
  }

  func restored(_ text: String) -> HTTPAddress? { active.resolving(text) }
}
