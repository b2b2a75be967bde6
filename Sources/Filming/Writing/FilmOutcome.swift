import Diagnostics
import Drawing
import RunSupport

/// The result of a run of films.
package struct FilmOutcome: Encodable, Sendable {
  package struct Film: Encodable, Sendable {
    package var film: String
    /// `375@2x-light`
    package var screen: String
    package var frames: Int
    package var seconds: Double
    package var judgement: FilmRecord.Judgement
    /// The path in the output folder.
    package var folder: String

    init(_ record: FilmRecord, folder: String) {
      film = record.film
      screen = record.screen.name
      frames = record.frames.count
      seconds = record.frames.last?.time ?? 0
      judgement = record.judgement
      self.folder = folder
    }
  }

  /// A scene that the feed lacks the content for.
  package struct SkippedFilm: Encodable, Sendable {
    package var film: String
    package var screen: String
    package var why: String
  }

  package var films: [Film] = []
  /// The skipped scenes if all were requested.
  package var leftOut: [SkippedFilm] = []
  package let folder: String

  /// The failure of the run; nil if there are no jumps, blanks, or ends pushed out of view.
  package var failure: RunFailure? { films.allSatisfy(\.judgement.isGood) ? nil : .different }
}

extension FilmOutcome: CustomStringConvertible {
  /// The final line of output.
  package var description: String {
    let (count, bad) = (films.count, films.count { !$0.judgement.isGood })
    let isPushed = films.contains { $0.judgement.pushedEnds != nil }
    let wrong = isPushed ? "jump, are blank, or lose the last message" : "jump or are blank"
    let verdict = bad == 0 ? "no jumps, no blanks" : "\(bad) of them \(wrong)"
    return "\(count) \(count == 1 ? "film" : "films") in \(folder): \(verdict)"
  }

  /// A table, followed by descriptions of faults.
  package var text: String {
    var rows = [["film", "screen", "frames", "jumps", "largest", "sum", "blank", "placeholders"]]
    rows += films.map { film in
      let judgement = film.judgement
      let points = { (value: Double) in value == 0 ? "0" : "\(FilmNumber.text(value)) pt" }
      return [
        film.film, film.screen, "\(film.frames)", "\(judgement.jumps.count)",
        points(abs(judgement.largestJump?.distance ?? 0)), points(judgement.jumpSum), points(judgement.blankPoints),
        judgement.placeholders == 0 ? "0" : "\(judgement.placeholders) photos",
      ]
    }
    return
      (TextTable(rows: rows, namedBy: 2).lines.map(\.trimmedEnd) + films.flatMap(\.complaints) + leftOut.map(\.text))
      .map { $0 + "\n" }
      .joined()
  }
}

extension FilmOutcome.SkippedFilm {
  fileprivate var text: String { "\(film) on \(screen) was skipped: \(why)" }
}

extension FilmOutcome.Film {
  fileprivate var complaints: [String] { judgement.complaints.map { "\(film) on \(screen): \($0)" } }
}

extension FilmRecord.Judgement {
  /// The maximum number of jumps to list individually.
  private static let told = 5

  /// The descriptions of faults.
  package var complaints: [String] {
    var lines = jumps.prefix(Self.told).map(\.inWords)
    if jumps.count > Self.told { lines.append("\(jumps.count - Self.told) more jumps") }
    lines += (pushedEnds ?? []).map(\.inWords)
    if blankPoints > 0 {
      lines.append(
        "at \(FilmNumber.seconds(blankTime)) s, \(FilmNumber.text(blankPoints)) pt of the screen are blank")
    }
    return lines
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension FilmRecord {
  init(_ drawing: FilmDrawing, keyFrames: [Int]) throws {
    let film = drawing.film
    self.init(
      film, of: drawing.composer.source.feed, on: drawing.composer.source.screen,
      keyFrames: try keyFrames.enumerated().map { index, number in
        KeyFrame(
          time: (film.frames[number].frame.time * 1e6).rounded() / 1e6,
          text: film.label(of: number, after: index > 0 ? keyFrames[index - 1] : nil),
          sha256: try drawing.picture(ofFrame: number).sha256.hex)
      })
  }

  init(_ film: PlayedFilm, of feed: FilmFeed, on screen: FilmScreen, keyFrames: [KeyFrame]) {
    self.init(
      film: film.script.name, isChat: feed.isChat ? true : nil,
      screen: Screen(width: screen.width, height: screen.height, scale: screen.scale, theme: screen.theme),
      rate: film.rate, events: film.happenings.map { RecordedEvent(time: FilmNumber.rounded($0.time), text: $0.text) },
      judgement: film.judgement, keyFrames: keyFrames, frames: film.frames.map { Frame($0, of: feed, on: screen) })
  }

  /// The title of a storyboard: "expand · 375@2x-light · 3.2 s · nothing moves on its own".
  var title: String {
    let wrong: [String?] = [
      judgement.largestJump.map { jump in
        let largest = "\(FilmNumber.text(abs(jump.distance))) pt"
        let count = judgement.jumps.count
        return count == 1 ? "jumps by \(largest)" : "\(count) jumps, the largest by \(largest)"
      },
      judgement.pushedEnds?.first.map {
        "the last message is pushed \(FilmNumber.text($0.distance)) pt off the screen"
      },
      judgement.blankPoints > 0 ? "blank by \(FilmNumber.text(judgement.blankPoints)) pt" : nil,
      judgement.placeholders > 0 ? "up to \(judgement.placeholders) photos missing" : nil,
    ]
    let told = wrong.compactMap { $0 }
    let length = "\(FilmNumber.text(frames.last?.time ?? 0)) s"
    return ([film, screen.name, length] + (told.isEmpty ? ["no jumps"] : told))
      .joined(separator: "  ·  ")
  }
}

extension FilmRecord.Screen {
  package var name: String { ImageVariant(width: width, scale: scale, theme: theme).name }
}
