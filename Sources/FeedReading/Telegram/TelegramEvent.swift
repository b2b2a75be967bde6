/// Events in a chat or a channel, by their names in an export.
package enum TelegramEvent {
  package static func of(_ action: String) -> SystemKind { kinds[action] ?? .named(action) }

  private static let kinds: [String: SystemKind] = [
    "create_channel": .channelCreated, "create_group": .groupCreated, "migrate_from_group": .becameSupergroup,
    "migrate_to_supergroup": .becameSupergroup, "edit_group_title": .titleChanged,
    "edit_channel_title": .titleChanged, "edit_group_photo": .photoChanged, "delete_group_photo": .photoRemoved,
    "edit_chat_theme": .appearanceChanged, "set_chat_wallpaper": .appearanceChanged, "topic_created": .topicCreated,
    "topic_edit": .topicChanged, "pin_message": .messagePinned, "clear_history": .historyCleared,
    "invite_members": .membersInvited, "remove_members": .memberRemoved, "join_group_by_link": .joinedByLink,
    "join_group_by_request": .memberJoined, "phone_call": .call, "group_call": .groupCall,
    "group_call_scheduled": .groupCall, "invite_to_group_call": .invitedToGroupCall, "score_in_game": .gameScored,
    "send_payment": .paymentSent, "refunded_payment": .paymentRefunded, "todo_completions": .tasksDone,
    "todo_append_tasks": .tasksAdded, "set_messages_ttl": .messagesVanish, "take_screenshot": .screenshotTaken,
    "joined_telegram": .memberJoined, "set_same_chat_wallpaper": .appearanceChanged,
    "suggest_profile_photo": .photoSuggested, "conference_call": .groupCall, "send_premium_gift": .giftSent,
    "send_star_gift": .giftSent, "send_stars_gift": .giftSent, "send_ton_gift": .giftSent,
    "gift_code_prize": .giveaway, "stars_prize": .giveaway, "giveaway_launch": .giveaway,
    "giveaway_results": .giveaway, "boost_apply": .boosted, "attach_menu_bot_allowed": .botAllowed,
    "web_app_bot_allowed": .botAllowed, "allow_sending_messages": .botAllowed, "send_webview_data": .dataShared,
    "send_passport_values": .dataShared, "requested_phone_number": .dataShared, "requested_peer": .dataShared,
    "paid_messages_refund": .paymentRefunded, "suggested_post_refund": .paymentRefunded,
    "suggested_post_success": .paymentSent, "change_creator": .permissionsChanged,
  ]
}
