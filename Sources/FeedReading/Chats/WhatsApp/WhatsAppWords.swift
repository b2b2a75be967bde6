/// Phrases of the app, compared without case, marks of direction, repeated blanks and a full stop at the end.
struct WhatsAppPhrases {
  private let phrases: Set<String>
  /// Longer ones first.
  private let ordered: [String]

  /// - Parameter list: Separated by vertical bars.
  init(_ list: String) {
    let all = list.split(separator: "|").map { Self.plain($0) }
    phrases = Set(all)
    ordered = phrases.sorted { ($0.count, $1) > ($1.count, $0) }
  }

  func contains(_ text: some StringProtocol) -> Bool {
    text.utf8.count <= Self.limit && phrases.contains(Self.plain(text))
  }

  /// The maximum length of a phrase in bytes.
  private static let limit = 240

  /// Whether the text is one of the phrases, or goes on after one of them with another word.
  func begin(_ text: some StringProtocol) -> Bool {
    guard text.utf8.count <= Self.limit * 2 else { return false }
    let text = Self.plain(text)
    guard let first = text.unicodeScalars.first else { return false }
    return ordered.contains { phrase in
      phrase.unicodeScalars.first == first && text.hasPrefix(phrase)
        && (text.dropFirst(phrase.count).first.map { !$0.isLetter } ?? true)
    }
  }

  static func plain(_ text: some StringProtocol) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if HeadReader.isMark(scalar) { continue }
      if scalar.properties.isWhitespace {
        if scalars.last != " ", !scalars.isEmpty { scalars.append(" ") }
      } else {
        scalars.append(scalar)
      }
    }
    while let last = scalars.last, " .。।۔".unicodeScalars.contains(last) { scalars.removeLast() }
    return String(scalars).lowercased()
  }
}

/// The app's own words in an export, in its languages. The words are those of the app's translations in public
/// projects that read such exports.
enum WhatsAppWords {
  /// The note in angle brackets at the end of an edited message.
  static let edited = WhatsAppPhrases(
    """
    this message was edited | diese nachricht wurde bearbeitet | se editó este mensaje | \
    este mensaje fue editado | este mensaje se editó | ce message a été modifié | \
    questo messaggio è stato modificato | mensagem editada | esta mensagem foi editada | \
    essa mensagem foi editada | dit bericht is bewerkt | сообщение изменено | это сообщение изменено | \
    данное сообщение изменено | bu mesaj düzenlendi | це повідомлення змінено | \
    це повідомлення відредаговано | ta wiadomość została edytowana | wiadomość edytowana | \
    det här meddelandet redigerades | det här meddelandet har redigerats | denne besked blev redigeret | \
    denne besked er blevet redigeret | denne meldingen ble redigert | tätä viestiä on muokattu | \
    tätä viestiä muokattiin | tato zpráva byla upravena | táto správa bola upravená | \
    ez az üzenet szerkesztve lett | ezt az üzenetet szerkesztették | acest mesaj a fost editat | \
    αυτό το μήνυμα υποβλήθηκε σε επεξεργασία | το μήνυμα υποβλήθηκε σε επεξεργασία | הודעה זו נערכה | \
    ההודעה נערכה | تم تعديل هذه الرسالة | این پیام ویرایش شد | این پیام ویرایش شده است | \
    यह मैसेज एडिट किया गया | यह मैसेज एडिट किया गया है | इस मैसेज में बदलाव किया गया | pesan ini diedit | \
    pesan ini telah diedit | mesej ini telah disunting | mesej ini telah diedit | ข้อความนี้มีการแก้ไข | \
    ข้อความนี้ถูกแก้ไขแล้ว | ข้อความนี้ถูกแก้ไข | tin nhắn này đã được chỉnh sửa | \
    tin nhắn này đã chỉnh sửa | このメッセージは編集されました | このメッセージは編集済みです | 이 메시지는 수정되었습니다 | 이 메시지가 수정되었습니다 | \
    수정된 메시지입니다 | 这条消息已经过编辑 | 此消息已编辑 | 这条消息已编辑 | 此訊息已編輯 | 這則訊息已編輯 | 此訊息已被編輯 | ova je poruka uređena | \
    ova poruka je uređena | съобщението беше редактирано | aquest missatge s'ha editat
    """)

