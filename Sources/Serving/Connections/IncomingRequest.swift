import Foundation

/// A request whose headers are there, and its body as it comes.
struct IncomingRequest {
  let head: RequestHead
  /// What it asks for, or why that is refused. The refusal waits for the end of the request: an answer in the middle of
  /// it would be lost on clients that send first and listen then.
  var question: Result<PermittedRequest, ServingRefusal>
  private(set) var body = Data()
  private var count = 0

  init(_ head: RequestHead, _ question: Result<PermittedRequest, ServingRefusal>) {
    self.head = head
    self.question = question
  }

  /// The client would like to hear something before it sends the body.
  var isHeldBack: Bool {
    guard case .success(let question) = question, question.bodyLimit > 0 else { return false }
    return head.headers.members("expect").contains { $0.lowercased() == "100-continue" }
  }

  /// Another request can follow on the connection.
  var keepsConnection: Bool {
    // What would follow a request to switch protocols is of another one, and no switch is offered.
    head.isCurrent && head.method != "CONNECT" && head.headers.values("upgrade").isEmpty
      && !head.headers.members("connection").contains { $0.lowercased() == "close" }
  }

  /// Keeps what is wanted of the body, and reads over the rest.
  ///
  /// - Parameter unwanted: How many bytes may be read over.
  /// - Returns: False where that was too much.
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
