// Loads data files and parts of the page as scripts, which also works for pages opened as files.

/**
 * Accepts only scripts of the site itself.
 * @param {string} path
 */
export function checkedPath(path) {
  const isOwn = /^site\/([a-z]+\/[\d/]+|find|later|metrics|photos)\.js$/.test(path);
  if (!isOwn && path !== 'review/site/measures.js') throw new TypeError(path);
  return path;
}

/**
 * @returns {(name: string, failed: () => void) => void} a function that loads a chunk and reports a failure after a
 * delay
 */
export function scriptLoader() {
  const policy = self.trustedTypes?.createPolicy('feedproof', { createScriptURL: checkedPath });
  return (name, failed) => {
    const script = document.createElement('script');
    const path = checkedPath((name === 'measures' ? 'review/' : '') + 'site/' + name + '.js');
    script.onload = () => script.remove();
    script.onerror = () => {
      script.remove();
      setTimeout(failed, 2000);
    };
    script.src = policy ? policy.createScriptURL(path) : path;
    document.head.append(script);
  };
}