  /// The text in place of a deleted message.
  static let deleted = WhatsAppPhrases(
    """
    hierdie boodskap was uitgevee | تم حذف هذه الرسالة | bu ismarıc silindi | съобщението беше изтрито | \
    এই বার্তাটি মুছে ফেলা হয়েছে | aquest missatge està esborrat | tato zpráva byla odstraněna | \
    denne besked blev slettet | diese nachricht wurde gelöscht | αυτό το μήνυμα διαγράφηκε | \
    this message was deleted | este mensaje fue eliminado | see sõnum on kustutatud | این پیام حذف شد | \
    tämä viesti poistettiin | ce message a été supprimé | આ સંદેશ રદ્દ કરાયો | הודעה זו נמחקה | \
    यह संदेश मिटाया गया | ova poruka je izbrisana | ez az üzenet törlésre került | \
    pesan ini telah dihapus | questo messaggio è stato eliminato | このメッセージは削除されました | бұл хат жойылды | \
    ಈ ಸಂದೇಶವು ಅಳಿಸಲ್ಪಟ್ಟಿದೆ | 이 메시지는 삭제되었습니다 | ši žinutė buvo ištrinta | šī ziņa tika izdzēsta | \
    оваа порака беше избришана | ഈ സന്ദേശം ഇല്ലാതാക്കിയതാണ് | हा संदेश हटविण्यात आला होता | \
    mesej ini telah dipadam | denne meldingen ble slettet | dit bericht is verwijderd | \
    ਇਸ ਸੁਨੇਹੇ ਨੂੰ ਹਟਾਇਆ ਗਿਆ | ta wiadomość została usunięta | esta mensagem foi apagada pelo remetente | \
    esta mensagem foi apagada | acest mesaj a fost șters | данное сообщение удалено | \
    táto správa bola odstránená | to sporočilo je bilo izbrisano | ова порука је обрисана | \
    detta meddelande raderades | ujumbe huu ulifutwa | இத்தகவல் திரும்பப்பெறப்பட்டது | ข้อความนี้ได้ถูกลบ | \
    itong mensahe ay binura na | bu mesaj silindi | це повідомлення було видалено | یہ پیغام حذف کیا گیا | \
    ushbu xabar o‘chirildi | tin nhắn này đã bị xoá | 信息已删除 | 此訊息已刪除 | jy het boodskap uitgevee | \
    أنت حذفت هذه الرسالة | siz bu ismarıcı sildiniz | изтрихте това съобщение | \
    আপনি এই বার্তাটি মুছে ফেলেছেন | has esborrat aquest missatge | tuto zprávu jste odstranil/a | \
    du slettede denne besked | du hast diese nachricht gelöscht | διαγράψατε αυτό το μήνυμα | \
    you deleted this message | eliminaste este mensaje | kustutasid selle sõnumi | \
    شما این پیام را حذف کردید | poistit tämän viestin | vous avez supprimé ce message | \
    તમે આ સંદેશને રદ્દ કર્યો | מחקת הודעה זו | आपने यह संदेश मिटाया | izbrisali ste ovu poruku | \
    törölted ezt az üzenetet | anda telah menghapus pesan ini | hai eliminato questo messaggio | \
    このメッセージを削除しました | сіз бұл хатты жойдыңыз | ನೀವು ಈ ಸಂದೇಶವನ್ನು ಅಳಿಸಿದ್ದೀರಿ | 삭제한 메시지입니다 | \
    jūs ištrynėte šią žinutę | jūs izdzēsāt šo ziņu | ја избриша оваа порака | \
    ഈ സന്ദേശം നിങ്ങൾ ഇല്ലാതാക്കി | आपण हा संदेश हटविलात | anda telah memadamkan mesej ini | \
    du slettet denne meldingen | u hebt dit bericht verwijderd | ਤੁਸੀਂ ਇਹ ਸੁਨੇਹਾ ਹਟਾਇਆ | \
    usunąłeś(aś) tę wiadomość | você apagou esta mensagem | ați șters acest mesaj | \
    вы удалили данное сообщение | túto správu ste odstránili | to sporočilo ste izbrisali | \
    обрисао/ла си ову поруку | du raderade detta meddelande | umefuta ujumbe huu | \
    இத்தகவலை தாங்கள் அழித்தீர்கள் | คุณลบข้อความนี้ | binura mo itong mensahe | bu mesajı sildiniz | \
    ви видалили це повідомлення | آپ نے اس پیغام کو حذف کیا | siz ushbu xabarni o‘chirdingiz | \
    bạn đã xoá tin nhắn này | 您删除这个信息 | 您已刪除此訊息 | это сообщение удалено | сообщение удалено | \
    se eliminó este mensaje | este mensaje se eliminó | এই মেসেজটি বাদ দেওয়া হয়েছে | 这条消息已被删除 | 此消息已被删除 | \
    消息已删除 | tin nhắn này đã bị xóa | یہ میسج حذف کر دیا گیا ہے | ข้อความนี้ถูกลบแล้ว | \
    det här meddelandet raderades | det här meddelandet har raderats | mensagem apagada | \
    essa mensagem foi apagada | हा मेसेज हटवण्यात आला | 삭제된 메시지입니다 | このメッセージは削除されています | pesan ini dihapus | \
    ova je poruka izbrisana | यह मैसेज डिलीट कर दिया गया है | यह मैसेज डिलीट किया गया | \
    આ મેસેજ ડિલીટ કરાયો | scriosadh an teachtaireacht seo | tämä viesti on poistettu | \
    این پیام حذف شده است | denne besked er blevet slettet | tato zpráva byla smazána | \
    aquest missatge s'ha suprimit | מחקת את ההודעה הזו | вы удалили это сообщение | вы удалили сообщение | \
    apagou esta mensagem | διαγράψατε το μήνυμα | це повідомлення видалено | لقد حذَفت هذه الرسالة | \
    لقد حذفت هذه الرسالة | حذفت هذه الرسالة | আপনি এই মেসেজটি বাদ দিয়েছেন | 你已刪除此訊息 | 您已删除这条消息 | \
    你删除了这条消息 | 你已删除这条消息 | 你刪除了這則訊息 | 您删除了此消息 | bạn đã xóa tin nhắn này | آپ نے یہ میسج حذف کر دیا ہے | \
    คุณได้ลบข้อความนี้ | คุณลบข้อความนี้แล้ว | du har tagit bort meddelandet | \
    du raderade det här meddelandet | usunąłeś(-ęłaś) tę wiadomość | usunięto tę wiadomość | \
    usunąłeś tę wiadomość | usunęłaś tę wiadomość | ai șters acest mesaj | je hebt dit bericht verwijderd | \
    तुम्ही हा मेसेज हटवला | 이 메시지를 삭제했습니다 | ezt az üzenetet törölted | ezt az üzenetet törölték | \
    anda menghapus pesan ini | आपने यह मैसेज डिलीट किया | તમે આ મેસેજ ડિલીટ કર્યો | \
    scrios tú an teachtaireacht seo | du har slettet denne besked | tuto zprávu jste smazal/a | \
    tuto zprávu jste smazali | smazali jste tuto zprávu | has suprimit aquest missatge | \
    tu as supprimé ce message | bu mesajı sildin | ты удалил(-а) это сообщение | slettet denne meldingen
    """)

