import DataFormats

/// An error answer instead of a feed.
struct ServiceError: Hashable, Sendable {
  /// The service's own number; nil if it gives none.
  let code: Int?
  let message: String
  let path: String

  /// Returns nil if the document is not an error answer.
  init?(_ root: JSONNode) {
    // {"error": {"error_code": 5, "error_msg": …}}, {"error": "…"}, {"errors": [{…}]}.
    if root.child("response") != nil { return nil }
    if let error = root.child("error"), error.value.content != .bool(false) {
      code = error.int("error_code", "code")
      message =
        error.text("error_msg", "message", "error_text") ?? root.text("error_description", "message")
        ?? error.value.text ?? ""
      path = error.path.description
    } else if let error = root.list("errors").first, root.child("data") == nil {
      code = error.int("code")
      message = error.text("message", "detail", "title") ?? error.value.text ?? ""
      path = error.path.description
    } else if let status = root.int("status"), 400..<600 ~= status, root.child("data") == nil,
      let detail = root.text("detail") ?? root.text("title"), root.child("type") != nil
    {
      // Problem details (RFC 9457): {"title": "Unauthorized", "type": "about:blank", "status": 401, "detail": …}.
      (code, message, path) = (status, detail, "status")
    } else {
      return nil
    }
  }

  init(code: Int?, message: String, path: String) {
    self.code = code
    self.message = message
    self.path = path
  }
}
