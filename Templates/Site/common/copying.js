// Copies text as written, without the line breaks of the image.

/** Excludes line breaks within words, which occur in text without spaces. */
export function copyAsWritten() {
  document.addEventListener('copy', (event) => {
    // Form fields have their own selection.
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
