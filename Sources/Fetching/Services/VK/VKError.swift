import JSONTree

/// An error of VK's (dev.vk.com, "Error codes") and what to do about it.
struct VKError {
  private let code: Int
  private let said: String
  /// Where a person proves to be one.
  private let page: String?

  init(_ node: JSONNode) {
    code = node.int("error_code") ?? 0
    said = node.text("error_msg", "error_text") ?? ""
    page = node.text("redirect_uri", "captcha_img")
  }

  var verdict: HTTPClient.Verdict {
    switch code {
    case 1, 10: .again(issue(nil), wait: nil)
    case 6: .again(issue("ask more slowly: --sleep 1"), wait: 1)
    default: .stop(issue(hint))
    }
  }

  private func issue(_ hint: String?) -> FetchIssue { .serviceError(code: code, said: said, hint: hint) }

  private var hint: String? {
    switch code {
    case 5, 1114, 1117: "the token is missing, expired or revoked; give a new one with --token-file"
    case 27: "a community's token can't ask this; give a user's or a service token"
    case 28: "a service token can't ask this; give a user's token"
    case 9: "too much of the same was asked; run again in some hours"
    case 29: "the day's limit of this method is reached; run again tomorrow"
    case 14: page.map { "VK asks for a captcha; answer it in a browser and run again: \($0)" }
    case 17: page.map { "VK wants the login confirmed; open this in a browser, then run again: \($0)" }
    case 15, 203: "the wall is closed to this token"
    case 18: "the page is deleted or banned; there is nothing to fetch"
    case 30: "the profile is private; fetch it as one of its friends"
    case 113: "there is no such user; check the number"
    case 125, 100: "check the address; communities have negative numbers"
    default: nil
    }
  }
}
