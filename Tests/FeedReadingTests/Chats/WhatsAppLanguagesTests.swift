import FeedReading
import Testing

@Suite("WhatsApp's words in all languages")
struct WhatsAppLanguagesTests {
  private static let android = "13/04/2024, 10:00 - Anna: "
  private static let phone = "[13/04/2024, 10:00:00] Anna: "

  private static func export(_ text: String, files: Set<String> = []) -> ChatExport {
    var document = ChatDocument(name: "_chat.txt", bytes: Array(text.utf8))
    document.hasFile = { files.contains($0) }
    return ChatExport([document])
  }

  private static func entry(_ text: String, files: Set<String> = []) throws -> ChatEntry {
    try #require(export(text, files: files).chats.first?.entries.first)
  }

  /// The counted phrases.
  private static func counted(_ text: String) -> String {
    export(text).diagnostics.diagnostics.first { $0.code == "chat.not-shown" }?.message ?? ""
  }

  @Test(
    "An attached file keeps its author and caption",
    arguments: [
      "file attached", "Datei angehängt", "archivo adjunto", "fichier joint", "file allegato", "arquivo anexado",
      "ficheiro anexado", "bestand bijgevoegd", "załączony plik", "soubor byl přiložen", "bifogad fil", "fil vedhæftet",
      "vedlagt fil", "liitetiedosto", "dosya ekli", "файл добавлен", "файл додано", "συνημμένο αρχείο", "קובץ מצורף",
      "الملف مرفق", "फाइल अटैच कर दी गई है", "file terlampir", "fail dilampirkan", "ไฟล์ที่แนบ", "tệp đính kèm",
      "添付ファイル有り", "파일 첨부됨", "文件附件", "附件檔案", "fájl csatolva", "fișier atașat",
    ])
  func attached(_ words: String) throws {
    let entry = try Self.entry("\(Self.android)my photo.jpg (\(words))\nA caption\n")
    #expect(entry.media.map(\.address) == ["my photo.jpg"] && entry.media.map(\.kind) == [.photo])
    #expect(entry.author?.name == "Anna" && entry.text == "A caption" && entry.kind == .message)
  }

  @Test(
    "An iPhone's attached file is one after any word",
    arguments: [
      "<attached: a.jpg>", "<Anhang: a.jpg>", "<adjunto: a.jpg>", "<pièce jointe : a.jpg>", "<附件：a.jpg>",
      "<添付ファイル: a.jpg>", "<المُرفق: a.jpg>", "<מצורף: a.jpg>", "<qwerty: a.jpg>", "‹bilaga: a.jpg›",
    ])
  func bracketed(_ words: String) throws {
    for (text, caption) in [("\u{200E}\(words)", ""), ("look \u{200E}\(words)", "look")] {
      let entry = try Self.entry(Self.phone + text)
      #expect(entry.media.map(\.address) == ["a.jpg"] && entry.text == caption && entry.kind == .message)
    }
  }

  @Test("A file of the folder, and a name that WhatsApp gives, need no known words")
  func structure() throws {
    #expect(try Self.entry("\(Self.android)a b.qqq (qwerty)").media.isEmpty)
    #expect(try Self.entry("\(Self.android)a b.pdf (qwerty)", files: ["a b.pdf"]).media.count == 1)
    #expect(try Self.entry("\(Self.android)a b.pdf\ncaption", files: ["a b.pdf"]).text == "caption")
    #expect(try Self.entry("\(Self.android)IMG-20240413-WA0001.jpg (qwerty)").media.count == 1)
    #expect(try Self.entry("\(Self.phone)see notes.txt (draft)").text == "see notes.txt (draft)")
    #expect(try Self.entry("\(Self.android)see notes.txt (v2)").text == "see notes.txt (v2)")
    #expect(try Self.entry("\(Self.android)IMG-20240413-WA0001.jpg").media.count == 1)
    let learned = "\(Self.android)a b.qqq (qwerty)\n\(Self.android)PTT-20240413-WA0001.opus (qwerty)\n"
    #expect(try Self.entry(learned).media.map(\.kind) == [.file])
  }

