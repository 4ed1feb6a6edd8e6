import { createRoot } from 'react-dom/client';
import type { Needed } from '#platform/shared/answer.ts';
import { restart } from '#platform/web/navigation/index.ts';
import { WhoDialog } from './WhoDialog.tsx';

let asking: Promise<boolean> | undefined;

/**
 * Asks who is there in a window over the page, whatever it is; true once they have shown that they are the one whom the
 * page is for. Several calls that wait for it are answered by one window.
 */
export function askWho(needs: Needed, visitor: string): Promise<boolean> {
  asking ??= ask(needs, visitor).finally(() => {
    asking = undefined;
  });
  return asking;
}

async function ask(needs: Needed, visitor: string): Promise<boolean> {
  // The innermost window that is open: beside it nothing could be reached
  const around = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const place = around.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const shown = await new Promise<boolean>((resolve) => root.render(<WhoDialog needs={needs} onClose={resolve} />));
  root.unmount();
  place.remove();
  if (!shown || needs === 'password' || (await whoIsIn()) === visitor) return shown;
  // Somebody else: what stands here was never theirs to send
  await restart();
  return false;
}

async function whoIsIn(): Promise<string> {
  const site: { current_user?: { id?: string } } = await (await fetch('/sitedata')).json();
  return site.current_user?.id ?? '';
}
