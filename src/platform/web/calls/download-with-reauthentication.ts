import { ensureRecentAuthentication } from '#platform/shared/calls/contract.ts';
import { showAlert } from '../alerts/index.ts';
import { sendCall } from './send-call.ts';

/**
 * Downloads a file that requires recent authentication; if necessary, a dialog over the page asks for the password
 * first.
 */
export async function downloadWithReauthentication(href: string): Promise<void> {
  const { code, msg, needs } = await sendCall(ensureRecentAuthentication);
  if (code !== 200) {
    // A response that still needs something means that the user has cancelled the dialog
    if (needs === undefined) showAlert({ title: 'The file wasn’t downloaded', content: msg }, 'bad');
    return;
  }
  // A link is used, because navigating by script would ask about unsaved changes
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
