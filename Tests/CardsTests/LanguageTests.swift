import Cards
import Testing

@Suite("Languages")
struct LanguageTests {
  @Test(
    "a machine speaks the first language that its variables name, as POSIX has them, or English",
    arguments: [
      (["LANG": "ru_RU.UTF-8"], "ru"), (["LANG": "ru_RU.UTF-8", "LC_MESSAGES": "en_GB"], "en"),
      (["LANG": "en_US.UTF-8", "LC_ALL": "ru@latin"], "ru"), (["LANG": "ru", "LC_ALL": ""], "ru"),
      (["LANG": "C.UTF-8"], "en"), (["LANG": "xx_XX"], "en"), ([:], "en"),
    ])
  func spoken(variables: [String: String], code: String) {
    #expect(Language(spokenBy: variables).code == code)
  }
}
