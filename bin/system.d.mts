export const headlessShell: string;
export const chromiumFlags: string[];
export function findChromium(options?: { whole?: boolean }): string | undefined;
export function findPostgres(): string | undefined;

export function findEnginePrograms(): { firefox: string; webKitDriver: string; screen: string };