  /// The words next to the name of an attached file.
  static let attached = WhatsAppPhrases(
    """
    lêer aangeheg | الملف مرفق | fayl əlavə olunub | прикачен файл | ফাইল সংযুক্ত হয়েছে | arxiu adjunt | \
    soubor byl přiložen | fil vedhæftet | datei angehängt | συνημμένο αρχείο | file attached | \
    archivo adjuntado | fail lisatud | liitetiedosto | fichier joint | ફાઇલ જોડાયેલ | קובץ מצורף | \
    फाइल अटैच कर दी गई है | datoteka u privitku | fájl csatolva | file terlampir | file allegato | \
    添付ファイル有り | қосымша файл | ಕಡತ ಸೇರಿಸಲಾಯಿತು | 파일 첨부됨 | byla prisegta | pievienots fails | прикачен фајл | \
    ഫയൽ ചേർത്തു | फाइल संलग्न | fail dilampirkan | vedlagt fil | bestand bijgevoegd | ਅਟੈਚ ਕੀਤੀ ਫਾਇਲ | ਫਾਈਲ ਅਟੈਚ ਕੀਤੀ | \
    załączony plik | ficheiro anexado | arquivo anexado | fișier atașat | файл добавлен | súbor pripojený | \
    priložena datoteka | skedë e ngjitur | прикачена датотека | bifogad fil | faili limeambatanishwa | \
    ఫైల్ జోడించబడినది | ไฟล์ที่แนบ | nakalakip na file | dosya ekli | файл додано | پیوستہ فائل | \
    fayl biriktirildi | tệp đính kèm | 文件附件 | 附件檔案 | attached | anhang | angehängt | adjunto | \
    archivo adjunto | pièce jointe | allegato | anexo | anexado | bijgevoegd | bijlage | прикреплено | \
    вложение | додано | файл прикреплен | файл прикреплён | załączono | załącznik | plik dołączony | \
    plik załączony | příloha | přiloženo | soubor přiložen | príloha | bifogat | bilaga | bifogad | \
    vedhæftet | vedlagt | vedlegg | filen er vedlagt | fil vedlagt | liite | liitteenä | \
    tiedosto liitetty | tiedosto liitteenä | liitetty tiedosto | eklendi | dosya eklendi | ekli dosya | \
    ek | επισυνάφθηκε | συνημμένο | το αρχείο επισυνάφθηκε | επισυναπτόμενο αρχείο | מצורף | المُرفق | \
    مرفق | ملف مرفق | پیوست | فایل پیوست شد | فایل پیوست | پیوستہ | संलग्न | फ़ाइल अटैच की गई | \
    फ़ाइल अटैच की गई है | फ़ाइल संलग्न है | अटैच किया गया | terlampir | lampiran | dilampirkan | dilampir | \
    แนบ | ไฟล์แนบ | แนบไฟล์ | đính kèm | đã đính kèm tệp | tập tin đính kèm | 添付 | 添付ファイル | ファイル添付 | 첨부 | \
    첨부됨 | 첨부파일 | 파일첨부 | 附件 | 檔案附件 | 已附加文件 | 附加檔案 | 文件已附加 | csatolva | csatolt fájl | csatolmány | atașare | \
    atașat | adjunt | priloženo | datoteka priložena
    """)

  /// Words next to the name of an attached file, in the languages that write no brackets around them.
  static let attachedWithoutBrackets = ["فایل پیوست شد", "இணைக்கப்பட்டது"]

