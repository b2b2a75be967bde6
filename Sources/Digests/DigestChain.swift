/// A digest of a sequence of any length, one after the other: each step covers all before it.
package struct DigestChain: Sendable {
  package private(set) var digest = Digest.none

  package init() {}

  package mutating func append(_ next: Digest...) {
    digest = Digest(joining: [digest] + next)
  }
}
