import { createRoot } from 'react-dom/client';
import type { AuthenticationRequirement } from '#platform/shared/calls/call-response.ts';
import { loadSite, reloadForVisitor } from '#platform/web/navigation/index.ts';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';

let openDialog: Promise<boolean> | undefined;

/** True while the dialog sends credentials. That call must not open another dialog. */
let isAuthenticating = false;

async function authenticate<Response>(sendCredentials: () => Promise<Response>): Promise<Response> {
  isAuthenticating = true;
  return sendCredentials().finally(() => {
    isAuthenticating = false;
  });
}

/**
 * Opens the re-authentication dialog. Resolves to true if the same user has re-authenticated. Concurrent calls share
 * one dialog.
 */
export async function requestReauthentication(needs: AuthenticationRequirement, visitor: string): Promise<boolean> {
  if (isAuthenticating) return false;
  openDialog ??= showDialog(needs, visitor).finally(() => {
    openDialog = undefined;
  });
  return openDialog;
}

async function showDialog(needs: AuthenticationRequirement, visitor: string): Promise<boolean> {
  // The dialog is rendered inside the topmost modal dialog, because the rest of the page is inert
  const parent = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const container = parent.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const isAuthenticated = await new Promise<boolean>((resolve) =>
    root.render(<ReauthenticationDialog needs={needs} authenticate={authenticate} onClose={resolve} />),
  );
  root.unmount();
  container.remove();
  if (!isAuthenticated || needs === 'password' || (await fetchUserId()) === visitor) return isAuthenticated;
  // Another user has signed in, and must not send this page's data
  await reloadForVisitor();
  return false;
}

async function fetchUserId(): Promise<string> {
  return (await loadSite(fetch))?.current_user.id ?? '';
}
