export function settingsIn(text: string): Record<string, string>;