  @Test(
    "An unknown word next to a file's name never matters; it is kept and counted",
    arguments: [
      "report 2024.pdf (кінь)", "report 2024.pdf <կից ֆայլ>", "report 2024.pdf ‹ceangailte›",
      "<атташе: report 2024.pdf>",
      "‹ლ: report 2024.pdf›", "report 2024.pdf [qwerty uiop]",
    ])
  func unknownWords(_ line: String) throws {
    let text = "\(Self.android)\(line)\nA caption\n"
    let entry = try Self.entry(text)
    #expect(entry.media.map(\.address) == ["report 2024.pdf"] && entry.media.map(\.kind) == [.file])
    #expect(entry.author?.name == "Anna" && entry.kind == .message)
    #expect(entry.text.trimmingPrefix("\n") == "A caption")
    #expect(entry.media.first?.caption.map { line.contains($0) } == true)
    #expect(Self.counted(text).contains("1 unknown phrase next to a file"))
  }

  @Test("Words without brackets next to a name that WhatsApp gives stay, since they may be the author's")
  func unbracketedWords() throws {
    let entry = try Self.entry("\(Self.android)IMG-20240413-WA0001.jpg qwerty uiop\ncaption")
    #expect(entry.media.map(\.address) == ["IMG-20240413-WA0001.jpg"] && entry.text == "qwerty uiop\ncaption")
    let before = try Self.entry("\(Self.android)qwerty IMG-20240413-WA0001.jpg")
    #expect(before.media.count == 1 && before.text == "qwerty")
    #expect(try Self.entry("\(Self.android)IMG-20240413-WA0001.jpg இணைக்கப்பட்டது").text.isEmpty)
  }

