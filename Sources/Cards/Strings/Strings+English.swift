import FeedIngest

extension Strings {
  package static let english = Strings(
    language: .en,
    dates: Dates(
      months: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
      today: "today at {time}", yesterday: "yesterday at {time}", tomorrow: "tomorrow at {time}",
      sameYear: "{month} {day} at {time}", otherYear: "{month} {day}, {year}",
      full: "{month} {day}, {year} at {time}", halves: ("AM", "PM")),
    numbers: Numbers(
      decimalSeparator: ".", groupSeparator: ",", percent: "{n}%", byteUnits: ["B", "KB", "MB", "GB", "TB"]),
    post: PostWords(
      showMore: "Show more", show: "Show", edited: "edited", boosted: "{name} boosted", reposted: "{name} reposted",
      forwarded: "{name} forwarded",
      replyTo: "Replying to {name}", reply: "Replying to a post", thread: "Continuing a thread", from: "from {name}",
      advertisement: "Ad", pinned: "pinned", paywall: "This post is for subscribers",
      place: "Place", signer: "Posted by", count: .english(one: "{n} post", other: "{n} posts")),
    events: EventWords(
      recommended: "Recommended", giftCertificate: "Gift certificate", day: "{month}\u{A0}{day}",
      dayAndYear: "{month}\u{A0}{day}, {year}", daysOfMonth: "{month}\u{A0}{from}–{to}",
      daysOfMonthAndYear: "{month}\u{A0}{from}–{to}, {year}", days: "{from} – {to}", hours: "{from} – {to}",
      count: .english(one: "{n} event", other: "{n} events")),
    attachments: AttachmentWords(
      video: "Video", animation: "Animation", live: "live", gif: "GIF", link: "Link", document: "Document",
      poll: "Poll",
      anonymousPoll: "Anonymous poll", closedPoll: "closed", openPoll: "closes {time}",
      severalAnswers: "several answers", voters: .english(one: "{n} voter", other: "{n} voters"), audio: "Audio",
      podcast: "Podcast", article: "Article",
      market: "Product",
      sticker: "Sticker", graffiti: "Graffiti", album: "Album", note: "Note", page: "Page", unknown: "Attachment",
      votes: .english(one: "{n} vote", other: "{n} votes"),
      photos: .english(one: "{n} photo", other: "{n} photos")),
    quotes: [
      .deleted: "The quoted post was deleted", .blocked: "The quoted post is not available",
      .detached: "The author took the quoted post back", .notIncluded: "The quoted post is not part of the feed",
    ],
    system: SystemWords(
      titles: [
        .friendsAdded: "New friends", .photosAdded: "New photos", .photosTagged: "Tagged in photos",
        .wallPhotosAdded: "Photos on the wall",
        .notesAdded: "New note", .audiosAdded: "New audio", .videosAdded: "New videos",
        .discussion: "New in the discussion",
        .clipsAdded: "Clips", .digest: "A selection of posts", .stories: "Stories", .advertisement: "Ad",
        .productsAdded: "New products",
        .article: "New article", .event: "Event", .post: "Post", .recommendedAuthors: "Recommended authors",
        .recommendedFriends: "People you may know", .recommendedPeople: "Recommended profiles",
        .recommendedCommunities: "Recommended communities", .miniApps: "Mini apps", .promotion: "Promotion",
        .liveText: "Text broadcast", .channelCreated: "The channel was created", .titleChanged: "The name was changed",
        .photoChanged: "The picture was changed", .appearanceChanged: "The look was changed",
        .messagePinned: "A message was pinned", .peopleJoined: "New members", .peopleLeft: "Members left",
        .liveStream: "Live stream",
      ],
      unknown: "Feed item: {type}", and: "{names} and {name}", andMore: "{names} and {n} more"),
    screen: ScreenWords(search: "Search", feed: "Feed"),
    accessibility: AccessibilityWords(
      photo: "Photo", photoOf: "Photo {n} of {total}", avatarOf: "Profile photo: {name}",
      likes: .english(one: "{n} like", other: "{n} likes"),
      favourites: .english(one: "{n} favourite", other: "{n} favourites"),
      reactions: .english(one: "{n} reaction", other: "{n} reactions"),
      comments: .english(one: "{n} comment", other: "{n} comments"),
      replies: .english(one: "{n} reply", other: "{n} replies"),
      reposts: .english(one: "{n} repost", other: "{n} reposts"),
      boosts: .english(one: "{n} boost", other: "{n} boosts"),
      quotes: .english(one: "{n} quote", other: "{n} quotes"),
      views: .english(one: "{n} view", other: "{n} views"),
      chosenAnswer: "your answer"),
    site: SiteWords(
      theme: "Theme", system: "System", light: "Light", dark: "Dark", width: "Width", boxes: "Boxes",
      review: "Open in review", collapse: "Show less", carousel: "Photos", previousPhoto: "Previous photo",
      nextPhoto: "Next photo", noScript: "This page needs JavaScript to place its cards.",
      original: "Open the original post", removed: "No longer in the feed"),
    chat: .english
  )
}
