import Projects

/// The topics of `feedproof help TOPIC`, apart from commands.
enum HelpTopic: String, CaseIterable {
  case project, statuses, environment, json, fonts

  var abstract: String {
    switch self {
    case .project: "feedproof.yml: what a project folder asks for"
    case .statuses: "what a command's exit status means"
    case .environment: "variables that are read"
    case .json: "what --json prints, and where its form is written down"
    case .fonts: "which fonts are used, and how others are added"
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
    case .statuses: HelpText.statuses
    case .environment: HelpText.environment
    case .json: HelpText.json
    case .fonts: HelpText.fonts
    }
  }
}

private enum HelpText {
  static var project: String {
    """
    A folder with a feedproof.yml is a project; every key is optional, and an option
    of the command line comes before a key.

    \(settings)
    Example: feedproof export holiday, where holiday/feedproof.yml holds
      widths: [320, 375, 414]
      locale: en

    """
  }

  /// One line per setting. Adjacent settings with the same description share a line.
  private static var settings: String {
    var lines: [(keys: String, text: String)] = []
    var group: [String] = []
    for setting in Setting.all {
      let text = setting.help.text
      group = !text.isEmpty && lines.last?.text == text ? group + [setting.key] : [setting.key]
      if group.count > 1 { lines.removeLast() }
      lines.append((group.count > 1 ? group.joined(separator: ", ") : "\(setting.key): \(setting.help.example)", text))
    }
    return lines.map { keys, text in
      let space =
        keys.count < 26 ? String(repeating: " ", count: 27 - keys.count) : "\n" + String(repeating: " ", count: 29)
      return "  \(keys)\(text.isEmpty ? "" : space + text)\n"
    }.joined()
  }

  static let statuses = """
      0    success; the summary lists inputs that could not be read
      1    compare, diff, figma diff: differences, or cases without a reference;
           film: a jump or a blank; media --missing, verify: a missing file
      2    wrong usage, nothing readable, or images that could not be compared;
           with --strict any error or warning
      3    fonts differ from the font lock, or from those of the baselines
      4    an output or standard output can't be written, or a file that
           Feedproof did not write is in the way
      5    another command is working in the output folder
      6    fetch, figma pull: a service refused, or can't be reached
      7    fetch, figma pull: incomplete; run again
      130  interrupted; finished files are complete, and the next run continues

    Example: feedproof compare holiday --quiet || echo "look at the review"

    """

  static let environment = """
      FEEDPROOF_HOME           the folder of Templates and Mockups; else they are
                               looked for around the program, and in
                               ../share/feedproof
      FEEDPROOF_FONT_LOCK      the font lock, where no option and no key names one
      FEEDPROOF_FONTS          folders to look for fonts in first, with colons
                               between them
      XDG_DATA_HOME, HOME      fonts of your own lie below
      PATH                     where history looks for git; relative folders are
                               skipped. Git gets no other variables but HOME,
                               XDG_CONFIG_HOME, TMPDIR and DEVELOPER_DIR
      NO_COLOR                 anything but nothing: no colours on a terminal
      TERM                     dumb: no line that is drawn over
      COLUMNS                  how wide help and lines of progress may be; else the
                               terminal's width
      TZ                       the time zone of projects that add makes; nothing
                               that is drawn asks for it
      GITHUB_STEP_SUMMARY      the file that --github adds its table to
      http_proxy, https_proxy, all_proxy, no_proxy
                               what fetch goes through, and what it asks without;
                               HTTPS_PROXY, ALL_PROXY, NO_PROXY say the same
      SLURM_…, JOB_COMPLETION_INDEX, CI_NODE_INDEX, CIRCLE_NODE_INDEX,
      BUILDKITE_PARALLEL_JOB, FEEDPROOF_SHARD_COUNT
                               which part --shard auto is, of how many
      NETRC                    the file of names and passwords for fetch; else
                               ~/.netrc
      CI_PROJECT_DIR, WORKSPACE, JENKINS_URL
                               where a comparison's report says that its files are
      FEEDPROOF_NO_INSTALL, FEEDPROOF_SETUP, FEEDPROOF_BROWSER
                               of a checkout's launcher and scripts

    Example: FEEDPROOF_FONTS=/srv/fonts feedproof export holiday

    """

  static let json = """
    Every command takes --json. On standard output stands JSON alone then, and what
    people are told on standard error is the same or nothing.

      export, compare, merge, film, picture, prefetch, fetch
               an event a line: {"event": "step" | "post" | "item" | "diagnostic" |
               "summary" …}
      show, media, diff, approve, fonts, template, --version --verbose
               one value
      serve    one line, with the address

    A diagnostic has severity, code and message, and where known file, path or line
    and column, and a hint. Members are added without notice, and never change their
    meaning. docs/json.md names a JSON Schema for each (docs/schemas).

    Example: feedproof export holiday --json | tail -1

    """

  static let fonts = """
    Pictures use the faces of a font lock and no others: file, size and SHA-256 of
    each are in it. The tool's own lock names Inter, which it brings along, and Noto
    as Debian 12 has it.

      feedproof fonts                      what the lock asks for, and what is found
      feedproof fonts --add "Noto Sans Thaana"
                                           a lock with one more family
      feedproof fonts --write fonts.lock.json
                                           a lock of the files of this machine

    A lock is named with --font-lock, "fonts:" in feedproof.yml or
    FEEDPROOF_FONT_LOCK. Status 3 tells that a face is missing or another file.

    Example: feedproof export holiday --font-lock fonts.lock.json

    """
}
