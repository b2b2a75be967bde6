import Diagnostics
import Layout
import Raster

extension KitIssue {
  package var severity: Diagnostic.Severity {
    switch self {
    case .photoMissing, .photoUnreadable, .photoUndecodable, .missingGlyphs, .layoutProblem, .textTooLong,
      .themeBorrowed, .photoOverBudget:
      .warning
    case .photoNote(url: _, let note): note.severity
    default: .error
    }
  }

  package var code: String {
    switch self {
    case .noSuchInput, .noSuchTemplate: "input.missing"
    case .folderWithoutFeeds: "input.no-feeds"
    case .unreadable: "input.unreadable"
    case .unwritable: "output.unwritable"
    case .outputBusy: "output.busy"
    case .inTheWay: "output.in-the-way"
    case .projectSyntax: "project.syntax"
    case .projectUnknownKey: "project.unknown-key"
    case .projectValue: "project.value"
    case .optionValue: "option.value"
    case .noPostWithID: "option.post"
    case .photoMissing: "photo.missing"
    case .photoUnreadable: "photo.unreadable"
    case .photoUndecodable(url: _, let error): error.code
    case .photoNote(url: _, let note): note.code
    case .photoOverBudget: "photo.over-budget"
    case .missingGlyphs: "font.missing-glyphs"
    case .textTooLong: "card.text-too-long"
    case .designMissing: "design.missing"
    case .folderUnused: "design.unused-folder"
    case .themeMissing: "design.no-theme"
    case .themeBorrowed: "design.borrowed-theme"
    case .notAFile: "input.not-a-file"
    case .inputChanged: "input.changed"
    case .inputMissing: "input.none"
    case .pictureTooTall: "option.too-tall"
    case .layoutProblem: "layout.unsatisfiable"
    case .resourcesMissing: "resources.missing"
    case .noPosts: "feed.no-posts"
    case .templateNeedsData: "template.needs-data"
    }
  }

  package var message: String {
    switch self {
    case .noSuchInput: "there is no such file or folder"
    case .noSuchTemplate: "there is no such template"
    case .folderWithoutFeeds: "the folder holds no feed (no .json file)"
    case .unreadable(let reason): "the file can't be read: \(reason)"
    case .unwritable(let reason): "the file can't be written: \(reason)"
    case .outputBusy(let holder): "another run works in this folder\(holder.map { ": \($0)" } ?? "")"
    case .inTheWay: "this is where the new output is made, and something else is there"
    case .projectSyntax(let reason): reason
    case .projectUnknownKey(let key, known: _): "unknown key \"\(key)\""
    case .projectValue(let key, let expected): "\"\(key)\" must be \(expected)"
    case .optionValue(let option, let value, let expected): "\(option) \"\(value)\" must be \(expected)"
    case .noPostWithID(let id, known: _): "the feed has no post \"\(id)\""
    case .photoMissing(let url, lookedFor: _): "the photo \(url) is not there; its placeholder is drawn"
    case .photoUnreadable(let url, let reason): "the photo \(url) can't be read: \(reason); its placeholder is drawn"
    case .photoUndecodable(let url, let error): "the photo \(url): \(error.message); its placeholder is drawn"
    case .photoNote(let url, let note): "the photo \(url): \(note.message)"
    case .photoOverBudget(let url, let bytes, let limit):
      "the photo \(url) takes \(ByteCount.text(bytes)) to decode, of \(ByteCount.text(limit)) for the whole run"
    case .missingGlyphs(let scalars): "missing glyphs: \(scalars.map(Self.describe).joined(separator: ", "))"
    case .layoutProblem(let problem):
      "\(problem.path.isEmpty ? "a box without a name" : "the box \(problem.path)"): \(Self.describe(problem.fact))"
    case .resourcesMissing(let path): "\(path) is missing"
    case .textTooLong: "the text is longer than a card shows; it is cut"
    case .designMissing(let path): "\(path) is missing or can't be read"
    case .themeMissing(let theme, let overlay): "there is no theme \"\(theme)\": \(overlay) is missing"
    case .themeBorrowed(let theme, let overlay, let other):
      "\(overlay) is missing; the theme \"\(theme)\" is \(other) laid over these tokens"
    case .folderUnused(let path): "nothing in \(path) is used: it holds no template of a known name"
    case .inputChanged: "the file has changed since this run began to read it"
    case .notAFile: "this is neither a regular file nor a folder"
    case .inputMissing: "no feed is given, and this folder is no project"
    case .pictureTooTall(let points, let scale, let limit):
      "a feed picture of \(points) points at \(scale)x is taller than the \(limit) pixels a picture may have"
    case .noPosts: "nothing could be read: there is no post to show"
    case .templateNeedsData(let card): "the template shows \"\(card)\", and there is no feed here"
    }
  }

