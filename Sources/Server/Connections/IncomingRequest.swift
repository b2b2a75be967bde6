import Foundation

/// A request whose headers have arrived and whose body is arriving.
struct IncomingRequest {
  let head: RequestHead
  /// The permitted request, or the reason for its refusal. A refusal waits for the end of the request: clients that
  /// send everything before they read would lose an earlier response.
  var question: Result<AuthorizedRequest, ServingRefusal>
  private(set) var body = Data()
  private var count = 0

  init(_ head: RequestHead, _ question: Result<AuthorizedRequest, ServingRefusal>) {
    self.head = head
    self.question = question
  }

  /// Whether the client waits for `100 Continue` before it sends the body.
  var isHeldBack: Bool {
    guard case .success(let question) = question, question.bodyLimit > 0 else { return false }
    return head.headers.members("expect").contains { $0.lowercased() == "100-continue" }
  }

  /// Whether the connection stays open for another request.
  var keepsConnection: Bool {
    // After a request to switch protocols, the client may send another protocol. The server never switches.
    head.isCurrent && head.method != "CONNECT" && head.headers.values("upgrade").isEmpty
      && !head.headers.members("connection").contains { $0.lowercased() == "close" }
  }

  /// Stores bytes of the body that the request needs, and discards others.
  ///
  /// - Parameter unwanted: The largest number of bytes to discard.
  /// - Returns: False if there are more bytes to discard.
  mutating func append(_ bytes: ArraySlice<UInt8>, unwanted: Int) -> Bool {
    count += bytes.count
    if case .success(let asked) = question, asked.bodyLimit > 0 {
      guard count > asked.bodyLimit else {
        body.append(contentsOf: bytes)
        return true
      }
      question = .failure(ServingRefusal(.tooLarge(limit: asked.bodyLimit), .payloadTooLarge))
      body = Data()
      count = 0
    }
    guard count > unwanted else { return true }
    if case .success = question { question = .failure(ServingRefusal(.tooLarge(limit: unwanted), .payloadTooLarge)) }
    return false
  }
}
