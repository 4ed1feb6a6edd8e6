import { useState } from 'react';
import type { Page } from '../../../../platform/shared/pages.ts';
import { sendCall } from '../../../../platform/web/calls/sendCall.ts';
import { Alert } from '../../../../platform/web/ui/Alert.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import styles from './ToldOfPosts.module.css';

/** The switch: whether one is mailed of new posts of one's shows. It says at once what it did. */
export function ToldOfPosts({ page }: { page: Page<'account_settings'> }) {
  const [on, setOn] = useState(page.told_of_posts);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ tone: 'ok' | 'bad'; msg: string } | null>(null);

  async function change(wanted: boolean) {
    setBusy(true);
    setOn(wanted);
    const form = new FormData();
    form.set('told', wanted ? 'on' : '');
    const { code, msg } = await sendCall('/members/api/account_settings/told_of_posts', form);
    setBusy(false);
    if (code !== 200) setOn(!wanted);
    setSaid({ tone: code === 200 ? 'ok' : 'bad', msg });
  }

  return (
    <SettingsSection id="mails" title="Mails">
      <div className="stack" aria-busy={busy || undefined}>
        <label className={styles.tell}>
          <input
            type="checkbox"
            role="switch"
            aria-checked={on}
            checked={on}
            aria-disabled={busy || undefined}
            onChange={(event) => {
              if (!busy) void change(event.target.checked);
            }}
          />
          <span>Tell me by mail of new posts of my shows</span>
        </label>
        <div role="status">{said?.tone === 'ok' && <Alert tone="ok" title={said.msg} />}</div>
        <div role="alert">{said?.tone === 'bad' && <Alert tone="bad" title={said.msg} />}</div>
      </div>
    </SettingsSection>
  );
}
