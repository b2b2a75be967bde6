import Comparison
import Files
import Foundation
import Testing

@Suite("Results of cases in a report")
struct CaseResultTests {
  private static let common =
    #""id":"a/b","masks":[],"post":"a","reasons":["r"],"reference":"baseline","scale":2,"screenWidth":375,"#
    + #""state":"expanded","theme":"light","verdict":"different""#

  private func decoded(_ json: String) throws -> CaseResult {
    try JSONDecoder().decode(CaseResult.self, from: Data(json.utf8))
  }

  @Test(
    "each kind keeps its own members",
    arguments: [
      #"{"boxes":[],"cluster":"c1","clusters":["c1","c2"],"deviations":[{"box":"card","changes":[],"reason":"r","what":[]}],"#
        + #""displacements":[],"drifted":true,"environment":"e",\#(common)}"#,
      #"{"boxes":[],"displacements":[],"id":"s/b","masks":[],"post":"a","reasons":[],"reference":"mockup","scale":2,"#
        + #""screenWidth":375,"state":"expanded","theme":"light","unmapped":{"boxes":["card"],"layers":1},"#
        + #""verdict":"similar"}"#,
      #"{"boxes":[],"displacements":[],"elements":{"card":{"pin":"*card"}},"id":"s/b","masks":[],"post":"a","#
        + #""reasons":[],"reference":"screen","scale":2,"screenWidth":375,"state":"screen","theme":"light","#
        + #""verdict":"similar"}"#,
      #"{"boxes":[],"displacements":[],"film":{"actual":"a.json","pictures":[]},"id":"films/expand/375@2x-light","#
        + #""masks":[],"post":"films","reasons":[],"reference":"baseline","scale":2,"screenWidth":375,"state":"","#
        + #""theme":"light","verdict":"new"}"#,
      #"{"boxes":[],"displacements":[],"id":"tokens/d","masks":[],"post":"tokens","reasons":[],"reference":"mockup","#
        + #""scale":0,"screenWidth":0,"state":"","takeOver":"feedproof figma","theme":"","tokens":{"broken":[],"#
        + #""changed":[],"design":"d","onlyInDesign":[],"onlyInProject":[]},"verdict":"different"}"#,
      #"{"boxes":[],"displacements":[],"id":"a.png","masks":[],"post":"a","reasons":[],"reference":"baseline","#
        + #""replacesBroken":true,"scale":1,"screenWidth":0,"state":"","theme":"","verdict":"error"}"#,
    ])
  func members(json: String) throws {
    #expect(try JSONText.line(decoded(json)) == json)
  }

  @Test("a report of an earlier version names one cause")
  func oneCause() throws {
    let result = try decoded(#"{"boxes":[],"cluster":"c1","displacements":[],\#(Self.common)}"#)
    #expect(result.causes == ["c1"])
    #expect(try JSONText.line(result).contains(#""cluster":"c1","clusters":["c1"]"#))
  }

  @Test("an image has a scale but no theme", arguments: [(1, true), (0, false)])
  func image(scale: Int, isImage: Bool) throws {
    let result = try decoded(
      #"{"boxes":[],"displacements":[],"id":"a.png","masks":[],"post":"a","reasons":[],"reference":"baseline","#
        + #""scale":\#(scale),"screenWidth":0,"state":"","theme":"","verdict":"obsolete"}"#)
    #expect((result.card == nil) == isImage)
  }

  @Test("the id decides between a card and a film", arguments: [("films", true), ("a", false)])
  func film(post: String, isFilm: Bool) {
    let result = CaseResult(
      id: "\(post)/expand/375@2x-light", reference: .baseline, post: post, variant: nil, verdict: .new, reasons: [])
    #expect(result.isFilm == isFilm && (result.card == nil) == isFilm)
  }
}
