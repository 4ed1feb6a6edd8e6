import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import { expect, test } from '../support/screens/browser.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

test('an admin is notified of a failed task, retries it, and dismisses another', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  const at = '2026-01-02T03:10:00.000Z';
  // One of the jobs can be run, the other has no handler
  const [first, second] = ['forget-jobs', `a ${newId()}`];
  const admin = await withSiteData(site, async (a, db) => {
    await write(db, async (tx) => {
      for (const kind of [first, second]) {
        await queueJob(tx, { kind, key: '2026-01-02', due: at, at });
        await tx
          .updateTable('job')
          .set({ status: 'failed', attempts: 8, last_error: 'EACCES', finished_at: at })
          .where('kind', '=', kind)
          .where('key', '=', '2026-01-02')
          .execute();
      }
    });
    return a.user({ role: 'admin' });
  });
  await signIn(site, context, admin);
  await open('/members/admin');
  await page.getByRole('list', { name: 'Background tasks: needs attention' }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Background tasks', level: 1 })).toBeVisible();
  const tasks = page.getByRole('table', { name: 'Waiting or failed' });
  const row = (task: string) => tasks.getByRole('row').filter({ hasText: task });
  const forgetting = row('Deleting old finished tasks').filter({ hasText: 'Tried 8 times: EACCES' });
  await expect(forgetting).toHaveCount(1);
  await expect(row(second)).toContainText('This site is no longer set up to do this task.');
  await expect(row(second).getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await readsWell();
  await forgetting.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Trying the task again now.')).toBeVisible();
  await expect(forgetting).toHaveCount(0);
  await row(second).getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Dismissed. Admin Tools no longer counts this task.')).toBeVisible();
  await expect(row(second)).toHaveCount(0);
});
