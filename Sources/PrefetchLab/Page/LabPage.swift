import Prefetching

/// The report as a page of its own: no script, nothing from elsewhere; each plot has its numbers in a table below it.
struct LabPage {
  let report: PrefetchReport
  let findings: LabFindings

  init(_ report: PrefetchReport, _ findings: LabFindings) { (self.report, self.findings) = (report, findings) }

  var html: String {
    let title = "Prefetching \(report.feed.name)"
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(SVG.escaped(title))</title>
      <style>\(LabPageStyle.text)</style>
      </head>
      <body>
      <header>
      <h1>\(SVG.escaped(title))</h1>
      <p>\(SVG.escaped("\(report.feed.inWords). \(report.viewersInWords.prefix(1).uppercased() + report.viewersInWords.dropFirst()), seed \(report.seed)."))</p>
      </header>
      <main>
      \(sections.joined(separator: "\n"))
      </main>
      </body>
      </html>

      """
  }

  private var sections: [String] {
    [recommendation, front, waits] + (findings.chosen == nil ? [] : [sweep]) + [session, method]
  }

  private func section(_ title: String, _ text: String, _ body: String) -> String {
    "<section><h2>\(SVG.escaped(title))</h2>\n<p>\(SVG.escaped(text))</p>\n\(body)\n</section>"
  }

  private func panels(_ plots: [(name: String, element: String)]) -> String {
    let figures = plots.map { plot in
      let link = report.links.first { $0.name == plot.name }?.facts ?? ""
      return
        "<figure><figcaption><b>\(SVG.escaped(plot.name))</b> \(SVG.escaped(link))</figcaption>\n\(plot.element)</figure>"
    }
    return "<div class=\"panels\">\(figures.joined(separator: "\n"))</div>"
  }

  // MARK: Sections

  private var recommendation: String {
    var html =
      "<section class=\"result\"><h2>Recommended: \(SVG.escaped(report.recommended))</h2>\n<p>\(SVG.escaped(report.reason.prefix(1).uppercased() + report.reason.dropFirst())).</p>\n"
    if !findings.feed.hasMedia {
      html += "<p>No card of this feed shows a picture: there is little to load ahead.</p>\n"
    }
    if report.viewers == 1 {
      html +=
        "<p class=\"warning\">\(SVG.escaped(PrefetchReport.oneViewer.prefix(1).uppercased() + PrefetchReport.oneViewer.dropFirst())).</p>\n"
    }
    if let change = report.change { html += change.html }
    for (link, load) in zip(report.links, findings.loads) where load > 1 {
      html +=
        "<p class=\"warning\">\(SVG.escaped("Over \(link.name) a viewer who waits for nothing would ask for \(LabNumber.text(load)) times what the link carries: no policy can be in time for every card."))</p>\n"
    }
    return html + "</section>"
  }

  private var front: String {
    let plots = findings.links.indices.map { link in
      let name = report.links[link].name
      return (
        name: name,
        element: ParetoPlot(
          link: name, rows: report.rows.filter { $0.link == name },
          settings: report.sweep?.settings.filter { $0.link == name } ?? [], id: "front-\(link)"
        ).element
      )
    }
    let tables = report.links.map { link in
      "<h3>\(SVG.escaped(link.inWords))</h3>\n\(report.table(of: link).html)"
    }
    return section(
      "Loaders and waste",
      "A loader is a card that was not there when it was looked at. Lower and further left is better; who is on the line has fewer loaders only for more waste. Bars are 95 % intervals\(report.sweep == nil ? "" : ", small dots are the settings of the sweep").",
      panels(plots)
        + "\n<details><summary>The numbers, with intervals</summary>\(tables.joined(separator: "\n"))</details>")
  }

  private var waits: String {
    let plots = findings.links.indices.map { link in
      (
        name: report.links[link].name,
        element: WaitPlot(
          link: report.links[link].name, findings: findings.findings.map { $0[link] }, id: "wait-\(link)"
        ).element
      )
    }
    let keys = findings.findings.enumerated().map { number, policy in
      "<li><svg viewBox=\"0 0 28 10\" aria-hidden=\"true\"><path d=\"M0 5L28 5\" class=\"wait d\(number % 8) s\(number % 8)\"/></svg>\(SVG.escaped(policy[0].setting.name))</li>"
    }
    let shares = [0.5, 0.75, 0.9, 0.95, 0.99]
    let table = LabTable(
      head: ["link and policy"] + shares.map { "\(LabNumber.text($0 * 100)) %" },
      rows: findings.links.indices.flatMap { link in
        findings.findings.map { policy in
          ["\(policy[link].link), \(policy[link].setting.name)"]
            + shares.map { "\(LabNumber.text(policy[link].waits[Int($0 * 200)])) s" }
        }
      })
    return section(
      "Time to display",
      "Which share of all cards was shown within how many seconds after it became active. A curve that starts higher has fewer loaders; one that rises sooner keeps people waiting for less long.",
      "<ul class=\"keys\">\(keys.joined())</ul>\n" + panels(plots)
        + table.folded("Seconds that a share of cards stays within"))
  }

  private var sweep: String {
    guard let chosen = findings.chosen, let report = report.sweep else { return "" }
    let plots = findings.links.indices.map { link in
      (
        name: self.report.links[link].name,
        element: SweepPlot(
          link: self.report.links[link].name, sweep: findings.sweep, findings: findings.swept[link], chosen: chosen,
          present: self.report.change?.present ?? PrefetchWeights(), goal: self.report.goal, id: "sweep-\(link)"
        ).element
      )
    }
    let keys = findings.sweep.axes.map(\.key)
    let table = LabTable(
      head: ["link"] + keys + ["waited", "loaders", "MB wasted"],
      rows: report.settings.prefix(1000).map { one in
        [one.link] + keys.map { LabNumber.exact(one.values[$0] ?? 0) }
          + ["\(one.waited.inWords) s", one.loaders.inWords, one.wasted.inWords]
      })
    let further =
      keys.count > 2
      ? " Further keys (\(keys.dropFirst(2).joined(separator: ", "))) have the values that were found." : ""
    let shades =
      keys.count == 1
      ? "The band is the 95 % interval."
      : "Shades are by powers, for differences among the best are small beside those to the worst."
    let shown =
      report.count * findings.links.count > 1000 ? "The first 1 000 rows; all are in prefetch.csv" : "All settings"
    return section(
      "The sweep",
      "The weighted policy with each of \(report.count) settings. The one that was found has the lowest \(self.report.goal == .waits ? "wait" : "number of loaders") and waste over all links together. \(shades)\(further)",
      panels(plots) + table.folded(shown))
  }

  private var session: String {
    let plot = SessionPlot(
      log: findings.session, feed: findings.feed, link: report.links[0].name, policy: report.recommended)
    let keys = [
      ("stall", "waited for"), ("looked", "looked at"), ("load loaded head", "loading what is seen first"),
      ("load loaded rest", "loading the rest"), ("load cancelled head", "given up"),
    ].map {
      "<li><svg viewBox=\"0 0 28 10\" aria-hidden=\"true\"><rect x=\"0\" y=\"0\" width=\"28\" height=\"10\" class=\"\($0.0)\"/></svg>\($0.1)</li>"
    }
    return section(
      "One session",
      "The first session of some length, over \(report.links[0].name) by \(report.recommended): a row a card, from the top of the feed. A thin line is a request that waits for its first byte.",
      "<ul class=\"keys\">\(keys.joined())</ul>\n<div class=\"scroll wide\" tabindex=\"0\">\(plot.element)</div>"
        + plot.table.folded("Every load"))
  }

  private var method: String {
    let viewer = report.viewer
    let lines = [
      "Viewers: \(viewer.loop == "closed" ? "a card's time begins when it is shown" : "the next card comes, come what may"); \(LabNumber.text(viewer.dwell)) s a card on average, \(LabNumber.text(viewer.back * 100)) % of moves go back, \(LabNumber.text(viewer.fling * 100)) % fling over eight cards\(viewer.session.map { ", \(LabNumber.text($0)) cards a session" } ?? "").",
      "Every policy has the same viewers over the same link; differences are taken viewer by viewer. Intervals hold in 95 of 100 cases (Student's t). Chosen settings are held against the present one with viewers that they were not chosen by.",
      "All chance comes from seed \(report.seed): the same seed gives the same page.",
      "A thousand cards are the unit of loaders, seconds waited, megabytes, requests and cancellations. Megabytes are millions of bytes. Wasted is what was given up, and what was loaded and not seen before the viewer left.",
    ].map { "<li>\(SVG.escaped($0))</li>" }
    return "<section><h2>How it was measured</h2>\n<ul>\(lines.joined(separator: "\n"))</ul>\n</section>"
  }
}

extension PrefetchReport {
  fileprivate func table(of link: Link) -> LabTable {
    LabTable(
      head: [
        "policy", "loaders", "waited", "beside \(recommended)", "90 % within", "99 % within", "stalled", "MB", "wasted",
        "requests", "cancelled",
      ],
      rows: rows.filter { $0.link == link.name }.map(\.cells))
  }
}

extension PrefetchReport.Change {
  fileprivate var html: String {
    let table = LabTable(
      head: ["found beside present, over", "seconds waited", "loaders", "MB wasted"],
      rows: differences.map { [$0.over, $0.waited.signed, $0.loaders.signed, $0.wasted.signed] })
    let lines = lines.filter { !$0.hasPrefix("over ") }.map { "<li>\(SVG.escaped($0))</li>" }
    return "<ul>\(lines.joined())</ul>\n" + (present == found ? "" : table.html)
  }
}

/// A table of the page; the first column names the row.
struct LabTable {
  let head: [String]
  let rows: [[String]]

  var html: String {
    let head = head.map { "<th scope=\"col\">\(SVG.escaped($0))</th>" }.joined()
    let rows = rows.map { row in
      let cells = row.enumerated().map { column, text in
        column == 0 ? "<th scope=\"row\">\(SVG.escaped(text))</th>" : "<td>\(SVG.escaped(text))</td>"
      }
      return "<tr>\(cells.joined())</tr>"
    }
    return
      "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>\(head)</tr></thead><tbody>\n\(rows.joined(separator: "\n"))\n</tbody></table></div>"
  }

  /// Folded away until it is asked for.
  func folded(_ summary: String) -> String {
    "<details><summary>\(SVG.escaped(summary))</summary>\(html)</details>"
  }
}

/// The page's style: light and dark as the system has it, colours with contrast on both grounds.
enum LabPageStyle {
  static let text = """

    :root { --ground: #f6f8fa; --card: #fff; --ink: #1f2328; --soft: #57606a; --line: #d8dee4; --grid: #eaeef2;
      --c0: #6e7781; --c1: #0969da; --c2: #bc4c00; --c3: #1a7f37; --c4: #8250df; --c5: #cf222e; --c6: #1f2328; --c7: #7d5300;
      --cold: #eef5fd; --hot: #0b4a94; --strong: #fff; --stall: #f0b429; --looked: #dbe9f9; --warn: #fff4d6 }
    @media (prefers-color-scheme: dark) {
      :root { --ground: #0d1117; --card: #161b22; --ink: #e6edf3; --soft: #9198a1; --line: #30363d; --grid: #21262d;
        --c0: #8b949e; --c1: #58a6ff; --c2: #f0883e; --c3: #3fb950; --c4: #bc8cff; --c5: #ff7b72; --c6: #e6edf3; --c7: #d29922;
        --cold: #152238; --hot: #9ecbff; --strong: #0d1117; --stall: #c69026; --looked: #1f3350; --warn: #33280f }
    }
    * { box-sizing: border-box }
    body { margin: 0; background: var(--ground); color: var(--ink);
      font: 15px/1.5 -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
    header, main { max-width: 1280px; margin: 0 auto; padding: 0 20px }
    header { padding-top: 28px } h1 { font-size: 26px; line-height: 1.2; margin: 0 0 6px } header p { margin: 0; color: var(--soft) }
    section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 18px 20px; margin: 18px 0 }
    h2 { font-size: 18px; margin: 0 0 6px } h3 { font-size: 14px; margin: 18px 0 6px }
    section > p { margin: 0 0 12px; color: var(--soft); max-width: 80ch } ul { margin: 0; padding-left: 20px; max-width: 100ch }
    .result li { margin: 2px 0 } section > p.warning { background: var(--warn); color: var(--ink); border-radius: 6px;
      padding: 8px 12px; margin: 12px 0 0; max-width: none }
    .panels { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 330px), 1fr)); gap: 20px }
    figure { margin: 0; min-width: 0; max-width: 560px } figcaption { font-size: 13px; margin: 0 0 4px; color: var(--soft); min-height: 3em }
    figcaption b { color: var(--ink); margin-right: 4px }
    svg { display: block; width: 100%; height: auto; overflow: visible }
    svg text { font-size: 11px; fill: var(--ink) } svg .tick { fill: var(--soft); font-variant-numeric: tabular-nums }
    svg .label { fill: var(--soft) } .middle { text-anchor: middle } .end { text-anchor: end }
    svg .name { font-weight: 600; paint-order: stroke; stroke: var(--card); stroke-width: 3px; stroke-linejoin: round }
    .grid { stroke: var(--grid) } .axis { stroke: var(--soft) }
    .front { fill: none; stroke: var(--soft); stroke-dasharray: 4 3; stroke-width: 1.5 } .dot { fill: var(--soft); opacity: .45 }
    .mark { stroke: var(--card); stroke-width: 1 } .bar { stroke-width: 1.5 } .wait, .curve { fill: none; stroke-width: 2 }
    .band { opacity: .18 } .chosen { stroke: var(--ink); stroke-dasharray: 2 3 }
    \(series)
    .d1 { stroke-dasharray: 9 3 } .d2 { stroke-dasharray: 2 3 } .d3 { stroke-dasharray: 7 3 2 3 } .d4 { stroke-dasharray: 5 3 }
    .d6 { stroke-dasharray: 1 3 } .d7 { stroke-dasharray: 12 4 }
    .cell { fill: color-mix(in oklab, var(--hot) var(--h), var(--cold)) } svg .value { font-size: 10px; font-variant-numeric: tabular-nums }
    svg .strong { fill: var(--strong) } .found { fill: none; stroke: var(--c5); stroke-width: 2.5 }
    .looked { fill: var(--looked) } .stall { fill: var(--stall) } .asked { stroke: var(--soft); stroke-width: 1 }
    .load.head { fill: var(--c1) } .load.rest { fill: var(--c4) } .load.cancelled { fill: var(--c5) } .load.unfinished { fill: var(--c0) }
    .keys { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 18px; padding: 0; margin: 0 0 12px; font-size: 13px }
    .keys svg { display: inline-block; width: 28px; height: 10px; margin-right: 6px }
    details { margin-top: 14px } summary { cursor: pointer; color: var(--c1); width: fit-content }
    .scroll { overflow-x: auto; margin-top: 8px } .scroll.wide svg { min-width: 900px } details .scroll { max-height: 480px; overflow: auto }
    table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums }
    th, td { padding: 4px 12px 4px 0; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap }
    th { font-weight: 600 } th:first-child { text-align: left } thead th { color: var(--soft); font-weight: 500 }
    :focus-visible { outline: 2px solid var(--c1); outline-offset: 2px }

    """

  /// A series' colour: of a shape, of a line, of a word.
  private static let series = (0...7).map { number in
    "rect.s\(number), circle.s\(number), polygon.s\(number), path.band.s\(number) { fill: var(--c\(number)) } "
      + "line.s\(number), path.wait.s\(number), path.curve.s\(number) { stroke: var(--c\(number)) } "
      + "svg text.s\(number) { fill: var(--c\(number)) }"
  }.joined(separator: "\n    ")
}
