import { showAlert } from '../alerts/index.ts';
import { sendCall } from './sendCall.ts';

/** Downloads what asks for a password given of late: where that was long ago, it is asked for over the page first. */
export async function downloadGrave(href: string): Promise<void> {
  const { code, msg } = await sendCall('/members/api/reauthenticate/if_long_ago', {});
  if (code === 0) showAlert({ title: 'Nothing was downloaded', content: msg });
  if (code !== 200) return;
  // By a link, since to go there would ask about what is typed and not saved
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
