export function parseSettings(text: string): Record<string, string>;
