import Foundation

/// A request without its body.
package struct RequestHead: Sendable, Equatable {
  /// The method as sent: `GET`.
  var method: String
  /// The request target as sent, with the query.
  var target: String
  /// Whether the request uses HTTP/1.1, not HTTP/1.0.
  var isCurrent: Bool
  var headers = HeaderFields()

  package init(method: String, target: String, isCurrent: Bool, headers: HeaderFields = HeaderFields()) {
    (self.method, self.target, self.isCurrent, self.headers) = (method, target, isCurrent, headers)
  }
}

/// Headers in their order. Names are case-insensitive.
package struct HeaderFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  struct Field: Sendable, Equatable {
    var name: String
    var value: String
  }

  private(set) var fields: [Field] = []

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  mutating func add(contentsOf other: HeaderFields) {
    fields += other.fields
  }

  /// Replaces all headers of this name.
  mutating func set(_ name: String, _ value: String) {
    remove(name)
    add(name, value)
  }

  mutating func remove(_ name: String) {
    let name = name.lowercased()
    fields.removeAll { $0.name.lowercased() == name }
  }

  func values(_ name: String) -> [String] {
    let name = name.lowercased()
    return fields.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// Returns the members of a comma-separated list, from one header or several.
  func members(_ name: String) -> [String] {
    values(name).flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Returns the value of a header, nil if it is missing. Repeated headers are joined with commas, so that the result
  /// equals no single value.
  func only(_ name: String) -> String? {
    let values = values(name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

enum HTTPStatus: Int, Sendable {
  case ok = 200
  case partialContent = 206
  case notModified = 304
  case temporaryRedirect = 307
  case badRequest = 400
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case requestTimeout = 408
  case conflict = 409
  case payloadTooLarge = 413
  case uriTooLong = 414
  case unsupportedMediaType = 415
  case rangeNotSatisfiable = 416
  case misdirectedRequest = 421
  case requestHeaderFieldsTooLarge = 431
  case internalServerError = 500
  case httpVersionNotSupported = 505
}
