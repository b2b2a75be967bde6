/** What a browser keeps the last choice of a theme under. */
export const themeKey = 'feedproof-theme';