  /// The beginning of an entry about a missed call.
  static let missedCalls = WhatsAppPhrases(
    """
    stemoproep gemis | مكالمة صوتية فائتة | buraxılmış zəng | пропуснато гласово обаждане | মিসড ভয়েস কল | \
    trucada de veu perduda | zmeškaný hlasový hovor | mistet opkald | verpasster sprachanruf | \
    αναπάντητη κλήση | missed voice call | llamada de voz perdida | vastamata häälkõne | \
    تماس صوتی پاسخ داده نشده | vastaamaton äänipuhelu | appel vocal manqué | છૂટી ગયેલ ધ્વનિ કૉલ | \
    שיחה קולית שלא נענתה | छूटी हुई ध्वनि कॉल | propušten glasovni poziv | nem fogadott hanghívás | \
    panggilan suara tak terjawab | chiamata vocale persa | 不在着信 | жауапсыз қоңырау | ತಪ್ಪಿದ ಧ್ವನಿ ಕರೆ | \
    부재중 전화 | praleistas balso skambutis | neatbildēts balss zvans | пропуштен гласовен повик | \
    വിളി നഷ്ടപ്പെട്ടു | मिस्ड व्हॉइस कॉल | panggilan suara terlepas | tapt taleanrop | \
    gemiste spraakoproep | ਮਿਸ ਹੋਈ ਆਵਾਜ਼ ਕਾਲ | nieodebrane połączenie | chamada de voz perdida | \
    apel vocal nepreluat | пропущенный аудиозвонок | zgrešen klic | thirrje e shmangur | \
    пропуштен гласовни позив | missat röstsamtal | simu ya sauti uliyoikosa | தவறிய குரல் அழைப்பு | \
    మిస్సేడ్ వాయిస్ కాల్ | สายที่ไม่ได้รับ | nakaligtaang voice call | cevapsız sesli arama | \
    пропущений аудіодзвінок | چھوٹی ہوئی صوتی کال | o‘tkazib yub. ovozli qo‘ng‘iroq | cuộc gọi nhỡ | \
    未接语音通话 | 未接語音通話 | video-oproep gemis | مكالمة فيديو فائتة | buraxılmış video zəng | \
    пропуснато видео обаждане | মিস করা ভিডিও কল | trucada de vídeo perduda | zmeškaný videohovor | \
    mistede video opkald | verpasster videoanruf | αναπάντητη βιντεοκλήση | missed video call | \
    videollamada perdida | vastamata videokõne | تماس تصویری پاسخ داده نشده | vastaamaton videopuhelu | \
    appel vidéo manqué | છૂટી ગયેલ વિડિઓ કૉલ | שיחת וידאו שלא נענתה | छूटी हुई विडियो कॉल | \
    propušten video poziv | nem fogadott videóhívás | panggilan video tak terjawab | videochiamata persa | \
    ビデオ通話不在着信 | жауапсыз видео қоңырау | ತಪ್ಪಿದ ದೃಶ್ಯ ಕರೆ | 부재중 영상통화 | praleistas video skambutis | \
    neatbildēts video zvans | пропуштен видео повик | നഷ്ടമായ വീഡിയോ കാൾ | मिस्ड व्हिडिओ कॉल | \
    panggilan video terlepas | tapt videosamtale | gemiste video-oproep | ਮਿਸ ਹੋਈ ਵੀਡੀਓ ਕਾਲ | \
    nieodebrane poł. wideo | videochamada perdida | chamada de vídeo perdida | apel video nepreluat | \
    пропущенный видеозвонок | neodgovorjen video klic | videothirrje e shmangur | пропуштен видео позив | \
    missat videosamtal | simu ya video uliyoikosa | தவறிய காணொலி அழைப்பு | తప్పిన వీడియోకాల్ | \
    สายโทรวิดีโอที่ไม่ได้รับ | nakaligtaang video call | cevapsız görüntülü arama | \
    пропущений відеодзвінок | چھوٹی ہوئی ویڈیو کال | o‘tkazib yub. videoqo‘ng‘iroq | cuộc gọi nhỡ video | \
    未接视频通话 | 未接視像通話 | missed group voice call | missed group video call | missed call | llamada perdida | \
    verpasster anruf | verpasster gruppenanruf | ligação de voz perdida | ligação de vídeo perdida | \
    gemist spraakgesprek | gemist videogesprek | пропущений голосовий виклик | \
    nieodebrane połączenie głosowe | nieodebrane połączenie wideo | nieodebrane poł. głosowe | \
    zmeškaný hovor | missat samtal | ubesvaret taleopkald | ubesvaret videoopkald | mistet taleopkald | \
    tapt videoanrop | ubesvart taleanrop | ubesvart videoanrop | αναπάντητη φωνητική κλήση | \
    αναπάντητη κλήση βίντεο | لم يرد على مكالمة صوتية | تماس صوتی بی‌پاسخ | تماس تصویری بی‌پاسخ | \
    تماس تصویری بیپاسخ | مسڈ وائس کال | مسڈ ویڈیو کال | मिस्ड वॉइस कॉल | वॉइस कॉल मिस हुई | \
    मिस्ड वीडियो कॉल | छूटी हुई वॉइस कॉल | छूटी हुई वीडियो कॉल | panggilan suara tidak dijawab | \
    สายโทรด้วยเสียงที่ไม่ได้รับ | วิดีโอคอลที่ไม่ได้รับ | cuộc gọi thoại nhỡ | cuộc gọi video nhỡ | \
    音声通話不在着信 | 音声通話に応答なし | 부재중 음성통화 | 부재중 음성 통화 | 부재중 영상 통화 | 未接視訊通話 | nem fogadott videohívás | \
    apel vocal ratat | apel video ratat | apel vocal pierdut | propušteni glasovni poziv | \
    propušteni videopoziv
    """)

