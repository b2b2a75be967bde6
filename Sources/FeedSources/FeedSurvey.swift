import Diagnostics
import FeedIngest
import Files

/// The first way through a feed's files.
struct FeedSurvey {
  /// Pages of one file that are kept: those of a small file with thousands of lines take far more room than the file.
  private static let keptPages = 1000

  let keepsPages: Bool
  private var files: [FeedSource.SurveyedFile] = []
  /// Of files that can't be found, and of those that are no feeds.
  private var failures: DiagnosticTally
  private var facts = FeedFacts()
  private var join = FeedJoin()

  init(_ diagnostics: [Diagnostic], keepsPages: Bool) {
    failures = DiagnosticTally(diagnostics)
    self.keepsPages = keepsPages
  }

  mutating func read(_ file: FeedFile) {
    let stamp = FileStamp(file.url.path, following: true)
    var pages: [FeedPage]? = keepsPages ? [] : nil
    var mark: PageMark?
    var unplaced = DiagnosticTally()
    do throws(Diagnostic) {
      let reader = try FeedFileReader(file)
      while let page = try reader.next() {
        pages?.append(page)
        if let count = pages?.count, count > Self.keptPages { pages = nil }
        if page.service == nil, mark == nil {
          unplaced.add(page.diagnostics)
          continue
        }
        if mark == nil {
          mark = PageMark(file: file.name, startFrom: page.mark.startFrom)
          facts.tally.add(unplaced)
        }
        // A line that can't be read says nothing of what follows.
        let next = page.service == nil ? mark?.nextFrom : page.mark.nextFrom
        mark?.nextFrom = next
        facts.add(join.append(page))
      }
    } catch {
      if mark == nil { unplaced.add(error) } else { facts.tally.add(error) }
    }
    guard let mark else { return failures.add(unplaced) }
    files.append(FeedSource.SurveyedFile(file: file, stamp: stamp, mark: mark, pages: pages))
  }

  /// In page order, which may ask for going through the files once more.
  func source() throws(Diagnostic) -> FeedSource {
    let order = PageOrder.order(of: files.map(\.mark))
    let ordered = order.map { files[$0] }
    var facts = facts
    var join = join
    if order != Array(files.indices) {
      (facts, join) = (FeedFacts(), FeedJoin())
      for file in ordered {
        var pages = try file.open()
        while let page = try pages.next() { facts.add(join.append(page)) }
      }
    }
    if facts.count == 0, let first = ordered.first, !facts.tally.holdsErrors {
      facts.tally.add(FeedReader.emptyFeed(in: first.file.name))
    }
    facts.nextFrom = join.nextFrom
    facts.service = join.service
    var tally = failures
    tally.add(facts.tally)
    facts.tally = tally
    return FeedSource(facts: facts, files: ordered)
  }
}
