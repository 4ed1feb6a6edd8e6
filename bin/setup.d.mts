export function makeReady(needs: {
  pages?: boolean;
  program?: boolean;
  development?: boolean;
  programs?: boolean;
}): Promise<void>;