  /// The beginning of an iPhone's entry about any other call.
  static let calls = WhatsAppPhrases(
    """
    voice call | video call | silenced voice call | silenced video call | group voice call | \
    group video call | llamada de voz | videollamada | sprachanruf | videoanruf | appel vocal | \
    appel vidéo | chiamata vocale | videochiamata | chamada de voz | chamada de vídeo | ligação de voz | \
    ligação de vídeo | spraakoproep | video-oproep | аудиозвонок | видеозвонок | połączenie głosowe | \
    połączenie wideo | röstsamtal | videosamtal | sesli arama | görüntülü arama | φωνητική κλήση | \
    βιντεοκλήση | 语音通话 | 视频通话 | 語音通話 | 視訊通話 | 音声通話 | ビデオ通話 | 음성통화 | 음성 통화 | 영상통화 | 영상 통화 | \
    голосовий виклик | відеодзвінок | аудіодзвінок | hlasový hovor | videohovor | taleopkald | \
    videoopkald | taleanrop | videoanrop | äänipuhelu | videopuhelu | مكالمة صوتية | مكالمة فيديو | \
    تماس صوتی | تماس تصویری | वॉइस कॉल | वीडियो कॉल | panggilan suara | panggilan video | สายโทรด้วยเสียง | \
    วิดีโอคอล | cuộc gọi thoại | cuộc gọi video | hanghívás | videóhívás | videohívás | apel vocal | \
    apel video | glasovni poziv | videopoziv | שיחה קולית | שיחת וידאו
    """)

  /// The text in place of a shared live location.
  static let liveLocation = WhatsAppPhrases(
    """
    live location shared | locație în timp real distribuită | геоданные отправлены | 實時位置已分享 | \
    posizione attuale condivisa | ubicació en directe compartida | byla sdílena aktuální poloha | 共享实时位置 | \
    lokasi terkini dibagikan | ライブロケーション共有 | η τωρινή τοποθεσία κοινοποιήθηκε | live placering delt | \
    lokasi terkini dikongsi | localização atual compartilhada | लाइव स्थान साझा किया गया | \
    udostępniona transmisja położenia | vị trí hiện thời được chia sẻ | liveposition delad | \
    lokacija v živo je bila deljena | bola zdieľaná aktuálna poloha | mevcut konum paylaşıldı | \
    ตำแหน่งปัจจุบันถูกแบ่งปัน | مکان زنده به اشتراک گذاشته شد | posisjon i sanntid delt | \
    משתף מיקום בשידור חי | live-sijainti jaettu | localisation en direct partagée | \
    ubicación en tiempo real compartida | trenutna lokacija podijeljena | tartózkodási hely megosztva | \
    live locatie gedeeld | местоположение в реално време споделено | live-standort wird geteilt | \
    live-standort geteilt | 공유한 실시간 위치 | تمت مشاركة الموقع المباشر | está a partilhar a sua localização | \
    геодані надіслано
    """)

