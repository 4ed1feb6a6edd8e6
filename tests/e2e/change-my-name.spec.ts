import { expect, test } from '../support/screens/browser.ts';
import { inCast } from '../support/society/factories.ts';
import { beside, signIn } from '../support/society/members.ts';

test('a member who has changed their name chooses how old programmes show it', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  const { iris, show } = await beside(site, async (a) => {
    const iris = await a.user({ firstname: 'Iris', lastname: 'Lowe' });
    const credits = [{ ...inCast('Iris Lowe', 'Cordelia'), as: 'Iris Penhallow' }];
    const show = await a.show({ title: 'King Lear at the Mill', credits });
    await a.personOf(iris, 'Iris Lowe');
    return { iris, show };
  });
  await signIn(site, context, iris);
  await open('/members/account_settings');
  const names = page.getByRole('region', { name: 'Your name in credits' });
  const said = names.getByRole('status');
  const cast = page.getByRole('definition');
  const printed = { 'As printed': 'Iris Penhallow', 'New name only': 'Iris Lowe' };
  for (const [choice, name] of [
    ...Object.entries(printed),
    ['New name (as old name)', 'Iris Lowe (as Iris Penhallow)'],
  ]) {
    await names.getByRole('radio', { name: `${choice} ${name}` }).check();
    await names.getByRole('button', { name: 'Save choice' }).click();
    await expect(said).not.toBeEmpty();
    await open(`/past-shows/${show}/King_Lear_at_the_Mill`);
    await expect(cast.filter({ hasText: 'Iris' })).toHaveText(`${name}`);
    await open('/members/account_settings');
    await expect(names.getByRole('radio', { name: `${choice} ${name}` })).toBeChecked();
  }
  await readsWell();
});
