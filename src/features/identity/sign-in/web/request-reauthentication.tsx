import { createRoot } from 'react-dom/client';
import type { AuthenticationRequirement } from '#platform/shared/calls/call-response.ts';
import { loadSite, reloadForVisitor } from '#platform/web/navigation/index.ts';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';

let asking: Promise<boolean> | undefined;

/** True while the dialog's own call is in flight; the dialog handles that call's requirements itself. */
let isProving = false;

async function prove<Given>(proof: () => Promise<Given>): Promise<Given> {
  isProving = true;
  return proof().finally(() => {
    isProving = false;
  });
}

/**
 * Opens the re-authentication dialog. Resolves to true if the same user has re-authenticated. Concurrent calls share
 * one dialog.
 */
export async function requestReauthentication(needs: AuthenticationRequirement, visitor: string): Promise<boolean> {
  if (isProving) return false;
  asking ??= ask(needs, visitor).finally(() => {
    asking = undefined;
  });
  return asking;
}

async function ask(needs: AuthenticationRequirement, visitor: string): Promise<boolean> {
  // The innermost window that is open: nothing outside it could be reached
  const around = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const place = around.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const shown = await new Promise<boolean>((resolve) =>
    root.render(<ReauthenticationDialog needs={needs} prove={prove} onClose={resolve} />),
  );
  root.unmount();
  place.remove();
  if (!shown || needs === 'password' || (await whoIsIn()) === visitor) return shown;
  // Somebody else signed in, who must not send this page's data
  await reloadForVisitor();
  return false;
}

async function whoIsIn(): Promise<string> {
  return (await loadSite(fetch))?.current_user.id ?? '';
}