  /// Android's placeholders in angle brackets for omitted files, which don't tell the kind.
  static let omittedMedia = WhatsAppPhrases(
    """
    media weggelaat | تم استبعاد الوسائط | media çıxarılmışdır | без файл | মিডিয়া বাদ দেওয়া হয়েছে | \
    mitjans omesos | média vynechána | mediefil udeladt | medien weggelassen | εξαίρεση πολυμέσων | \
    media omitted | archivo omitido | meedia ära jäetud | پيوست نما/آهنگ حذف شد | media jätetty pois | \
    fichier omis | મીડિયા અવગણાયું | מדיה הושמטה | मीडिया के बिना | medijski zapis izostavljen | \
    hiányzó médiafájl | media tidak disertakan | media omesso | メディアは含まれていません | файл қосылған жоқ | \
    ಮೀಡಿಯಾ ಕೈಬಿಡಲಾಗಿದೆ | 미디어 파일을 생략한 대화내용 | praleistas medijos turinys | bez multivides | без фајл | \
    മീഡിയ ഒഴിവാക്കി | मीडिया वगळले | media disingkirkan | uten vedlegg | media weggelaten | \
    ਮੀਡੀਆ ਛੱਡਿਆ ਗਿਆ | pliki pominięto | ficheiro não revelado | mídia omitida | conținut media omis | \
    файл пропущен | médiá vynechané | medij izpuščen | pa media | медији су изостављени | \
    media har utelämnats | media imerukwa | ஊடகங்கள் நீக்கப்பட்டது | మాధ్యమం విస్మరించబడింది | สื่อถูกลบ | \
    walang kalakip na media | medya atlanmış | медіа пропущено | میڈیا چھوڑ دیا گیا | \
    fayl o‘tkazib yuborildi | bỏ qua media | 省略多媒体文件 | 忽略多媒體檔 | medien ausgeschlossen | \
    medien ausgelassen | multimedia omitido | archivos omitidos | médias omis | média omis | media omessi | \
    mídia oculta | arquivo de mídia oculto | медиафайлы пропущены | без медиафайлов | медиа пропущены | \
    медиа отсутствует | файл пропущено | медіафайли пропущено | медіа відсутня | медіафайли відсутні | \
    medya dahil edilmedi | pominięto multimedia | multimedia pominięto | pominięte media | \
    média vynechány | media utelatt | medier utelatt | media utelämnade | medier uteslutna | \
    media jätettiin pois | तस्वीर छोड़ी गई | मीडिया छोड़ा गया | मीडिया शामिल नहीं है | המדיה לא נכללה | \
    המדיה הוסרה | המדיה הושמטה | 媒体文件已省略 | 媒體已省略 | 媒體檔案已略去 | 省略多媒體檔案 | 略去媒體檔案 | 媒体已忽略 | 媒体省略 | メディアなし | \
    メディアは省略されました | 미디어 파일을 제외한 내보내기 | 미디어 생략 | 미디어 생략됨 | 미디어 파일 생략됨 | video message omitted | \
    video note omitted | view once voice message omitted | view once photo omitted | \
    view once video omitted | view once media omitted | voice message omitted | médias absents | \
    média manquante | media mancante | αποχρεωτική παραλαβή μέσων | τα πολυμέσα παραλείφθηκαν | \
    medien fehlen | ملفات مفقودة | رسانه حذف شد | رسانه‌ها حذف شدند | پیوست نما/آهنگ حذف شد | \
    media hiányzik | médiafájl kihagyva | média elhagyva | média kihagyva | fișier media omis | \
    conținutul media a fost omis | media omise | bez medija | ไม่รวมสื่อ | ละเว้นสื่อ | \
    đã bỏ qua tệp phương tiện | đã bỏ qua phương tiện | bỏ qua tệp phương tiện | media tidak dimasukkan | \
    media tidak termasuk | media udeladt | medier udeladt | media excluded | archivo multimedia omitido | \
    contenido multimedia omitido | fichier multimédia omis | ficheiros omitidos | mídia excluída
    """)

  /// The placeholders of iPhones for omitted files.
  static let omitted: [(kind: MediaKind, phrases: WhatsAppPhrases)] = [
    (.photo, omittedPhoto), (.video, omittedVideo), (.audio, omittedAudio), (.sticker, omittedSticker),
    (.animation, omittedAnimation), (.contact, omittedContact), (.file, omittedDocument),
    (.videoNote, omittedVideoNote),
  ]

  /// The placeholder for an omitted photo.
  private static let omittedPhoto = WhatsAppPhrases(
    """
    image omitted | התמונה הושמטה | изображение отсутствует | image absente | immagine omessa | \
    imagem não revelada | imagen omitida | εικόνα παραλείφθηκε | зображення відсутнє | bild weggelassen | \
    لم يتم إدراج الصورة | ইমেজ বাদ দেওয়া হয়েছে | 圖片已略去 | 圖像已省略 | 圖片已省略 | 图片已省略 | 照片已忽略 | 图像已忽略 | \
    đã bỏ qua hình ảnh | تصویر نکال دی گئی ہے | görüntü dahil edilmedi | ไม่มีรูปภาพ | bild utesluten | \
    obrázok vynechaný | obraz pominięty | imagine omisă | imagem ocultada | afbeelding weggelaten | \
    bilde ikke inkludert | imej tidak dimasukkan | इमेज वगळली | 이미지 생략됨 | 画像は含まれていません | 画像は省略されました | \
    kép küldése sikertelen | gambar tidak disertakan | slika izostavljena | फ़ोटो हटाई गई | \
    છબી પડતી મૂકાઈ | íomhá ligthe ar lár | ei kuvaa | تصویر حذف شد | billede udeladt | obrázek vynechán | \
    imatge omesa | imagem omitida | kép kihagyva | kuva jätetty pois | bilde utelatt | \
    obrázek byl vynechán | الصورة غير مشمولة | image omise | фото пропущено
    """)

  /// The placeholder for an omitted video.
  private static let omittedVideo = WhatsAppPhrases(
    """
    video omitted | סרטון הווידאו הושמט | видео отсутствует | vidéo absente | video omesso | \
    vídeo não revelado | video omitido | βίντεο παραλείφθηκε | відео відсутнє | video weggelassen | \
    لم يتم إدراج الفيديوهات | ভিডিও বাদ দেওয়া হয়েছে | 影片已略去 | 影片已省略 | 视频已忽略 | 视频已省略 | đã bỏ video | \
    ویڈیو نظرانداز | video dahil edilmedi | วิดีโอถูกลบ | video utesluten | video vynechané | \
    wideo pominięte | clip video omis | vídeo omitido | video weggelaten | video utelatt | \
    video tidak dimasukkan | व्हिडीओ वगळला | 비디오 생략됨 | 동영상 생략됨 | ビデオは含まれていません | 動画は省略されました | \
    videó kihagyva | video tidak disertakan | video izostavljen | वीडियो छोड़ा गया | વિડિયો પડતી મુકાઈ | \
    físeán ligthe ar lár | videota ei sisällytetä | ویدیو حذف شد | video udeladt | video vynecháno | \
    vídeo omès | الفيديو غير مشمول | video jätetty pois
    """)

