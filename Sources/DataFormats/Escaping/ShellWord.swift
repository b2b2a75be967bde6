/// Writes text as one word of a POSIX shell, for commands that people paste.
package enum ShellWord {
  /// Returns the word, quoted if a shell would interpret it.
  ///
  /// A shell reads back the same text. Control characters, line breaks, bidirectional controls and other invisible
  /// characters are written as `"$(printf '\033')"`: readers see them, and terminals don't obey them. Arguments can't
  /// contain U+0000, so it becomes U+FFFD.
  package static func quoted(_ text: String) -> String {
    guard !isPlain(text) else { return text }
    let scalars = text.unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : $0 }
    var word = Word()
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      guard isHidden(scalar) else {
        word.append(scalar)
        index += 1
        continue
      }
      var end = index
      while end < scalars.count, isHidden(scalars[end]) { end += 1 }
      // A shell drops line breaks at the end of a command's output, so the visible character after them goes into the
      // command too.
      if scalars[end - 1] == "\n", end < scalars.count { end += 1 }
      word.append(hidden: scalars[index..<end])
      index = end
    }
    return word.finished()
  }

  /// Returns a path as a word that no program takes for an option.
  package static func path(_ path: String) -> String {
    quoted(path.utf8.first == UInt8(ascii: "-") ? "./\(path)" : path)
  }

  /// Returns whether a shell leaves the text unchanged. zsh replaces a word that begins with `=`.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "=") else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      case UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: "="), UInt8(ascii: ":"),
        UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }

  /// Returns whether the scalar is invisible, or changes how the surrounding text reads or what the terminal does.
  static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Control characters; line and paragraph separators.
    case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
    // Bidirectional controls.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    // Characters without width that don't affect how letters join.
    case 0x00AD, 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }

  /// A word made of `'…'`, `\'` and `"$(printf '…')"`.
  private struct Word {
    private var text = ""
    private var isQuoted = false
    /// The number of `#` at the end, at most 2. Logs interpret `##[` as a command.
    private var marks = 0

    mutating func append(_ scalar: Unicode.Scalar) {
      if scalar == "'" || scalar == "[" && marks == 2 {
        close()
        text += "\\"
        text.unicodeScalars.append(scalar)
      } else {
        if !isQuoted { text += "'" }
        isQuoted = true
        text.unicodeScalars.append(scalar)
      }
      marks = scalar == "#" ? min(marks + 1, 2) : 0
    }

    /// - Parameter scalars: Hidden scalars. They end in line breaks only at the end of the word.
    mutating func append(hidden scalars: ArraySlice<Unicode.Scalar>) {
      close()
      marks = 0
      let kept =
        scalars.last == "\n" ? scalars.lastIndex { $0 != "\n" }.map { $0 + 1 } ?? scalars.startIndex : scalars.endIndex
      if kept > scalars.startIndex { text += "\"$(printf '\(Self.octal(scalars[..<kept]))')\"" }
      // `$'…'` is in POSIX since 2024, and most shells had it before. Nothing else writes a line break at the end of a
      // word in one line.
      if kept < scalars.endIndex { text += "$'\(String(repeating: "\\n", count: scalars.endIndex - kept))'" }
    }

    private static func octal(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
      scalars.flatMap { UTF8.encode($0).map(Array.init) ?? [] }.map { byte in
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }.joined()
    }

    private mutating func close() {
      if isQuoted { text += "'" }
      isQuoted = false
    }

    mutating func finished() -> String {
      close()
      return text.isEmpty ? "''" : text
    }
  }
}
