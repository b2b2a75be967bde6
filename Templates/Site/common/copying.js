// What somebody copies: words as they were written, not the picture's lines.

/** Breaks within words, which a text has where no blank stands between words, are left out of what is copied. */
export function copyAsWritten() {
  document.addEventListener('copy', (event) => {
    // A field has a selection of its own.
    if (event.target instanceof Element && event.target.matches('input, textarea')) return;
    const selection = getSelection();
    if (!selection || selection.isCollapsed || !document.querySelector('.layer br')) return;
    const { classList } = document.documentElement;
    classList.add('is-copying');
    event.clipboardData?.setData('text/plain', String(selection));
    classList.remove('is-copying');
    event.preventDefault();
  });
}
