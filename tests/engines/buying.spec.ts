import { findDemoPerformance } from '../support/society/members.ts';
import { expect, test } from './journey.ts';
import { button, type ElementQuery, field, heading, type TabUser } from './user.ts';

const main: ElementQuery = { css: 'main' };
const more = button('Add one Full price ticket');

/** Pays with a practice card, and waits for the order with its codes. */
async function pay(user: TabUser, amount: string): Promise<void> {
  await user.fill(field(/^Your name/), 'Dorothy Hollis');
  await user.fill(field(/^Email/), 'dot@home.example');
  await user.seeText('goes straight to Square');
  await user.chooseInFrame({ css: 'iframe' }, /5105 1051 0510 5100/);
  await user.click(button(`Pay ${amount}`));
  await user.seeUrl(/^\/tickets\/order\//);
  await user.seeText(/Reference \d+/);
  const codes = await user.readAll({ css: 'main [role=img][aria-label^="Code for this ticket"]' });
  expect(codes.length).toBe(2);
}

test('a buyer pays for two tickets without numbered seats, and the order has a code for each', async ({
  user,
  site,
}) => {
  await user.open(`/tickets/${(await findDemoPerformance(site, 0)).id}`);
  await user.click(more);
  await user.click(more);
  await user.seeText('2 tickets, £25.00', main);
  await user.click(button('Add to basket'));
  await user.seeUrl(/^\/tickets\/basket$/);
  await user.seeText('Held for you until');
  await pay(user, '£25.00');
});

test('a buyer chooses two numbered seats by mouse and by keys, and pays for them', async ({ user, site }) => {
  const free = (number: number) => button(`Row G seat ${number}, free`);
  const yours = (number: number) => button(`Row G seat ${number}, yours`);
  const all = button(/^Row [A-H] seat \d+, yours/);
  await user.open(`/tickets/${(await findDemoPerformance(site, 1)).id}`);
  await user.click(more);
  await user.click(more);
  await expect.poll(async () => (await user.readAll(all)).length).toBe(2);
  await user.click(free(3));
  // When seats are chosen one by one, the second click accepts the suggested seat
  await user.click(yours(4));
  await user.press('ArrowLeft');
  await user.seeFocusOn(yours(3));
  await user.press('ArrowRight');
  await user.press('Enter');
  await user.see(button('Choose one more seat'));
  await user.press('Enter');
  await user.see(yours(4));
  await user.click(button('Add to basket'));
  await user.seeUrl(/^\/tickets\/basket$/);
  await user.seeText(/Seats G\d, G\d/);
  await user.see(heading(/basket/i));
  await pay(user, '£25.00');
});
