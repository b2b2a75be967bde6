import FeedReading
import Testing

@Suite("What documents next to a feed say of its author")
struct FeedContextTests {
  private func context(_ documents: String...) -> (context: FeedContext, taken: [Bool]) {
    var context = FeedContext()
    let taken = documents.map { context.add(FeedDocument(name: "a.js", bytes: Array($0.utf8))) }
    return (context, taken)
  }

  private static let account = """
    window.YTD.account.part0 = [
      {"account": {"username": "anna", "accountId": "77", "accountDisplayName": "Anna &amp; K"}}
    ]
    """
  private static let profile =
    #"window.YTD.profile.part0 = [{"profile": {"avatarMediaUrl": "https://pbs.twimg.com/profile_images/1/a.jpg"}}];"#

  @Test("an actor is known by its address, with name, handle, image and page")
  func actor() {
    let actor = """
      {"@context": [], "id": "https://m.example/users/anna", "type": "Person", "preferredUsername": "anna",
       "name": "Anna K", "url": "https://m.example/@anna", "icon": {"type": "Image", "url": "avatar.png"}}
      """
    let (context, taken) = context(actor)
    #expect(taken == [true])
    let owner = context.owner
    #expect(owner?.id == "https://m.example/users/anna")
    #expect(owner?.name == "Anna K" && owner?.handle == "anna@m.example" && owner?.page == "https://m.example/@anna")
    #expect(owner?.avatar?.sources.map(\.url) == ["avatar.png"])
  }

  @Test("an account and a profile are one owner, whichever comes first", arguments: [false, true])
  func account(profileFirst: Bool) {
    let (context, taken) =
      profileFirst ? context(Self.profile, Self.account) : context(Self.account, Self.profile)
    #expect(taken == [true, true])
    let owner = context.owner
    #expect(owner?.id == "77")
    #expect(owner?.name == "Anna & K" && owner?.handle == "anna" && owner?.page == "https://x.com/anna")
    #expect(owner?.avatar?.sources.first?.url.hasSuffix("/a.jpg") == true)
  }

  @Test(
    "other documents say nothing of an owner",
    arguments: [
      "", "{}", "[]", #"{"type": "Note", "id": "https://m.example/1", "name": "A"}"#, #"{"type": "Person"}"#,
      "window.YTD.tweets.part0 = []", "window.YTD.account.part0 = []", "window.YTD.account.part0 = [{}]",
      "window.location = 'x'", "= = =", "window.YTD.account.part0 = [",
    ])
  func others(text: String) {
    let (context, taken) = context(text)
    #expect(taken == [false] && context == FeedContext())
  }
}
