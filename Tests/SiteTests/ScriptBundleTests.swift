import Diagnostics
import Site
import Testing

@Suite("A page's modules as one script")
struct ScriptBundleTests {
  private func bundle(_ scripts: [String: String]) throws(Diagnostic) -> String {
    try ScriptBundle("feed/main.js", in: scripts).text
  }

  private func diagnostic(_ scripts: [String: String]) -> Diagnostic? {
    #expect(throws: Diagnostic.self) { try bundle(scripts) }
  }

  @Test("anything that is imported is before who imports it, once")
  func order() throws {
    let text = try bundle([
      "feed/main.js": "import { b } from './b.js';\nimport { c } from '../common/c.js';\nb(c);",
      "feed/b.js": "import { c } from '../common/c.js';\nexport function b(value) { return value + c; }",
      "common/c.js": "export const c = 1;",
    ])
    #expect(
      text == """
        'use strict';
        (() => {
        const c=1;
        function b(value){return value+c;}
        b(c);
        })();

        """)
  }

  @Test(
    "each form of export is a declaration without the word",
    arguments: [
      "export const a = 1, b = 2;", "export let a = 1, b;", "export const { a, x: b = { c: 1 } } = o;",
      "export const [a, ...b] = o;",
      "export async function a() {}\nexport class b {}", "export function* a() {}\nexport class b extends a {}",
    ])
  func exports(text: String) throws {
    let module = try ScriptModule(path: "a.js", text: text)
    #expect(module.exports == ["a", "b"] && module.names.map(\.text) == ["a", "b"])
    #expect(!module.body.contains("export"))
  }

  @Test("names inside of functions and expressions are no one else's")
  func innerNames() throws {
    let text = """
      const a = function b() { const c = 1; }, d = class e {};
      for (const f of []) { let g; }
      label: { function h() {} }
      const { [i]: j = (k) => { const l = 1; } } = m
      function n() {}
      """
    #expect(try ScriptModule(path: "a.js", text: text).names.map(\.text) == ["a", "d", "i", "j", "n"])
  }

  @Test("a name that two modules declare is reported with both places")
  func doubledName() {
    let found = diagnostic([
      "feed/main.js": "import { count } from './b.js';\n  const total = count;",
      "feed/b.js": "export const count = 1;\nlet total;",
    ])
    #expect(found?.code == "site.script-name" && found?.place?.description == "feed/main.js:2:9")
    #expect(found?.message == "\"total\" is also declared in feed/b.js:2:5")
  }

  @Test("a loop of imports is reported with its modules")
  func circle() {
    let found = diagnostic([
      "feed/main.js": "import './a.js';", "feed/a.js": "import { b } from './b.js';\nexport const a = 1;",
      "feed/b.js": "import { a } from './a.js';\nexport const b = 1;",
    ])
    #expect(found?.code == "site.script-circle" && found?.place?.description == "feed/b.js:1:19")
    #expect(found?.message.hasSuffix("feed/a.js → feed/b.js → feed/a.js") == true)
  }

  @Test(
    "anything that can't be imported is reported with its place",
    arguments: [
      ("import { a } from './crad.js';", "site.script-missing", 19, "did you mean \"feed/card.js\"?"),
      ("import { make } from './card.js';", "site.script-export", 10, "did you mean \"maker\"?"),
      ("import { a } from 'card.js';", "site.script-form", 19, nil),
      ("import { a } from '../../card.js';", "site.script-form", 19, nil),
      ("import { a as b } from './card.js';", "site.script-form", 1, nil),
      ("import * as a from './card.js';", "site.script-form", 1, nil),
      ("import a from './card.js';", "site.script-form", 1, nil),
      ("  await import('./card.js');", "site.script-form", 9, nil),
      ("const a = import.meta.url;", "site.script-form", 11, nil),
      ("export default 1;", "site.script-form", 1, nil), ("export { a };", "site.script-form", 1, nil),
      ("export * from './card.js';", "site.script-form", 1, nil), ("const a = 'b", "site.script", 11, nil),
    ] as [(String, String, Int, String?)])
  func forms(text: String, code: String, column: Int, hint: String?) {
    let found = diagnostic(["feed/main.js": text, "feed/card.js": "export const maker = 1;"])
    #expect(found?.code == code && found?.place?.description == "feed/main.js:1:\(column)")
    #expect(found?.hint != nil && (hint == nil || found?.hint == hint))
  }

  @Test("the word import is a name like any other behind a dot and in braces")
  func importAsName() throws {
    #expect(try bundle(["feed/main.js": "a.import(b, { import: 1 });"]).contains("a.import(b,{import:1});"))
  }
}
