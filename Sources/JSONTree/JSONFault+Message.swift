extension JSONFault.Kind {
  /// In words, without the place.
  package var message: String {
    switch self {
    case .empty: "the file is empty"
    case .truncated(let inside) where inside.isEmpty: "the file ends in the middle"
    case .truncated(let inside): "the file ends in the middle, inside \(inside)"
    case .unexpected(let found, let expected): "not JSON: \(Self.quoted(found)) where \(expected.inWords) should be"
    case .badNumber: "not JSON: a number that is written wrongly"
    case .badEscape: "not JSON: a backslash with something after it that means nothing"
    case .controlCharacter: "not JSON: a line end or control character inside a string"
    case .tooDeep(let limit): "brackets are nested more than \(limit) levels deep"
    case .tooLarge(let limit): "the file has more than \(limit) bytes"
    case .trailingText: "not JSON: the document is complete here, but more text follows"
    }
  }

  private static func quoted(_ character: String) -> String {
    switch character.unicodeScalars.first {
    case nil: "nothing"
    case let scalar? where scalar.value < 0x20 || scalar.value == 0x7F: "a control character"
    case "\"": "a quote"
    default: "\"\(character)\""
    }
  }
}

extension JSONFault.Expected {
  fileprivate var inWords: String {
    switch self {
    case .value: "a value"
    case .key: "a key in quotes"
    case .colon: "a colon"
    case .commaOrBracket: "a comma or ]"
    case .commaOrBrace: "a comma or }"
    }
  }
}
