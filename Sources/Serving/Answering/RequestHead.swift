import Foundation

/// A request without its body.
struct RequestHead: Sendable, Equatable {
  /// As it stands in the request: `GET`.
  var method: String
  /// The address as it stands in the request, with the query.
  var target: String
  /// HTTP/1.1 rather than HTTP/1.0.
  var isCurrent: Bool
  var headers = HeaderFields()
}

/// Headers in their order. A name is the same in capitals and small letters.
struct HeaderFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  struct Field: Sendable, Equatable {
    var name: String
    var value: String
  }

  private(set) var fields: [Field] = []

  init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  mutating func add(contentsOf other: HeaderFields) {
    fields += other.fields
  }

  /// In place of all that stands under the name.
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

  /// The members of a list that is written with commas, in one header or in several.
  func members(_ name: String) -> [String] {
    values(name).flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// What stands under a name, several values as one with commas between, which no single value is equal to.
  func only(_ name: String) -> String? {
    let values = values(name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

/// How an answer begins.
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
