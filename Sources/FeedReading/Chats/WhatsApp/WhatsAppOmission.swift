/// The app's placeholders for files that the chat was exported without, in various languages.
enum WhatsAppOmission {
  /// Android's placeholders, which don't name the kind; in lowercase.
  private static let media: Set = [
    "<media omitted>", "<medien ausgeschlossen>", "<multimedia omitido>", "<archivo omitido>", "<médias omis>",
    "<fichier omis>", "<media omessi>", "<mídia oculta>", "<arquivo de mídia oculto>", "<ficheiro não revelado>",
    "<media weggelaten>", "<без медиафайлов>", "<медиафайлы пропущены>", "<файл пропущено>", "<medya dahil edilmedi>",
    "<pominięto multimedia>", "<média vynechána>", "<media har utelämnats>", "<media utelatt>", "<mediefil udeladt>",
    "<media jätettiin pois>", "<media tidak disertakan>", "<तस्वीर छोड़ी गई>", "<تم استبعاد الوسائط>",
    "<המדיה לא נכללה>", "<メディアは含まれていません>", "<省略多媒体文件>", "<媒体文件已省略>", "<미디어 파일을 제외한 내보내기>",
    "<video message omitted>", "<video note omitted>",
  ]

  /// iPhone placeholders by kind; in lowercase.
  private static let kinds: [(ChatMedium.Kind, Set<String>)] = [
    (
      .photo,
      [
        "image omitted", "bild weggelassen", "imagen omitida", "image absente", "immagine omessa", "imagem ocultada",
        "imagem não revelada", "afbeelding weggelaten", "изображение отсутствует", "зображення відсутнє",
        "obrázek vynechán", "لم يتم إدراج الصورة",
      ]
    ),
    (
      .video,
      [
        "video omitted", "video weggelassen", "video omitido", "vidéo absente", "video omesso", "vídeo omitido",
        "vídeo não revelado", "video weggelaten", "видео отсутствует", "відео відсутнє", "video vynecháno",
      ]
    ),
    (
      .animation,
      [
        "gif omitted", "gif weggelassen", "gif omitido", "gif retiré", "gif esclusa", "gif não revelada",
        "gif weggelaten", "gif отсутствует", "gif vynechán", "gif-анімацію пропущено",
      ]
    ),
    (
      .sticker,
      [
        "sticker omitted", "sticker weggelassen", "sticker omitido", "sticker omis", "sticker non incluso",
        "figurinha omitida", "sticker não revelado", "sticker weggelaten", "стикер не добавлен", "наклейку не додано",
        "nálepka vynechána",
      ]
    ),
    (
      .audio,
      [
        "audio omitted", "audio weggelassen", "audio omitido", "audio omis", "audio omesso", "áudio ocultado",
        "áudio não revelado", "audio weggelaten", "аудиофайл отсутствует",
      ]
    ),
    (
      .file,
      [
        "document omitted", "dokument weggelassen", "documento omitido", "document manquant", "documento omesso",
        "documento não revelado", "document weggelaten", "документ пропущен",
      ]
    ),
    (
      .contact,
      [
        "contact card omitted", "kontaktkarte ausgelassen", "kontaktkarte weggelassen", "tarjeta de contacto omitida",
        "fiche contact omise", "scheda contatto omessa", "cartão do contato omitido", "contactkaart weggelaten",
        "карточка контакта пропущена",
      ]
    ),
    (.videoNote, ["video note omitted", "videonachricht weggelassen"]),
  ]

  /// The kind named in a line written by the app; nil for any other line.
  static func kind(of line: String) -> ChatMedium.Kind? {
    let line = line.lowercased()
    return kinds.first { $0.1.contains(line) }?.0
  }

  /// A message that starts with a placeholder, with the text below it; nil for any other.
  static func plain(_ text: String) -> (kind: ChatMedium.Kind, rest: String)? {
    guard text.first == "<" else { return nil }
    let first = text.prefix { $0 != "\n" }
    guard media.contains(first.lowercased().trimmed) else { return nil }
    return (.file, String(text.dropFirst(first.count + 1)))
  }
}
