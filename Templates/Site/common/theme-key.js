/** The key under which a browser stores the chosen theme. */
export const themeKey = 'feedproof-theme';
