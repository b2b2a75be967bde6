/// The app's own remarks about a message, in various languages; a full stop may follow.
enum WhatsAppWords {
  /// The text in angle brackets at a message's end.
  private static let edited: Set = [
    "This message was edited", "Diese Nachricht wurde bearbeitet", "Se editó este mensaje", "Este mensaje fue editado",
    "Ce message a été modifié", "Questo messaggio è stato modificato", "Mensagem editada", "Esta mensagem foi editada",
    "Dit bericht is bewerkt", "Сообщение изменено", "Это сообщение изменено", "Данное сообщение изменено",
    "Bu mesaj düzenlendi", "Це повідомлення змінено", "Ta wiadomość została edytowana",
  ]

  /// The text in place of a message that its author deleted.
  private static let deleted: Set = [
    "This message was deleted", "You deleted this message", "Diese Nachricht wurde gelöscht",
    "Du hast diese Nachricht gelöscht", "Se eliminó este mensaje", "Este mensaje fue eliminado",
    "Eliminaste este mensaje", "Ce message a été supprimé", "Vous avez supprimé ce message",
    "Questo messaggio è stato eliminato", "Hai eliminato questo messaggio", "Esta mensagem foi apagada",
    "Mensagem apagada", "Você apagou esta mensagem", "Apagou esta mensagem", "Dit bericht is verwijderd",
    "Je hebt dit bericht verwijderd", "U hebt dit bericht verwijderd", "Данное сообщение удалено",
    "Это сообщение удалено", "Сообщение удалено", "Вы удалили данное сообщение", "Вы удалили это сообщение",
    "Вы удалили сообщение", "Bu mesaj silindi", "Bu mesajı sildiniz", "Це повідомлення видалено",
    "Ви видалили це повідомлення", "Ta wiadomość została usunięta", "Usunięto tę wiadomość",
  ]

  static func isEdit(_ words: Substring) -> Bool { edited.contains(plain(words)) }

  /// - Parameter text: The whole message.
  static func isDeletion(_ text: String) -> Bool { deleted.contains(plain(text[...])) }

  private static func plain(_ words: Substring) -> String { String(words.last == "." ? words.dropLast() : words) }
}
