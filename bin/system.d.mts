export const shell: string;
export const chromiumFlags: string[];
export function findChromium(options?: { whole?: boolean }): string | undefined;
export function findPostgres(): string | undefined;