  package var hint: String? {
    switch self {
    case .noSuchInput: "give a feed's JSON file, a folder of them, or a project folder with feedproof.yml"
    case .noSuchTemplate: "give a template file, or a folder that holds .yml files"
    case .folderWithoutFeeds: "give the feed's file, or a folder that holds .json files"
    case .unreadable: "check the file's permissions"
    case .unwritable: "check the folder's permissions and the disk's free space, or choose another --output"
    case .outputBusy: "wait until it ends, or choose another --output"
    case .inTheWay: "move it away"
    case .projectSyntax: nil
    case .projectUnknownKey(let key, let known):
      nearest(to: key, among: known).map { "did you mean \"\($0)\"?" } ?? "known keys: \(known.joined(separator: ", "))"
    case .projectValue, .optionValue: nil
    case .noPostWithID(let id, let known):
      nearest(to: id, among: known).map { "did you mean \"\($0)\"?" }
        ?? "posts of this feed: \(known.prefix(8).joined(separator: ", "))\(known.count > 8 ? ", …" : "")"
    case .photoMissing(_, let lookedFor): lookedFor.first.map { "put it at \($0); no network request is made" }
    case .photoUnreadable: "check the file's permissions"
    case .photoUndecodable(url: _, let error): error.hint
    case .photoNote(url: _, let note): note.hint
    case .photoOverBudget: "store a smaller copy of it, or raise --memory"
    case .missingGlyphs: "no face of the font lock has them; add one to the lock (feedproof fonts)"
    case .layoutProblem: "check the card template and its tokens"
    case .resourcesMissing:
      "run ./feedproof from the checkout, or set FEEDPROOF_HOME to the folder that holds Templates"
    case .noPosts, .textTooLong: nil
    case .designMissing: "check the path; paths in feedproof.yml start at that file"
    case .themeMissing(let theme, let overlay):
      "write what \(theme) changes into \(overlay) beside the tokens, or leave the theme out (--theme light)"
    case .themeBorrowed(let theme, let overlay, from: _):
      "write what \(theme) changes into \(overlay) beside the tokens"
    case .folderUnused:
      "name the files as in Templates/Cards (post.yml, …) or Templates/Site (feed.html.mustache, feed/card.js, …)"
    case .inputChanged: "run again when nobody writes to it"
    case .notAFile: "save the feed to a file first"
    case .inputMissing: "give a feed's JSON file, a folder of them, or a project folder with feedproof.yml"
    case .pictureTooTall: "choose a smaller --feed-height or --scale"
    case .templateNeedsData:
      "lay it out with feedproof show --stage layout FEED --cards FOLDER; \"card: none\" is for templates without data"
    }
  }

  private static func describe(_ fact: LayoutProblem.Fact) -> String {
    switch fact {
    case .ratioNotPositive(let ratio): "a ratio of \(ratio) is not above 0; the child decides its size"
    case .infiniteSize: "it has no content and may be infinitely large; it is laid out empty"
    case .textWithoutWidth: "a text has no width to stand in"
    case .notANumber: "a length is not a number; it is taken as 0"
    case .negativeLength(let length): "a length of \(length) is below 0; it is taken as 0"
    case .tooDeep(let limit): "it lies more than \(limit) elements deep and is left out"
    }
  }

  private static func describe(_ scalar: UInt32) -> String {
    let hex = String(scalar, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
    return Unicode.Scalar(scalar)?.properties.name.map { "\(code) \($0)" } ?? code
  }
}
