import Projects

/// The topics of `feedproof help TOPIC`, apart from commands.
enum HelpTopic: String, CaseIterable {
  case project, environment, json, fonts, formats, baselines, mockups, screens
  case exitCodes = "exit-codes"

  /// Returns the topic of a word; former names count too.
  init?(_ word: String) {
    switch word {
    case "statuses", "exit-statuses", "status": self = .exitCodes
    default: self.init(rawValue: word)
    }
  }

  var abstract: String {
    switch self {
    case .project: "keys of feedproof.yml"
    case .environment: "environment variables"
    case .json: "output of --json, and its schemas"
    case .fonts: "how fonts are chosen and added"
    case .formats: "feeds and chats that can be read"
    case .baselines: "how baselines are stored, approved and merged"
    case .mockups: "how cards are compared with designs"
    case .screens: "how screens of an app are compared with cards"
    case .exitCodes: "exit statuses of all commands"
    }
  }

  static var list: String {
    let width = (allCases.map(\.rawValue.count).max() ?? 0) + 2
    let lines = allCases.map { topic in
      "  \(topic.rawValue)\(String(repeating: " ", count: width - topic.rawValue.count))\(topic.abstract)\n"
    }
    return "TOPICS:\n\(lines.joined())\n  See 'feedproof help <topic>', and 'feedproof help <command>' for a command.\n"
  }

  /// The topic's text, in lines of at most 80 columns.
  var text: String {
    switch self {
    case .project: HelpText.project
    case .environment: HelpText.environment
    case .json: HelpText.json
    case .fonts: HelpText.fonts
    case .formats: HelpText.formats
    case .baselines: HelpText.baselines
    case .mockups: HelpText.mockups
    case .screens: HelpText.screens
    case .exitCodes: HelpText.exitCodes
    }
  }
}

private enum HelpText {
  static var project: String {
    """
    A folder with feedproof.yml is a project. Every key is optional. Options of the
    command line have the same names (timeZone, --time-zone) and override keys.
    feedproof config prints all settings with their sources.

    \(settings)
    Example: feedproof export holiday, with holiday/feedproof.yml:
      widths: [320, 375, 414]
      locale: en

    Editors check and complete the file if it names the schema of its version; see
    the first line that feedproof init writes.

    """
  }

  /// One line per setting. Adjacent settings with the same description share a line.
  private static var settings: String {
    var lines: [(keys: String, text: String)] = []
    var group: [String] = []
    for setting in Setting.all {
      let text = setting.help.text
      group = !text.isEmpty && lines.last?.text == text ? group + [setting.name] : [setting.name]
      if group.count > 1 { lines.removeLast() }
      lines.append((group.count > 1 ? group.joined(separator: ", ") : "\(setting.name): \(setting.help.example)", text))
    }
    return lines.map { keys, text in
      let space =
        keys.count < 26 ? String(repeating: " ", count: 27 - keys.count) : "\n" + String(repeating: " ", count: 29)
      return "  \(keys)\(text.isEmpty ? "" : space + text)\n"
    }.joined()
  }

  static let exitCodes = """
      0    success; the summary counts unreadable inputs
      1    compare, diff, screens, figma diff: differences, or cases without a
           reference; film: a jump or a blank; media --missing, verify: a missing
           file; eject --check: a newer built-in file
      2    a usage error, no readable input, or images that could not be compared;
           with --strict any error or warning
      3    fonts differ from the font lock, or from those of the baselines
      4    an output or standard output can't be written, or a file that
           Feedproof did not write is in the way
      5    another command is using the output folder
      6    fetch, figma pull: a service rejected the request, or can't be reached
      7    fetch, figma pull: incomplete; run again
      130  interrupted; written files are complete, and the next run continues

    Example: feedproof compare holiday --quiet || echo "open the review"

    """

  static let environment = """
      FEEDPROOF_HOME           folder of Templates and Mockups; default: searched
                               around the program, and in ../share/feedproof
      FEEDPROOF_FONT_LOCK      font lock, if neither --fonts nor feedproof.yml
                               names one
      FEEDPROOF_FONTS          folders to search for fonts first, separated by
                               colons
      XDG_DATA_HOME, HOME      your own fonts are searched below them
      PATH                     where history searches for git; relative folders
                               are skipped. Git gets no other variables except
                               HOME, XDG_CONFIG_HOME, TMPDIR and DEVELOPER_DIR
      NO_COLOR                 any value: no colors, unless --color always is given
      TERM                     dumb: no colors, and no line is redrawn
      COLUMNS                  width of help and of progress lines; default: the
                               terminal's width
      TZ                       time zone of projects that add and init create;
                               never used for rendering
      GITHUB_STEP_SUMMARY      file to which --github adds a table
      http_proxy, https_proxy, all_proxy, no_proxy
                               proxies of fetch, and hosts without a proxy; also
                               HTTPS_PROXY, ALL_PROXY, NO_PROXY
      SLURM_…, JOB_COMPLETION_INDEX, CI_NODE_INDEX, CIRCLE_NODE_INDEX,
      BUILDKITE_PARALLEL_JOB, FEEDPROOF_SHARD_COUNT
                               part and number of parts for --shard auto
      NETRC                    file with names and passwords for fetch; default:
                               ~/.netrc
      CI_PROJECT_DIR, WORKSPACE, JENKINS_URL
                               base of file names in a comparison's report
      FEEDPROOF_NO_INSTALL, FEEDPROOF_SETUP, FEEDPROOF_BROWSER
                               used by the launcher and scripts of a checkout

    Example: FEEDPROOF_FONTS=/srv/fonts feedproof export holiday

    """

