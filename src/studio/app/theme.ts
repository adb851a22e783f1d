const KEY = 'scenewright.theme';

export type Theme = 'system' | 'light' | 'dark';

/** Returns the chosen colours; those of the system unless something else was chosen. */
export function readTheme(): Theme {
  const saved = localStorage.getItem(KEY);
  return saved === 'light' || saved === 'dark' ? saved : 'system';
}

export function saveTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  applyTheme();
}

/** Colours the page as chosen. */
export function applyTheme(): void {
  const theme = readTheme();
  const root = document.documentElement;
  if (theme === 'system') root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', theme);
}
