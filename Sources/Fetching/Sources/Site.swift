/// Where a source's host is asked: at itself, or at another base in its place.
package struct Site: Sendable {
  /// The service's own.
  package let natural: HTTPAddress
  /// Asked instead; nil for the service itself.
  package let base: HTTPAddress?

  package init(_ natural: HTTPAddress, base: HTTPAddress?) {
    (self.natural, self.base) = (natural, base)
  }

  /// The address as it is asked for.
  package func local(_ address: HTTPAddress) -> HTTPAddress {
    guard let base, address.origin == natural.origin else { return address }
    return address.moved(to: base)
  }

  package var active: HTTPAddress { base ?? natural }

  /// As a journal keeps it: what the host is asked for alone, so that another base can be given later.
  package func stored(_ address: HTTPAddress) -> String {
    address.origin == active.origin ? address.asked : address.text
  }

  package func restored(_ text: String) -> HTTPAddress? { active.resolving(text) }
}