  static let json = """
    Every command takes --json and then prints only JSON on standard output.
    Messages for people go to standard error.

      export, compare, screens, merge, film, picture, prefetch, fetch
               one event per line: {"event": "step" | "post" | "item" |
               "diagnostic" | "summary" …}
      show, list, config, doctor, media, diff, approve, fonts, template,
      --version --verbose
               one value
      serve    one line with the URL

    A failure is one line: {"event": "diagnostic", "diagnostic": {"code":
    "input.missing", …}}.

    A diagnostic has severity, code and message, and if known file, path or line
    and column, and a hint. Members are added without notice, and never change their
    meaning. The site has a JSON Schema of each output (JSON, schemas).

    Example: feedproof export holiday --json | tail -1

    """

  static let fonts = """
    Images use only the fonts of a font lock, which lists file, size and SHA-256 of
    each. The built-in lock names Inter, which is bundled, and Noto as packaged in
    Debian 12.

      feedproof fonts                      lists the fonts of the lock
      feedproof fonts --add "Noto Sans Thaana"
                                           adds a family to the lock
      feedproof fonts --write fonts.lock.json
                                           writes a lock of this machine's files

    Name a lock with --fonts, "fonts:" in feedproof.yml or FEEDPROOF_FONT_LOCK.
    Status 3 means that a font file is missing or differs from the lock.

    Example: feedproof export holiday --fonts fonts.lock.json

    """

  static var formats: String {
    """
    The format is detected by content. Give files, folders or archives (.zip,
    .tar.gz).

    Feeds:
    \(wrapped(KnownFormats.feeds))
    Chats:
    \(wrapped(KnownFormats.chats))
    Events: {"events": […]} with Schema.org or Open Graph members.
    Your own JSON: feedproof init FOLDER --records FILE writes types.yml, which says
    where entries and values are.

    Example: feedproof list export.zip

    """
  }

  /// Names in indented lines of at most 80 columns.
  private static func wrapped(_ names: [String]) -> String {
    var lines = ["  "]
    for (place, name) in names.enumerated() {
      let word = name + (place + 1 < names.count ? "," : "")
      if lines[lines.count - 1].count + word.count + 1 > 79 { lines.append("  ") }
      lines[lines.count - 1] += lines[lines.count - 1].count > 2 ? " \(word)" : word
    }
    return lines.map { $0 + "\n" }.joined()
  }

  static let baselines = """
    A baseline is the approved image and layout of a case: one card on one screen in
    one state. Baselines are files of the project's folder Baselines; commit them.

      feedproof compare holiday            compares all cards with their baselines
      feedproof approve holiday --all      accepts the last comparison
      feedproof compare holiday -u         writes new and changed baselines at once
      feedproof history holiday wall1_17   lists the commits that changed a baseline

    baselineStorage: digest in feedproof.yml stores digests instead of images.
    feedproof init --ci sets up Git to merge baselines of two branches; after a
    conflict, compare again and approve with --resolve.

    Example: feedproof compare holiday --only baselines

    """

  static let mockups = """
    cases.yml, next to feedproof.yml, lists posts with a designer's images or Figma
    frames:

      cases:
        - {name: photo, post: wall1_17, mockup: mockups/photo.png}
        - {name: poll, post: wall1_9, figma: design, frame: Post/Poll}

    Each case may have width, scale, theme, state, tolerances, masks, deviations,
    ignore, map, unmapped, crop and pictureScale; defaults: has values for all.
    feedproof figma pull downloads a design; feedproof compare --write-map drafts
    the map of layers to boxes.

    Example: feedproof compare holiday --only mockups

    """

  static let screens = """
    feedproof screens compares what an app shows with the cards, in points. Save
    view hierarchies in the app's tests (Appium, uiautomator, Playwright, XCUITest,
    …) and screenshots with the same names next to them; screenshots alone work too.

    screens.yml, next to them or in the project, may have:
      map: {avatar: "*:id/user_pic"}   elements by the names of parts
      tolerance: 0.5                   in points, for all parts
      tolerances: {date: 2}            in points, by part
      font: Roboto                     the app's font, if it differs
      theme: dark                      the theme of all screens

    Example: feedproof screens holiday build/screens

    """
}
