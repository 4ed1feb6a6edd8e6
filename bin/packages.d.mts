export function fetchPackages(folder: string, options: { what: string; development?: boolean }): void;
export function removeUnneeded(folder: string): void;
