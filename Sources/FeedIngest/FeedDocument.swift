/// One saved answer of a service: the bytes of a file, and the name diagnostics call it by.
package struct FeedDocument: Sendable {
  package let name: String
  package let bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
