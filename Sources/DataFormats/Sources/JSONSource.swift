import Diagnostics
import Foundation

/// Parses strict JSON (RFC 8259) into a tree with lines and columns; columns count Unicode scalars from 1.
///
/// Stricter than the parser for feeds, since these files are written by hand: keys must be unique, and nothing is
/// repaired.
package struct JSONSource {
  /// The maximum depth of a document, so that no file can exhaust the stack.
  package static let depthLimit = 256

  private let file: String
  private var positions = PositionFinder()

  /// - Parameter file: The name in diagnostics.
  package static func read(_ text: String, file: String) throws(SourceFault) -> SourceNode {
    let document: JSONDocument
    do {
      document = try JSONDocument.parse(Array(text.utf8), depthLimit: depthLimit)
    } catch {
      throw SourceFault(.json(error.kind), at: place(error.position, in: file))
    }
    if let position = document.firstRepair { throw SourceFault(.badText, at: place(position, in: file)) }
    var source = JSONSource(file: file)
    return try source.node(document.root.value)
  }

  private init(file: String) {
    self.file = file
  }

  private static func place(_ position: TextPosition, in file: String) -> Place {
    .line(position.line, column: position.column, in: file)
  }

  private mutating func node(_ value: JSONValue) throws(SourceFault) -> SourceNode {
    let place = Self.place(positions.position(of: value), in: file)
    switch value.content {
    case .null: return SourceNode(.null, at: place)
    case .bool(let flag): return SourceNode(.flag(flag), at: place)
    case .integer(let number): return SourceNode(.number(Double(number)), at: place)
    case .real(let number):
      guard number.isFinite else { throw SourceFault(.hugeNumber, at: place) }
      return SourceNode(.number(number), at: place)
    case .string(let text): return SourceNode(.string(text), at: place)
    case .array(let elements):
      var nodes: [SourceNode] = []
      for element in elements { nodes.append(try node(element)) }
      return SourceNode(.array(nodes), at: place)
    case .object(let object):
      var (members, keys): ([SourceNode.Member], Set<String>) = ([], [])
      for member in object.members {
        let (key, keyPlace) = (member.key, Self.place(positions.position(ofKey: member), in: file))
        guard keys.insert(key).inserted else { throw SourceFault(.duplicateKey(key), at: keyPlace) }
        members.append(.init(key: key, keyPlace: keyPlace, value: try node(member.value)))
      }
      return SourceNode(.object(members), at: place)
    }
  }

  /// Decodes a file that was written by a program, with readable errors about missing values.
  ///
  /// - Parameters:
  ///   - data: JSON as `JSONDecoder` takes it.
  ///   - file: The name in diagnostics; nil if the caller adds it.
  ///   - element: The position of `data` in a larger document, e.g. `cases[3]`; empty for a whole file.
  /// - Throws: `SourceFault` with the line and column of a syntax error, or with the path of a missing value or one of
  ///   the wrong kind.
  package static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from data: Data, file: String? = nil, element: String = ""
  ) throws(SourceFault) -> Value {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      throw fault(error, in: data, file: file, element: element)
    }
  }

  private static func fault(_ error: any Error, in data: Data, file: String?, element: String) -> SourceFault {
    let document: JSONDocument
    do {
      document = try JSONDocument.parse([UInt8](data))
    } catch {
      let place = Place.line(error.position.line, column: error.position.column, in: file)
      return SourceFault(.json(error.kind), at: element.isEmpty ? place : .json(element, in: file))
    }
    // The error is a `DecodingError`, unless a type's own decoding throws something else.
    let (fact, path) = (error as? DecodingError)?.words(in: document.root.value) ?? (.unsuitable(found: "it"), [])
    let keys = path.reduce(element) { $1.appended(to: $0) }
    return SourceFault(fact, at: keys.isEmpty ? Place(file: file) : .json(keys, in: file))
  }
}

extension DecodingError {
  fileprivate func words(in root: JSONValue) -> (fact: SourceFault.Fact, path: [any CodingKey]) {
    switch self {
    case .keyNotFound(let key, let context): return (.missingKey(key.stringValue), context.codingPath)
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      let found = root.value(at: context.codingPath)?.inWords ?? "nothing"
      return (.otherKind(expected: Self.inWords(type), found: found), context.codingPath)
    case .dataCorrupted(let context):
      // Our own types describe what they expect, starting in lowercase; the library's sentences mention Swift types.
      if let first = context.debugDescription.first, first.isLowercase {
        return (.refused(context.debugDescription), context.codingPath)
      }
      // The decoder gives no path for a number that is out of range.
      if context.codingPath.isEmpty { return (.refused(Self.unfitNumber), []) }
      return (.unsuitable(found: root.value(at: context.codingPath)?.inWords ?? "it"), context.codingPath)
    @unknown default: return (.unsuitable(found: "it"), [])
    }
  }

  private static let unfitNumber = "a number is too large, or has decimals although a whole number is required"

  private static func inWords(_ type: any Any.Type) -> String {
    switch type {
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is Bool.Type: "true or false"
    case is any StringProtocol.Type: "a text"
    case is [Any].Type: "a list"
    default: "a mapping"
    }
  }
}

extension JSONValue {
  /// The value at a decoder's path; nil if there is none.
  fileprivate func value(at path: [any CodingKey]) -> JSONValue? {
    path.reduce(self as JSONValue?) { value, key in
      switch value?.content {
      case .object(let object): object.members.first { $0.key == key.stringValue }?.value
      case .array(let array): key.intValue.flatMap { array.dropFirst($0).first }
      default: nil
      }
    }
  }

  /// Worded as in `SourceNode.inWords`.
  fileprivate var inWords: String {
    switch content {
    case .object: "a mapping"
    case .array: "a list"
    case .string(let text): text.count <= 40 ? "\"\(text)\"" : "\"\(text.prefix(40))…\""
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .bool(let flag): "\(flag)"
    case .null: "nothing"
    }
  }
}

extension CodingKey {
  /// `document.children[0].name`
  fileprivate func appended(to path: String) -> String {
    if let intValue { return "\(path)[\(intValue)]" }
    return path.isEmpty ? stringValue : "\(path).\(stringValue)"
  }
}
