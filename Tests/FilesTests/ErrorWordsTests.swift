import Diagnostics
import Files
import Foundation
import Testing

@Suite("Errors as text")
struct ErrorWordsTests {
  private enum Unforeseen: Error { case value(secret: Int) }

  @Test(
    "errors of the system and of Feedproof are reported with their own message",
    arguments: [
      (POSIXError(.ENOSPC), "No space left on device"), (CocoaError(.fileReadNoSuchFile), "no such file"),
      (CocoaError(.fileWriteUnknown, userInfo: [NSUnderlyingErrorKey: POSIXError(.EIO)]), "Input/output error"),
      (FileError("a", .folder), "it is a folder"),
      (FileError("a", .folder).diagnostic, "this must be a regular file, but is something else"),
    ] as [(any Error, String)])
  func words(error: any Error, words: String) {
    #expect(reason(error).contains(words))
  }

  @Test(
    "no other error shows how its value looks in Swift",
    arguments: [
      Unforeseen.value(secret: 7), DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "secret")),
      CocoaError(.featureUnsupported, userInfo: ["secret": 7]),
    ] as [any Error])
  func unforeseen(error: any Error) {
    let words = reason(error)
    #expect(!words.contains("secret") && !words.contains("7,") && !words.contains("codingPath"))
    #expect(words.contains("of type") || words.contains("Cocoa error"))
  }
}
