import Prefetching
import Projects
import Testing

@Suite("Putting a setting into a project file")
struct ProjectFileEditTests {
  static let wanted = PrefetchWeights(budget: 8, video: 3, text: 0.5)

  @Test(
    "anything that is there is changed where it stands, anything that is not is added; comments, order and other keys stay",
    arguments: [
      ("", "prefetchBudget: 8\nprefetchWeights: {video: 3, text: 0.5}\n"),
      ("# nothing\n", "# nothing\nprefetchBudget: 8\nprefetchWeights: {video: 3, text: 0.5}\n"),
      ("locale: en", "locale: en\nprefetchBudget: 8\nprefetchWeights: {video: 3, text: 0.5}\n"),
      (
        "prefetchBudget: 12  # as measured\nlocale: en\n",
        "prefetchBudget: 8  # as measured\nlocale: en\nprefetchWeights: {video: 3, text: 0.5}\n"
      ),
      (
        "prefetchWeights: {video: 2, photo: 1} # mine\nlocale: ru # ё\nprefetchBudget: 1\n",
        "prefetchWeights: {video: 3, photo: 1, text: 0.5} # mine\nlocale: ru # ё\nprefetchBudget: 8\n"
      ),
      (
        "prefetchWeights:\n  # heavy\n  video: 2.5 # see docs\n  photo: 1\nlocale: en\nprefetchBudget: 8\n",
        "prefetchWeights:\n  # heavy\n  video: 3 # see docs\n  photo: 1\n  text: 0.5\nlocale: en\nprefetchBudget: 8\n"
      ),
      (
        "prefetchWeights: {photo: 1, video: 2, text: 2}\nprefetchBudget: 8.0\n",
        "prefetchWeights: {photo: 1, video: 3, text: 0.5}\nprefetchBudget: 8.0\n"
      ),
    ])
  func edited(_ text: String, _ expected: String) throws {
    #expect(ProjectFileEdit(text).setting(Self.wanted) == expected)
  }

  @Test("an existing setting is not changed")
  func same() {
    let text = "locale: en\nprefetchBudget: 8\nprefetchWeights: {video: 3, text: 0.5}"
    #expect(ProjectFileEdit(text).setting(Self.wanted) == text)
  }

  @Test(
    "a file that only a person can change is left alone",
    arguments: [
      "{locale: en}\n", "locale: en\n...\n", "a: &x {video: 2}\nprefetchWeights: *x\n", "prefetchWeights: {}\n",
    ])
  func refused(_ text: String) { #expect(ProjectFileEdit(text).setting(Self.wanted) == nil) }
}
