import FeedIngest

extension Language {
  package static let en = Language(
    "en",
    Strings(
      plural: { $0 == 1 ? .one : .other },
      dates: .init(
        months: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
        today: "today at {time}", yesterday: "yesterday at {time}", tomorrow: "tomorrow at {time}",
        sameYear: "{month} {day} at {time}", otherYear: "{month} {day}, {year}",
        full: "{month} {day}, {year} at {time}", halves: ("AM", "PM")),
      numbers: .init(
        decimalSeparator: ".", groupSeparator: ",", percent: "{n}%", byteUnits: ["B", "KB", "MB", "GB", "TB"]),
      post: .init(
        showMore: "Show more", show: "Show", edited: "edited", boosted: "{name} boosted", reposted: "{name} reposted",
        forwarded: "{name} forwarded", replyTo: "Replying to {name}", reply: "Replying to a post",
        thread: "Continuing a thread", from: "from {name}", advertisement: "Ad", pinned: "pinned",
        paywall: "This post is for subscribers", place: "Place", signer: "Posted by",
        count: forms("{n} post", "{n} posts")),
      people: .init(banned: "Banned", deleted: "Deleted"),
      events: .init(
        recommended: "Recommended", giftCertificate: "Gift certificate", day: "{month}\u{A0}{day}",
        dayAndYear: "{month}\u{A0}{day}, {year}", daysOfMonth: "{month}\u{A0}{from}–{to}",
        daysOfMonthAndYear: "{month}\u{A0}{from}–{to}, {year}", days: "{from} – {to}", hours: "{from} – {to}",
        count: forms("{n} event", "{n} events")),
      attachments: .init(
        photo: "Photo", video: "Video", videoNote: "Video message", animation: "Animation", voice: "Voice message",
        audio: "Audio", podcast: "Podcast", sticker: "Sticker", live: "live", gif: "GIF", link: "Link",
        article: "Article", document: "Document", file: "File", album: "Album", note: "Note", page: "Page",
        market: "Product", graffiti: "Graffiti", poll: "Poll", anonymousPoll: "Anonymous poll", closedPoll: "closed",
        openPoll: "closes {time}", severalAnswers: "several answers", contact: "Contact", location: "Location",
        liveLocation: "Live location", venue: "Place", todo: "To-do list", game: "Game", invoice: "Invoice",
        giveaway: "Giveaway", giveawayResults: "Giveaway results", paidMedia: "Paid post", unknown: "Attachment",
        votes: forms("{n} vote", "{n} votes"), voters: forms("{n} voter", "{n} voters"),
        photos: forms("{n} photo", "{n} photos")),
      quotes: { absence in
        switch absence {
        case .deleted: "The quoted post was deleted"
        case .blocked: "The quoted post is not available"
        case .detached: "The author took the quoted post back"
        case .notIncluded: "The quoted post is not part of the feed"
        }
      },
      system: .init(words: words, and: "{names} and {name}", andMore: "{names} and {n} more"),
      screen: .init(search: "Search", feed: "Feed"),
      accessibility: .init(
        photo: "Photo", photoOf: "Photo {n} of {total}", avatarOf: "Profile photo: {name}",
        likes: forms("{n} like", "{n} likes"),
        favourites: forms("{n} favourite", "{n} favourites"),
        reactions: forms("{n} reaction", "{n} reactions"),
        comments: forms("{n} comment", "{n} comments"),
        replies: forms("{n} reply", "{n} replies"),
        reposts: forms("{n} repost", "{n} reposts"),
        boosts: forms("{n} boost", "{n} boosts"),
        quotes: forms("{n} quote", "{n} quotes"),
        views: forms("{n} view", "{n} views"),
        chosenAnswer: "your answer"),
      site: .init(
        theme: "Theme", system: "System", light: "Light", dark: "Dark", width: "Width", columns: "Columns",
        boxes: "Boxes",
        review: "Open in review", collapse: "Show less", carousel: "Photos", previousPhoto: "Previous photo",
        nextPhoto: "Next photo", noScript: "This page needs JavaScript to place its cards.",
        original: "Open the original post", removed: "No longer in the feed"),
      page: .init(
        searchFor: ("Words, from:Anna, kind:photo", "Words, from:Anna, on:2024-05-01"),
        searchHelp: (
          "from:name for somebody’s posts, kind:photo for what they show (video, gif, poll, repost, link, text, ad), on:2024-05-01 for a day (2024-05 for a month), since:… and before:… for all from a day on and up to it, quotes for words in a row",
          "from:name for somebody’s messages, on:2024-05-01 for a day (2024-05 for a month), since:… and before:… for all from a day on and up to it, quotes for words in a row"
        ),
        printed: ("Posts {from}–{to} of {n}", "{from}–{to} of {n}"), search: "Search", results: "Results",
        found: "Found: {n}", nothing: "Nothing found", searching: "Searching… {n}%",
        badDate: "Not a date: {n}. Dates are written 2024-05-01, 2024-05 or 2024", calendar: "Calendar",
        month: "Month", previousMonth: "Previous month", nextMonth: "Next month", close: "Close",
        toEnd: "To the last messages", back: "Back to where you were", settings: "View", unread: "Unread messages",
        allChats: "All chats", byAuthor: "Author", byKind: "Kind", allAuthors: "All authors", allKinds: "All kinds",
        kinds: .init(
          photo: "Photos", video: "Videos", gif: "GIFs", poll: "Polls", repost: "Reposts", link: "Links and files",
          text: "Text only", ad: "Advertisements"),
        asDrawn: "As the card shows it", originalSize: "Original size", saveImage: "Save image",
        unknownPost: "There is no such post in this feed", messages: forms("{n} message", "{n} messages")),
      chat: .init(
        months: [
          "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December",
        ],
        day: "{month}\u{A0}{day}", dayAndYear: "{month}\u{A0}{day}, {year}", nobody: "Deleted account",
        deleted: "Message deleted", empty: "Empty message", missing: "The message is not in this chat",
        forwarded: "Forwarded", forwardedFrom: "Forwarded from {name}", quoted: "“{text}”",
        unread: "Unread messages", chats: "Chats", feedsAndChats: "Feeds and chats")))

