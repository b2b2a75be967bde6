import Diagnostics
import FeedIngest
import Files

/// The first way through a feed's files.
struct FeedSurvey {
  let keepsPages: Bool
  private var files: [FeedSource.Part] = []
  /// Of files that are no feeds.
  private var failures: [Diagnostic] = []
  private var facts = FeedFacts()
  private var join = FeedJoin()

  init(keepsPages: Bool) {
    self.keepsPages = keepsPages
  }

  mutating func read(_ file: FeedFile) {
    let stamp = FileStamp(file.url.path, following: true)
    var pages: [FeedPage] = []
    var mark: PageMark?
    var unplaced: [Diagnostic] = []
    do throws(Diagnostic) {
      let reader = try FeedFileReader(file)
      while let page = try reader.next() {
        if page.service == nil, mark == nil {
          unplaced += page.diagnostics
          if keepsPages { pages.append(page) }
          continue
        }
        if mark == nil {
          mark = PageMark(file: file.name, startFrom: page.mark.startFrom)
          facts.diagnostics += unplaced
        }
        // A line that can't be read says nothing of what follows.
        let next = page.service == nil ? mark?.nextFrom : page.mark.nextFrom
        mark?.nextFrom = next
        facts.add(join.append(page))
        if keepsPages { pages.append(page) }
      }
    } catch {
      if mark == nil { unplaced.append(error) } else { facts.diagnostics.append(error) }
    }
    guard let mark else { return failures += unplaced }
    files.append(FeedSource.Part(file: file, stamp: stamp, mark: mark, pages: keepsPages ? pages : nil))
  }

  /// In page order, which may ask for going through the files once more.
  func source() throws(Diagnostic) -> FeedSource {
    let order = PageOrder.order(of: files.map(\.mark))
    let ordered = order.map { files[$0] }
    var facts = facts
    var join = join
    if order != Array(files.indices) {
      (facts, join) = (FeedFacts(), FeedJoin())
      for part in ordered {
        var pages = try part.open()
        while let page = try pages.next() { facts.add(join.append(page)) }
      }
    }
    if facts.count == 0, let first = ordered.first, !facts.diagnostics.contains(where: { $0.severity == .error }) {
      facts.diagnostics.append(FeedReader.emptyFeed(in: first.file.name))
    }
    facts.nextFrom = join.nextFrom
    facts.service = join.service
    facts.diagnostics = failures + facts.diagnostics
    return FeedSource(facts: facts, files: ordered)
  }
}
