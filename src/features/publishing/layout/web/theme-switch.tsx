import { useSyncExternalStore } from 'react';
import styles from './theme-switch.module.css';

const themes = [
  { value: 'system', label: 'Match my device' },
  { value: 'light', label: 'Lights up' },
  { value: 'dark', label: 'Lights down' },
];

/** Light or dark, remembered on this device. `head-script.ts` restores the choice before the first paint. */
export function ThemeSwitch() {
  const chosen = useSyncExternalStore(onChange, chosenTheme, () => 'system');
  return (
    <fieldset className={styles.switch}>
      <legend>Lighting</legend>
      {themes.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name="theme" value={value} checked={chosen === value} onChange={() => choose(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

const listeners = new Set<() => void>();

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const chosenTheme = () => document.documentElement.dataset.theme ?? 'system';

function choose(theme: string): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // Without storage, the choice lasts for this visit
  }
  for (const listener of listeners) listener();
}
