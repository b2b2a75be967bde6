/// Where a source's host is asked: at itself, or at another base in its place.
struct Site: Sendable {
  /// The service's own.
  let natural: HTTPAddress
  /// Asked instead; nil for the service itself.
  let base: HTTPAddress?

  init(_ natural: HTTPAddress, base: HTTPAddress?) {
    (self.natural, self.base) = (natural, base)
  }

  /// The address as it is asked for.
  func local(_ address: HTTPAddress) -> HTTPAddress {
    guard let base, address.origin == natural.origin else { return address }
    return address.moved(to: base)
  }

  var active: HTTPAddress { base ?? natural }

  /// As a journal keeps it: what the host is asked for alone, so that another base can be given later.
  func stored(_ address: HTTPAddress) -> String {
    address.origin == active.origin ? address.asked : address.text
  }

  func restored(_ text: String) -> HTTPAddress? { active.resolving(text) }
}