  @Test("An unknown placeholder is counted by its words, whether or not it is drawn as a file")
  func unknownPlaceholdersAreCounted() {
    #expect(Self.counted("\(Self.android)<foo bar baz>").contains("1 unknown placeholder “foo bar baz” (WhatsApp)"))
    #expect(
      Self.counted("\(Self.android)<foo bar baz>\n\(Self.android)<foo bar baz>\n")
        .contains("2 unknown placeholders “foo bar baz”"))
    #expect(
      Self.counted("\(Self.phone)Hi\n\(Self.phone)\u{200E}qwerty uiop\n").contains(
        "1 unknown placeholder “qwerty uiop”"))
    #expect(Self.counted("\(Self.android)<Media omitted>").isEmpty && Self.counted("\(Self.android)a < b > c").isEmpty)
  }

  @Test(
    "An omitted file is one in every language",
    arguments: [
      "<Media omitted>", "<Medien ausgeschlossen>", "<Multimedia omitido>", "<Médias omis>", "<Media omessi>",
      "<Mídia oculta>", "<Ficheiro não revelado>", "<Media weggelaten>", "<pliki pominięto>", "< Média vynechána >",
      "<Media har utelämnats>", "<Mediefil udeladt>", "<Uten vedlegg>", "<Media jätetty pois>", "<Medya atlanmış>",
      "<Без медиафайлов>", "<Медіа пропущено>", "<Εξαίρεση πολυμέσων>", "<המדיה לא נכללה>", "<تم استبعاد الوسائط>",
      "<رسانه حذف شد>", "<मीडिया के बिना>", "<Media tidak disertakan>", "<Media disingkirkan>", "<สื่อถูกลบ>",
      "<Bỏ qua Media>", "<メディアは含まれていません>", "<미디어 파일을 생략한 대화내용>", "<省略多媒体文件>", "<忽略多媒體檔>",
      "<Hiányzó médiafájl>", "<Conținut media omis>", "<View once voice message omitted>",
    ])
  func omitted(_ words: String) throws {
    let entry = try Self.entry("\(Self.android)\(words)\ncaption")
    #expect(entry.media.count == 1 && entry.text == "caption" && entry.kind == .message)
  }

  @Test(
    "An iPhone's omitted file has its kind in every language",
    arguments: [
      ("Bild weggelassen", MediaKind.photo), ("imagen omitida", .photo), ("image absente", .photo),
      ("immagine omessa", .photo), ("imagem ocultada", .photo), ("afbeelding weggelaten", .photo),
      ("obraz pominięty", .photo), ("bild utesluten", .photo), ("görüntü dahil edilmedi", .photo),
      ("изображение отсутствует", .photo), ("зображення відсутнє", .photo), ("εικόνα παραλείφθηκε", .photo),
      ("התמונה הושמטה", .photo), ("لم يتم إدراج الصورة", .photo), ("تصویر حذف شد", .photo), ("ไม่มีรูปภาพ", .photo),
      ("đã bỏ qua hình ảnh", .photo), ("画像は含まれていません", .photo), ("이미지 생략됨", .photo), ("图像已忽略", .photo),
      ("圖片已略去", .photo), ("kép kihagyva", .photo), ("vidéo absente", .video), ("видео отсутствует", .video),
      ("동영상 생략됨", .video), ("áudio ocultado", .audio), ("figurinha omitida", .sticker), ("GIF retiré", .animation),
      ("Kontaktkarte ausgelassen", .contact), ("document manquant", .file),
    ])
  func omittedKinds(_ words: String, _ kind: MediaKind) throws {
    let entry = try Self.entry("\(Self.phone)\u{200E}\(words)")
    #expect(entry.media.map(\.kind) == [kind] && entry.text.isEmpty && entry.kind == .message)
  }

  @Test(
    "A deleted message is one in every language",
    arguments: [
      "Diese Nachricht wurde gelöscht", "Se eliminó este mensaje", "Ce message a été supprimé",
      "Questo messaggio è stato eliminato", "Mensagem apagada", "Dit bericht is verwijderd",
      "Ta wiadomość została usunięta", "Tato zpráva byla smazána", "Det här meddelandet raderades",
      "Denne besked blev slettet", "Denne meldingen ble slettet.", "Tämä viesti poistettiin", "Bu mesaj silindi",
      "Данное сообщение удалено", "Це повідомлення було видалено", "Αυτό το μήνυμα διαγράφηκε", "הודעה זו נמחקה",
      "تم حذف هذه الرسالة", "این پیام حذف شد", "यह मैसेज डिलीट कर दिया गया है", "Pesan ini dihapus",
      "Mesej ini telah dipadam", "ข้อความนี้ถูกลบแล้ว", "Tin nhắn này đã bị xóa", "このメッセージは削除されました",
      "이 메시지는 삭제되었습니다", "此消息已被删除", "此訊息已刪除。", "Ez az üzenet törlésre került", "Acest mesaj a fost șters",
    ])
  func deleted(_ words: String) throws {
    #expect(try Self.entry(Self.android + words).isDeleted)
    #expect(try Self.entry("\(Self.phone)\u{200E}\(words)").isDeleted)
    #expect(try !Self.entry("\(Self.android)\(words)\nor not").isDeleted)
  }

  @Test(
    "An edited message is one in every language",
    arguments: [
      "Diese Nachricht wurde bearbeitet", "Se editó este mensaje", "Ce message a été modifié", "Dit bericht is bewerkt",
      "Bu mesaj düzenlendi", "Pesan ini diedit", "このメッセージは編集されました", "이 메시지는 수정되었습니다", "此訊息已編輯",
      "تم تعديل هذه الرسالة", "הודעה זו נערכה",
    ])
  func edited(_ words: String) throws {
    let entry = try Self.entry("\(Self.android)hello <\(words)>")
    #expect(entry.isEdited && entry.text == "hello")
  }

  @Test("An iPhone's note at the end is an edit in any language; on Android an unknown one stays")
  func unknownEdits() throws {
    let phone = try Self.entry("\(Self.phone)hello \u{200E}<qwerty uiop>")
    #expect(phone.isEdited && phone.text == "hello")
    let android = try Self.entry("\(Self.android)hello <qwerty uiop>")
    #expect(!android.isEdited && android.text == "hello <qwerty uiop>")
  }

  @Test(
    "A missed call is an event in every language",
    arguments: [
      "Missed voice call", "Verpasster Sprachanruf", "Llamada perdida", "Appel vocal manqué", "Chiamata vocale persa",
      "Пропущенный видеозвонок", "不在着信", "부재중 전화", "未接语音通话", "مكالمة صوتية فائتة", "Cevapsız sesli arama",
    ])
  func calls(_ words: String) throws {
    for text in [Self.android + words, "\(Self.phone)\u{200E}\(words)", "13/04/2024, 10:00 - \(words)"] {
      guard case .service(_, let action) = try Self.entry(text).kind else { return #expect(Bool(false), "\(text)") }
      #expect(action == "call")
    }
    #expect(try Self.entry("\(Self.android)\(words), sorry").kind == .message)
  }

  @Test("Polls without the app's sign, media that can be seen once, and places")
  func others() throws {
    let poll = try Self.entry(
      "\(Self.android)UMFRAGE:\nWann?\nOPTION: Montag (2 Stimmen)\nOPTION: Freitag (0 Stimmen)\n\n")
    #expect(poll.media.first?.answers.map(\.votes) == [2, 0] && poll.media.first?.title == "Wann?")
    #expect(try Self.entry("\(Self.android)null").media.count == 1)
    #expect(try Self.entry("\(Self.android)\n\(Self.android)a\n").media.count == 1)
    #expect(try Self.entry("\(Self.android)null and void").media.isEmpty)
    let place = "ubicación: https://maps.google.com/?q=52.1,-13.2"
    #expect(try Self.entry(Self.android + place).media.map(\.kind) == [.location])
    #expect(try Self.entry("\(Self.android)live location shared").media.map(\.kind) == [.liveLocation])
    #expect(try Self.entry("\(Self.android)<foo bar baz>").text == "<foo bar baz>")
  }

  @Test("An unknown phrase in brackets that recurs is a placeholder, and its words stay")
  func unknownPlaceholders() throws {
    let entry = try Self.entry("\(Self.android)<foo bar baz>\n\(Self.android)<foo bar baz>\n")
    #expect(entry.media.map(\.title) == ["foo bar baz"])
  }

  @Test("Bold, italic, struck and monospaced words and lists are drawn as such; the text keeps its marks")
  func markup() throws {
    let text = "a *bold* _it_ ~gone~ `code` 2*3*4\n- one\n> two"
    let entry = try Self.entry(Self.android + text)
    #expect(entry.text == text)
    let drawn = try #require(entry.drawn)
    #expect(drawn.string == "a bold it gone code 2*3*4\n• one\ntwo")
    #expect(drawn.facets.map(\.kind) == [.bold, .italic, .struck, .code, .mark, .quote])
    #expect(try Self.entry("\(Self.android)plain").drawn == nil)
    #expect(try Self.entry("\(Self.android)```mono\nblock```").drawn?.string == "mono\nblock")
  }

  @Test("The chat's name is taken from the file's name in any language")
  func titles() {
    for (name, title) in [
      ("WhatsApp Chat mit Mira", "Mira"), ("与小林的 WhatsApp 聊天", "小林"), ("محادثة واتساب مع سلمى", "سلمى"),
      ("Anna ile WhatsApp Sohbeti", "Anna"), ("健とのWhatsAppチャット", "健"), ("WhatsApp Chat - Zoya", "Zoya"),
    ] {
      #expect(ChatService.title(ofFile: name) == title)
    }
  }

  @Test("an unknown phrase of the app stays with its author, and a group's events have none")
  func unknownPhrases() throws {
    let head = "[17.05.24, 09:01:00] "
    let text = "\(head)Mira: Hi\n\(head)Mira: \u{200E}зображення зникло\n\(head)Trip: \u{200E}Ines joined here\n"
    let entries = try #require(ChatExportTests.export(("_chat.txt", text)).chats.first).entries
    #expect(entries.map { $0.kind == .message } == [true, true, false])
    #expect(entries[1].author?.name == "Mira" && entries[1].text == "зображення зникло")
  }
}