  private static func forms(_ one: Phrase, _ other: Phrase) -> PluralForms { PluralForms(one: one, other: other) }

  @Sendable
  private static func words(_ kind: SystemKind) -> Strings.SystemWords.Words {
    switch kind {
    case .friendsAdded: ("New friends", nil)
    case .photosAdded: ("New photos", nil)
    case .photosTagged: ("Tagged in photos", nil)
    case .wallPhotosAdded: ("Photos on the wall", nil)
    case .notesAdded: ("New note", nil)
    case .audiosAdded: ("New audio", nil)
    case .videosAdded: ("New videos", nil)
    case .clipsAdded: ("Clips", nil)
    case .discussion: ("New in the discussion", nil)
    case .digest: ("A selection of posts", nil)
    case .stories: ("Stories", nil)
    case .advertisement: ("Ad", nil)
    case .productsAdded: ("New products", nil)
    case .article: ("New article", nil)
    case .event: ("Event", nil)
    case .post: ("Post", nil)
    case .promotion: ("Promotion", nil)
    case .miniApps: ("Mini apps", nil)
    case .liveText: ("Text broadcast", nil)
    case .recommendedAuthors: ("Recommended authors", nil)
    case .recommendedFriends: ("People you may know", nil)
    case .recommendedPeople: ("Recommended profiles", nil)
    case .recommendedCommunities: ("Recommended communities", nil)
    case .channelCreated: ("The channel was created", "Channel created")
    case .groupCreated: ("The channel was created", "{name} created the group")
    case .roomCreated: ("The channel was created", "{name} created the room")
    case .becameSupergroup: ("The channel was created", "The group became a supergroup")
    case .titleChanged: ("The name was changed", "{name} changed the name")
    case .channelTitleChanged: ("The name was changed", "{name} changed the channel's name")
    case .topicCreated: ("New topic", "{name} created a topic")
    case .topicChanged: ("The topic was changed", "{name} changed the topic")
    case .threadStarted: ("New thread", "{name} started a thread")
    case .photoChanged: ("The picture was changed", "{name} changed the group's photo")
    case .photoRemoved: ("The picture was changed", "{name} removed the group's photo")
    case .roomPictureChanged: ("The picture was changed", "{name} changed the room's picture")
    case .channelIconChanged: ("The picture was changed", "{name} changed the channel's icon")
    case .appearanceChanged: ("The look was changed", "{name} changed the theme")
    case .messagePinned: ("A message was pinned", "{name} pinned {type}")
    case .historyCleared: ("The history was cleared", "{name} cleared the history")
    case .memberJoined: ("New members", "{name} joined")
    case .joinedByLink: ("New members", "{name} joined by a link")
    case .membersInvited: ("New members", "{name} invited members")
    case .memberInvited: ("New members", "{name} invited somebody")
    case .memberAdded: ("New members", "{name} added a member")
    case .memberLeft: ("Members left", "{name} left")
    case .memberRemoved: ("Members left", "{name} removed a member")
    case .memberBanned: ("Members left", "{name} banned somebody")
    case .call: ("Call", "Call from {name}")
    case .groupCall: ("Live stream", "Group call")
    case .invitedToGroupCall: ("Invited to the live stream", "{name} invited members to a group call")
    case .gameScored: ("A score in a game", "{name}: a score in a game")
    case .encryptionEnabled: ("Encryption is on", "Encryption is on")
    case .permissionsChanged: ("The rules were changed", "{name} changed permissions")
    case .joinRulesChanged: ("The rules were changed", "{name} changed who may join")
    case .historyAccessChanged: ("The rules were changed", "{name} changed who sees the history")
    case .guestAccessChanged: ("The rules were changed", "{name} changed what guests may do")
    case .other(let words): ("Feed item: \(words)", nil)
    }
  }
}
