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
