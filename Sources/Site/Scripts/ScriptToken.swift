/// A piece of a script, as ECMAScript's lexical grammar cuts it (ECMA-262, clause 12). Pieces follow each other without
/// gaps: together they are the script.
struct ScriptToken: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A name, a keyword, or a private name with its `#`.
    case word
    case number
    case string
    /// A template literal, or the part of one up to the next `${` or from a `}` on.
    case template
    case regularExpression
    case punctuator
    case comment
    /// Blanks within a line.
    case space
    case lineEnd
  }

  let kind: Kind
  /// In the script's UTF-8.
  let bytes: Range<Int>

  /// What an engine sees; comments and blanks only keep other tokens apart.
  var isSignificant: Bool {
    switch kind {
    case .word, .number, .string, .template, .regularExpression, .punctuator: true
    case .comment, .space, .lineEnd: false
    }
  }
}

/// What keeps a script from being cut into tokens, and where.
struct ScriptFault: Error, Hashable {
  enum Reason: Hashable, Sendable {
    case openString
    case openTemplate
    case openRegularExpression
    case openComment
    /// A bracket that nothing closes.
    case openBracket(String)
    /// A bracket that closes nothing, or the wrong one.
    case strayBracket(String)
  }

  let reason: Reason
  /// In the script's UTF-8.
  let offset: Int
}