  /// The placeholder for an omitted audio file.
  private static let omittedAudio = WhatsAppPhrases(
    """
    audio omitted | קטע קול הושמט | аудиофайл отсутствует | аудио отсутствует | audio omis | audio absent | \
    audio omesso | ficheiro de áudio não revelado | áudio não revelado | audio omitido | \
    ήχος παραλείφθηκε | аудіо відсутнє | audio weggelassen | لم يتم إدراج المقاطع الصوتية | \
    অডিও বাদ দেওয়া হয়েছে | 音訊已略去 | 音訊已省略 | 語音訊息已省略 | 音频已忽略 | 音频已省略 | bỏ qua tệp âm thanh | \
    آڈیو نظرانداز | ses dahil edilmedi | ไม่มีไฟล์เสียง | ljud utelslutet | ljud uteslutet | \
    zvuk vynechaný | audio pominięte | fără audio | áudio ocultado | áudio omitido | audio weggelaten | \
    lyd utelatt | audio tidak dimasukkan | ऑडिओ वगळला | 오디오 생략됨 | 音声は含まれていません | 音声メッセージは省略されました | \
    hang kihagyása | hang kihagyva | audio tidak disertakan | zvuk izostavljen | ऑडियो हटाई गयी | \
    ઓડિયો ફાઇલ શામેલ કરી નથી | comhad fuaime ar lár | äänitiedostoa ei sisällytetä | صدا حذف شد | \
    lyd udeladt | zvukový soubor vynechán | àudio omès
    """)

  /// The placeholder for an omitted sticker.
  private static let omittedSticker = WhatsAppPhrases(
    """
    sticker omitted | סטיקר הושמט | стикер не добавлен | стикер отсутствует | sticker omis | \
    sticker absent | sticker non incluso | sticker omesso | sticker não revelado | sticker omitido | \
    αυτοκόλλητο παραλήφθηκε | αυτοκόλλητο παραλείφθηκε | наклейку не додано | sticker weggelassen | \
    تم حذف الملصقات | স্টিকার বাদ দেওয়া হয়েছে | 貼圖已略去 | 貼圖已忽略 | 貼圖已省略 | 贴图已省略 | 贴图已忽略 | đã bỏ sticker | \
    اسٹیکر نظرانداز | çıkartma dahil edilmedi | ไม่มีสติกเกอร์ | sticker utesluten | nálepka vynechaná | \
    pominięto naklejkę | figurinha omitida | sticker weggelaten | klistremerke utelatt | \
    pelekat tidak disertakan | pelekat tidak dimasukkan | स्टिकर वगळले | 스티커 제외됨 | 스티커 생략됨 | \
    スタンプは含まれていません | スタンプは省略されました | matrica kihagyva | stiker tidak disertakan | naljepnica izostavljena | \
    स्टिकर छोड़ा गया | સ્ટીકર પડતું મુકાયું | fágadh an greamán ar lár | tarraa ei sisällytetty | \
    استیکر حذف شد | klistermærke udeladt | nálepka vynechána | adhesiu omès | autocolant omis
    """)

  /// The placeholder for an omitted GIF.
  private static let omittedAnimation = WhatsAppPhrases(
    """
    gif omitted | gif הושמט | gif отсутствует | gif retiré | gif absent | gif esclusa | gif omesso | \
    gif omessa | gif não revelada | gif omitido | gif omitida | παράληψη gif | gif-анімацію пропущено | \
    gif weggelassen | لم يتم إدراج صورة gif | জিআইএফ বাদ দেওয়া হয়েছে | gif 已略去 | gif 已省略 | gif已省略 | \
    gif 圖片已被省略 | gif 动态图已被忽略 | gif 已忽略 | đã bỏ qua ảnh gif | gif نظرانداز | gif dahil edilmedi | \
    ละเว้น gif | gif utesluten | gif vynechaný | plik gif pominięty | gif pominięty | gif omis | \
    gif weggelaten | gif utelatt | gif tidak dimasukkan | gif वगळले | gif 생략됨 | gifは含まれていません | \
    gifは省略されました | gif fájl kihagyása | gif kihagyva | gif tidak disertakan | gif izostavljen | \
    gif छोड़ा गया | gif પડતી મૂકાઈ | gif ligthe ar lár | gif-animaatio jätetty pois | gif حذف شد | \
    gif udeladt | gif vynechán | gif omès
    """)

