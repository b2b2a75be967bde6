/// The emoji that Slack writes as names between colons.
enum SlackEmoji {
  /// The emoji; nil for a name that this version does not know, and for a workspace's own images.
  ///
  /// - Parameter name: With or without a skin tone: `thumbsup`, `thumbsup::skin-tone-3`.
  @Sendable static func symbol(_ name: String) -> String? {
    guard let colon = name.firstIndex(of: ":") else { return tones[name] ?? table[name] }
    guard let symbol = table[String(name[..<colon])] else { return nil }
    let tone = tones[String(name[colon...].drop { $0 == ":" })] ?? ""
    return symbol.replacing("\u{FE0F}", with: "") + tone
  }

  /// The emoji, preferably from its code points in hexadecimal: `1f44b`, `1f1e9-1f1ea`.
  static func symbol(_ name: String, codes: String?) -> String? {
    let scalars = codes?.split(separator: "-").map { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) } ?? []
    guard !scalars.isEmpty, !scalars.contains(nil) else { return symbol(name) }
    return String(String.UnicodeScalarView(scalars.compactMap { $0 }))
  }

  private static let tones = [
    "skin-tone-2": "🏻", "skin-tone-3": "🏼", "skin-tone-4": "🏽", "skin-tone-5": "🏾", "skin-tone-6": "🏿",
  ]

  private static let table: [String: String] = {
    let words = names.split(whereSeparator: \.isWhitespace)
    var table: [String: String] = [:]
    for (name, symbol) in zip(stride(from: 0, to: words.count, by: 2), stride(from: 1, to: words.count, by: 2)) {
      table[String(words[name])] = String(words[symbol])
    }
    return table
  }()

  /// Names with their emoji, as Slack and its kin use them.
  private static let names = """
    +1 👍 thumbsup 👍 -1 👎 thumbsdown 👎 100 💯 tada 🎉 clap 👏 wave 👋 pray 🙏 raised_hands 🙌 ok_hand 👌 muscle 💪
    point_up ☝️ point_up_2 👆 point_down 👇 point_left 👈 point_right 👉 fist ✊ facepunch 👊 punch 👊 v ✌️ hand ✋
    raised_hand ✋ open_hands 👐 handshake 🤝 writing_hand ✍️ crossed_fingers 🤞 hand_with_index_and_middle_fingers_crossed 🤞
    the_horns 🤘 metal 🤘 call_me_hand 🤙 vulcan_salute 🖖 spock-hand 🖖 middle_finger 🖕 nail_care 💅 selfie 🤳
    heart ❤️ orange_heart 🧡 yellow_heart 💛 green_heart 💚 blue_heart 💙 purple_heart 💜 black_heart 🖤 white_heart 🤍
    brown_heart 🤎 broken_heart 💔 two_hearts 💕 sparkling_heart 💖 heartpulse 💗 heartbeat 💓 revolving_hearts 💞
    cupid 💘 gift_heart 💝 heart_decoration 💟 heavy_heart_exclamation_mark_ornament ❣️ love_letter 💌 kiss 💋
    smile 😄 smiley 😃 grinning 😀 grin 😁 laughing 😆 satisfied 😆 sweat_smile 😅 joy 😂 rolling_on_the_floor_laughing 🤣
    rofl 🤣 relaxed ☺️ blush 😊 innocent 😇 slightly_smiling_face 🙂 simple_smile 🙂 upside_down_face 🙃 wink 😉 relieved 😌
    heart_eyes 😍 smiling_face_with_3_hearts 🥰 kissing_heart 😘 kissing 😗 kissing_smiling_eyes 😙 kissing_closed_eyes 😚
    yum 😋 stuck_out_tongue 😛 stuck_out_tongue_winking_eye 😜 stuck_out_tongue_closed_eyes 😝 zany_face 🤪 face_with_raised_eyebrow 🤨
    face_with_monocle 🧐 nerd_face 🤓 sunglasses 😎 star-struck 🤩 partying_face 🥳 smirk 😏 unamused 😒 disappointed 😞
    pensive 😔 worried 😟 confused 😕 slightly_frowning_face 🙁 white_frowning_face ☹️ persevere 😣 confounded 😖 tired_face 😫
    weary 😩 pleading_face 🥺 cry 😢 sob 😭 triumph 😤 angry 😠 rage 😡 face_with_symbols_on_mouth 🤬 exploding_head 🤯
    flushed 😳 hot_face 🥵 cold_face 🥶 scream 😱 fearful 😨 cold_sweat 😰 disappointed_relieved 😥 sweat 😓 hugging_face 🤗
    thinking_face 🤔 thinking 🤔 face_with_hand_over_mouth 🤭 shushing_face 🤫 lying_face 🤥 no_mouth 😶 neutral_face 😐
    expressionless 😑 grimacing 😬 face_with_rolling_eyes 🙄 hushed 😯 frowning 😦 anguished 😧 open_mouth 😮 astonished 😲
    sleeping 😴 drooling_face 🤤 sleepy 😪 dizzy_face 😵 zipper_mouth_face 🤐 woozy_face 🥴 nauseated_face 🤢 face_vomiting 🤮
    sneezing_face 🤧 mask 😷 face_with_thermometer 🤒 face_with_head_bandage 🤕 money_mouth_face 🤑 face_with_cowboy_hat 🤠
    smiling_imp 😈 imp 👿 clown_face 🤡 hankey 💩 poop 💩 ghost 👻 skull 💀 skull_and_crossbones ☠️ alien 👽 robot_face 🤖
    saluting_face 🫡 melting_face 🫠 face_holding_back_tears 🥹 face_with_peeking_eye 🫣 jack_o_lantern 🎃 yawning_face 🥱
    smiley_cat 😺 joy_cat 😹 heart_eyes_cat 😻 see_no_evil 🙈 hear_no_evil 🙉 speak_no_evil 🙊 shrug 🤷 facepalm 🤦
    face_palm 🤦 man-shrugging 🤷‍♂️ woman-shrugging 🤷‍♀️ man-facepalming 🤦‍♂️ woman-facepalming 🤦‍♀️ bow 🙇 raising_hand 🙋
    no_good 🙅 ok_woman 🙆 information_desk_person 💁 dancer 💃 man_dancing 🕺 dancers 👯 runner 🏃 running 🏃 walking 🚶
    technologist 🧑‍💻 male-technologist 👨‍💻 female-technologist 👩‍💻 baby 👶 eyes 👀 eye 👁️ brain 🧠 ear 👂 nose 👃 lips 👄
    tongue 👅 bust_in_silhouette 👤 busts_in_silhouette 👥 speaking_head_in_silhouette 🗣️ footprints 👣
    sparkles ✨ star ⭐ star2 🌟 dizzy 💫 boom 💥 collision 💥 fire 🔥 sweat_drops 💦 droplet 💧 dash 💨 zzz 💤 anger 💢
    speech_balloon 💬 thought_balloon 💭 hole 🕳️ bomb 💣 rocket 🚀 airplane ✈️ car 🚗 red_car 🚗 bus 🚌
    train 🚋 train2 🚆 bike 🚲 ship 🚢 boat ⛵ anchor ⚓ construction 🚧 vertical_traffic_light 🚦 rotating_light 🚨 siren 🚨
    white_check_mark ✅ heavy_check_mark ✔️ ballot_box_with_check ☑️ x ❌ negative_squared_cross_mark ❎ heavy_plus_sign ➕
    heavy_minus_sign ➖ question ❓ grey_question ❔ exclamation ❗ heavy_exclamation_mark ❗ grey_exclamation ❕ bangbang ‼️
    interrobang ⁉️ warning ⚠️ no_entry ⛔ no_entry_sign 🚫 octagonal_sign 🛑 radioactive_sign ☢️ recycle ♻️ new 🆕 free 🆓 up 🆙
    ok 🆗 cool 🆒 sos 🆘 information_source ℹ️ arrow_up ⬆️ arrow_down ⬇️ arrow_left ⬅️ arrow_right ➡️ arrow_upper_right ↗️
    arrow_lower_right ↘️ arrows_counterclockwise 🔄 repeat 🔁 back 🔙 end 🔚 on 🔛 soon 🔜 top 🔝 one 1️⃣ two 2️⃣ three 3️⃣ four 4️⃣
    five 5️⃣ six 6️⃣ seven 7️⃣ eight 8️⃣ nine 9️⃣ zero 0️⃣ keycap_ten 🔟 hash #️⃣ red_circle 🔴 large_blue_circle 🔵 large_green_circle 🟢
    large_yellow_circle 🟡 large_orange_circle 🟠 large_purple_circle 🟣 white_circle ⚪ black_circle ⚫ small_red_triangle 🔺
    large_green_square 🟩 large_red_square 🟥 large_yellow_square 🟨 large_blue_square 🟦 checkered_flag 🏁 triangular_flag_on_post 🚩
    bell 🔔 no_bell 🔕 mega 📣 loudspeaker 📢 mute 🔇 sound 🔉 loud_sound 🔊 musical_note 🎵 notes 🎶 microphone 🎤 headphones 🎧
    guitar 🎸 art 🎨 movie_camera 🎥 camera 📷 camera_with_flash 📸 video_camera 📹 tv 📺 radio 📻 phone ☎️ telephone ☎️
    telephone_receiver 📞 iphone 📱 calling 📲 computer 💻 desktop_computer 🖥️ printer 🖨️ keyboard ⌨️ floppy_disk 💾 cd 💿 dvd 📀
    battery 🔋 electric_plug 🔌 bulb 💡 flashlight 🔦 candle 🕯️ hammer 🔨 wrench 🔧 hammer_and_wrench 🛠️ gear ⚙️ nut_and_bolt 🔩
    link 🔗 paperclip 📎 pushpin 📌 round_pushpin 📍 scissors ✂️ lock 🔒 unlock 🔓 key 🔑 closed_lock_with_key 🔐 mag 🔍 mag_right 🔎
    memo 📝 pencil 📝 pencil2 ✏️ page_facing_up 📄 clipboard 📋 file_folder 📁 open_file_folder 📂 date 📅 calendar 📆
    spiral_calendar_pad 🗓️ chart_with_upwards_trend 📈 chart_with_downwards_trend 📉 bar_chart 📊 books 📚 book 📖 open_book 📖
    newspaper 📰 bookmark 🔖 label 🏷️ email 📧 e-mail 📧 envelope ✉️ incoming_envelope 📨 inbox_tray 📥 outbox_tray 📤 package 📦
    mailbox 📫 postbox 📮 ballot_box_with_ballot 🗳️ wastebasket 🗑️ hourglass ⌛ hourglass_flowing_sand ⏳ watch ⌚ alarm_clock ⏰
    stopwatch ⏱️ clock1 🕐 clock12 🕛 moneybag 💰 dollar 💵 euro 💶 money_with_wings 💸 credit_card 💳 gem 💎 gift 🎁 balloon 🎈
    confetti_ball 🎊 birthday 🎂 cake 🍰 christmas_tree 🎄 santa 🎅 trophy 🏆 medal 🏅 first_place_medal 🥇 second_place_medal 🥈
    third_place_medal 🥉 dart 🎯 game_die 🎲 video_game 🎮 soccer ⚽ basketball 🏀 football 🏈 tennis 🎾 crown 👑 tophat 🎩
    coffee ☕ tea 🍵 beer 🍺 beers 🍻 wine_glass 🍷 cocktail 🍸 champagne 🍾 clinking_glasses 🥂 tropical_drink 🍹 pizza 🍕
    hamburger 🍔 fries 🍟 taco 🌮 burrito 🌯 sushi 🍣 ramen 🍜 bread 🍞 cheese_wedge 🧀 egg 🥚 bacon 🥓 apple 🍎 banana 🍌
    lemon 🍋 cherries 🍒 strawberry 🍓 watermelon 🍉 grapes 🍇 peach 🍑 pineapple 🍍 avocado 🥑 carrot 🥕 hot_pepper 🌶️ popcorn 🍿
    doughnut 🍩 cookie 🍪 chocolate_bar 🍫 candy 🍬 icecream 🍦 ice_cream 🍨 honey_pot 🍯 salt 🧂 fork_and_knife 🍴
    sunny ☀️ sun_with_face 🌞 cloud ☁️ partly_sunny ⛅ rain_cloud 🌧️ thunder_cloud_and_rain ⛈️ lightning ⚡ zap ⚡ snowflake ❄️
    snowman ⛄ umbrella ☔ rainbow 🌈 ocean 🌊 volcano 🌋 moon 🌔 full_moon 🌕 new_moon 🌑 crescent_moon 🌙 earth_africa 🌍
    earth_americas 🌎 earth_asia 🌏 globe_with_meridians 🌐 seedling 🌱 herb 🌿 four_leaf_clover 🍀 evergreen_tree 🌲
    deciduous_tree 🌳 palm_tree 🌴 cactus 🌵 tulip 🌷 rose 🌹 sunflower 🌻 bouquet 💐 cherry_blossom 🌸 maple_leaf 🍁 fallen_leaf 🍂
    mushroom 🍄 dog 🐶 cat 🐱 mouse 🐭 hamster 🐹 rabbit 🐰 fox_face 🦊 bear 🐻 panda_face 🐼 koala 🐨 tiger 🐯 lion_face 🦁 cow 🐮
    pig 🐷 frog 🐸 monkey_face 🐵 monkey 🐒 chicken 🐔 penguin 🐧 bird 🐦 baby_chick 🐤 duck 🦆 eagle 🦅 owl 🦉 bat 🦇 wolf 🐺
    horse 🐴 unicorn_face 🦄 unicorn 🦄 bee 🐝 honeybee 🐝 bug 🐛 butterfly 🦋 snail 🐌 beetle 🐞 ant 🐜 spider 🕷️ turtle 🐢
    snake 🐍 octopus 🐙 crab 🦀 fish 🐟 tropical_fish 🐠 dolphin 🐬 whale 🐳 shark 🦈 elephant 🐘 camel 🐫 sheep 🐑 goat 🐐
    house 🏠 office 🏢 hospital 🏥 school 🏫 factory 🏭 tent ⛺ mountain ⛰️ beach_with_umbrella 🏖️ world_map 🗺️ statue_of_liberty 🗽
    us 🇺🇸 flag-us 🇺🇸 gb 🇬🇧 flag-gb 🇬🇧 de 🇩🇪 flag-de 🇩🇪 fr 🇫🇷 flag-fr 🇫🇷 it 🇮🇹 es 🇪🇸 jp 🇯🇵 ru 🇷🇺 cn 🇨🇳 kr 🇰🇷
    pill 💊 syringe 💉 microscope 🔬 telescope 🔭 test_tube 🧪 dna 🧬 magnet 🧲 shield 🛡️ crystal_ball 🔮 infinity ♾️
    copyright ©️ registered ®️ tm ™️ arrow_forward ▶️ double_vertical_bar ⏸️ black_square_for_stop ⏹️ fast_forward ⏩ rewind ⏪
    """
}
