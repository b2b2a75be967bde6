extension ChatFormat {
  static let signal = ChatFormat(
    service: .signal, source: "Signal's exports",
    isLines: { SignalLinesReader.recognises($0) || SignalExportReader.recognises($0) },
    read: { export in
      export.readChats(SigtopChatReader.recognises, read: { SigtopChatReader.read($0, file: $1.name) })
      export.readTexts(SignalExportReader.recognises) { SignalExportReader.read($0, file: $1.name) }
      let documents = export.take { document in
        guard case .text(let bytes, _) = document.content else { return false }
        return SignalLinesReader.recognises(DocumentText(Array(bytes.prefix(ChatExport.openingSize))).string)
      }
      for document in documents {
        guard case .text(let bytes, _) = document.content else { continue }
        let (chats, reading) = SignalLinesReader.read(DocumentText(bytes).string, file: document.name)
        // `metadata.json` in the same folder contains only the version of the format.
        _ = export.take { other in
          other.name == document.beside("metadata.json") && other.root?.child("version") != nil
            && other.root?.value.object?.members.count(where: { _ in true }) == 1
        }
        // The same document holds all of them.
        for chat in chats where !chat.entries.isEmpty { export.add(chat, from: [document]) }
        export.add(reading)
        if chats.count > 1 { export.holdsSeveral = true }
      }
    })
}

extension ChatService {
  package static let signal = ChatService(rawValue: "signal", name: "Signal")
}
