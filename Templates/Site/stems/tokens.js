// A tokenizer for Snowball programs.

const token = /\s+|\/\/.*|\/\*[^]*?\*\/|'(?:\{[^}]*\}|[^'])*'|[A-Za-z]\w*|\d+|<-|[<>]=|[^\s]/y;

/**
 * @param {string} text
 * @returns {Array<string>} without white space and comments
 */
export function tokensOf(text) {
  const found = [];
  token.lastIndex = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [word] = match;
    if (/^(\s|\/[/*])/.test(word)) continue;
    found.push(word);
    // A letter's name may consist of any characters.
    const name = word === 'stringdef' && /\s*\S+/y;
    if (!name) continue;
    name.lastIndex = token.lastIndex;
    found.push((name.exec(text) ?? [''])[0].trim());
    token.lastIndex = name.lastIndex;
  }
  return found;
}
