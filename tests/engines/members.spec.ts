import { Secret, TOTP } from 'otpauth';
import { createArgon2Hashing } from '#features/society/accounts/server/index.ts';
import { withSiteData } from '../support/society/members.ts';
import { expect, test } from './journey.ts';
import { button, type ElementQuery, field, link } from './user.ts';

const main: ElementQuery = { css: 'main' };

test.describe('a member who has set up codes signs in with the password and a code', () => {
  test('Amy sets up codes, signs out, and signs in with her password and a code', async ({ user, site }) => {
    const password = 'a lamp in the window';
    const { email } = await withSiteData(site, async (a) =>
      a.user({ firstname: 'Amy', lastname: 'Moss', password_hash: await createArgon2Hashing().hash(password) }),
    );
    const signIn = async () => {
      await user.fill({ ...field(/^Email/), within: main }, email);
      await user.fill({ css: 'input[type=password]', within: main }, password);
      await user.click(button('Sign in', main));
    };
    const section: ElementQuery = { css: '#two-factor' };
    await user.open('/members/account_settings');
    await signIn();
    await user.see({ css: 'h1', name: 'Account settings' });
    const [secret = ''] = await user.readAll({ css: 'code', within: section });
    // The code is sent once its sixth digit has been typed
    const app = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
    await user.fill(field('Code', section), app.generate());
    await user.click(button('I’ve saved my codes', section));
    await user.seeText('Two-factor sign-in is set up', section);
    await user.click(link('Logout'));
    await user.seeUrl(/^\/(members)?$/);
    await user.open('/members/account_settings');
    await signIn();
    await user.seeText('One more step');
    // The next code is used, because the present one was used a moment ago
    await user.fill(field(/^Code/, main), app.generate({ timestamp: Date.now() + 30_000 }));
    await user.see({ css: 'h1', name: 'Account settings' });
  });
});

test('Amy types and pastes into the editor, and publishes a post with what she wrote', async ({
  user,
  site,
  signInAs,
}) => {
  const amy = await withSiteData(site, (a) => a.user({ firstname: 'Amy', lastname: 'Treadwell', role: 'author' }));
  await signInAs(amy);
  await user.open('/members/manage-blog');
  await user.click(link('Write a post'));
  await user.fill(field(/^Title/), 'Notes from the 8.15');
  // The editor replaces the text area once it has loaded
  const text: ElementQuery = { css: '[contenteditable=true]', name: 'Text' };
  await user.fill(text, 'We left the tent.');
  await user.press('Enter');
  await user.press('Control+b');
  await user.type('Nobody saw.');
  await user.press('Enter');
  expect(await user.paste(text, '<h2>Act two</h2><p>It <b>rained</b>.</p>', 'Act two\n\nIt rained.')).toBe(true);
  await user.choose(field(/^When it appears/), /^Now/);
  await user.click(button('Publish post'));
  await user.see({ css: 'h1', name: 'Manage Blog' });
  await user.open('/blog');
  await user.click(link('Notes from the 8.15', main));
  await user.see({ css: 'h1', name: 'Notes from the 8.15' });
  await user.see({ css: 'strong', name: 'Nobody saw.', within: main });
  await user.see({ css: 'h2', name: 'Act two', within: main });
  await user.see({ css: 'strong', name: 'rained', within: main });
});
