interface LockedPackage {
  dev?: boolean;
  devOptional?: boolean;
  os?: readonly string[];
  cpu?: readonly string[];
}

export function listPackageFolders(
  packages: Readonly<Record<string, LockedPackage>>,
  system: { development: boolean; platform: string; arch: string },
): string[];

export function formatProgress(progress: { done: number; total: number; bytes: number; seconds: number }): string;

export function createPackageCounter(
  root: string,
  folders: readonly string[],
): () => { done: number; total: number; bytes: number };