  /// The placeholder for an omitted contact.
  private static let omittedContact = WhatsAppPhrases(
    """
    contact card omitted | כרטיס איש קשר הושמט | карточка контакта отсутствует | \
    карточка контакта пропущена | контакт отсутствует | fiche contact manquante | fiche contact omise | \
    fiche contact absente | scheda contatto omessa | contacto não revelado | tarjeta de contacto omitida | \
    η κάρτα επαφής παραλήφθηκε | картка контакту відсутня | kontaktkarte ausgelassen | \
    kontaktkarte weggelassen | لم يتم إدراج بطاقة جهة اتصال | পরিচিতির কার্ড বাদ দেওয়া হয়েছে | 聯絡人卡片已略去 | \
    聯絡人卡片已省略 | 聯絡人名片已省略 | 联系人卡片已忽略 | bỏ qua thẻ liên lạc | رابطہ کارڈ نظر انداز | \
    kişi kartı dahil edilmedi | บัตรรายชื่อที่ละเว้น | kontaktkort uteslutet | karta kontaktu vynechaná | \
    pominięta wizytówka kontaktu | carte de vizită contact omisă | cartão do contato omitido | \
    visitekaartje weggelaten | contactkaart weggelaten | kontaktkort sløyfet | kontaktkort utelatt | \
    kad kenalan tidak dimasukkan | संपर्क कार्ड वगळले | 연락처 카드 생략됨 | 連絡先カードを省略 | 連絡先カードは省略されました | \
    névjegykártya kihagyva | kartu kontak tidak disertakan | posjetnica izostavljena | \
    कॉन्टैक्ट कार्ड छोड़ा गया | સંપર્કનું કાર્ડ પડતું મૂકાયું | cárta teagmhála ar lár | \
    yhteystietokortti jätettiin pois | برگ مخاطب حذف شد | kontaktkort udeladt | vizitka vynechána | \
    targeta de contacte omesa
    """)

  /// The placeholder for an omitted document.
  private static let omittedDocument = WhatsAppPhrases(
    """
    document omitted | מסמך הושמט | документ отсутствует | документ пропущен | document manquant | \
    document absent | document omis | documento omesso | documento não revelado | documento ocultado | \
    documento omitido | έγγραφο παραλείφθηκε | документ пропущено | документ відсутній | \
    dokument weggelassen | لم يتم إدراج المستند | ডকুমেন্ট বাদ দেওয়া হয়েছে | 文件已略去 | 文件已忽略 | 文件已省略 | \
    文档已省略 | 文档已忽略 | đã bỏ qua tài liệu | دستاویز نظرانداز | belge dahil edilmedi | ละเว้นเอกสาร | \
    dokument uteslutet | dokument vynechaný | dokument pominięty | document weggelaten | utelatt dokument | \
    dokument utelatt | dokumen tidak dimasukkan | डॉक्युमेंट वगळले | 문서 생략됨 | ドキュメントは含まれていません | \
    文書は省略されました | dokumentum kihagyva | dokumen tidak disertakan | dokument izostavljen | \
    डॉक्यूमेंट छोड़ा गया | ડોક્યુમેન્ટ સામેલ કર્યું નહિ | cáipéis ligthe ar lár | \
    dokumenttia ei sisällytetä | asiakirja jätetty pois | سند حذف شد | dokument udeladt | \
    dokument vynechán | document omès
    """)

  /// The placeholder for an omitted video message.
  private static let omittedVideoNote = WhatsAppPhrases(
    """
    video note omitted | videonachricht weggelassen | video message omitted | nota de video omitida | \
    note vidéo absente | videonota weggelaten | видеосообщение отсутствует | videomessaggio omesso | \
    videoboodschap weggelaten | bildmeddelande uteslutet | 動画メッセージは含まれていません
    """)

  /// Parts of the notice that a chat is encrypted.
  static let encryption = [
    "end-to-end", "ende-zu-ende", "extremo a extremo", "bout en bout", "ponta a ponta", "ponto a ponto", "crittograf",
    "сквозным", "наскрізн", "مشفر", "מוצפנ", "暗号化", "加密", "암호화", "şifreli", "szyfrowan", "zaszyfrowan", "šifrován",
    "krypterad", "krypterede", "krypterte", "salataan", "titkos", "criptate", "terenkripsi", "disulitkan", "เข้ารหัส",
    "mã hóa", "mã hoá", "एन्क्रिप्ट", "رمزگذاری", "κρυπτογράφ", "κρυπτογραφ", "криптир", "enkripcij",
  ]

  /// The reader of the export, as the subject of an event.
  static let you: Set = [
    "you", "du", "sie", "tú", "usted", "vous", "tu", "você", "je", "u", "jij", "вы", "ты", "ви", "ty", "jij", "sen",
    "siz", "εσείς", "anda", "kamu", "te", "ön", "dumneavoastră",
  ]

  static func isEdit(_ words: some StringProtocol) -> Bool { edited.contains(words) }

  /// - Parameter text: The whole message.
  static func isDeletion(_ text: some StringProtocol) -> Bool {
    deleted.contains(text) || text.hasPrefix("This message was deleted by admin ")
  }

  static func isAttached(_ words: some StringProtocol) -> Bool { attached.contains(words) }

  /// The kind of a placeholder of an iPhone; nil for any other text.
  static func omittedKind(_ text: some StringProtocol) -> MediaKind? {
    omitted.first { $0.phrases.contains(text) }?.kind
  }
}
