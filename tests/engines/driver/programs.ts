import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Program {
  /** Waits until the program prints text that matches, and returns the pattern's first group. */
  waitForOutput(pattern: RegExp): Promise<string>;
  /** Returns everything that the program has printed. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts a program with its own home folder, which is deleted when the program is stopped. */
export function startProgram(
  command: string,
  args: (home: string) => readonly string[],
  variables: Record<string, string> = {},
): Program {
  const home = mkdtempSync(join(tmpdir(), 'callboard-engine-'));
  // The browsers start further processes. As a group they can all be stopped together
  const child = spawn(command, args(home), {
    detached: true,
    env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      child.emit('printed');
    });
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    output: () => printed,
    async waitForOutput(pattern) {
      while (!pattern.test(printed)) {
        if (hasEnded()) throw new Error(`${command} ended. It printed:\n${printed}`);
        await Promise.race([once(child, 'printed'), once(child, 'exit')]);
      }
      return pattern.exec(printed)?.[1] ?? '';
    },
    async stop() {
      if (!hasEnded() && child.pid) {
        process.kill(-child.pid, 'SIGKILL');
        if (!hasEnded()) await once(child, 'exit');
      }
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
