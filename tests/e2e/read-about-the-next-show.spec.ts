import { expect, test } from '../support/screens/browser.ts';

test('the poster and the button to book stay in view while a visitor reads about a show', async ({ page, open }) => {
  await open('/search?q=blithe+spirit');
  await page.getByRole('main').getByRole('link', { name: 'Blithe Spirit' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blithe Spirit');
  const book = page.getByRole('main').getByRole('link', { name: /^Book tickets/ });
  await expect(book).toHaveCount(1);
  await page.getByRole('heading', { name: 'The cast' }).evaluate((heading) => heading.scrollIntoView());
  await expect(book).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('img', { name: /^Poster: Blithe Spirit/ })).toBeInViewport({ ratio: 1 });
});

test('the cast’s roles and names are next to each other', async ({ page, open }) => {
  await open('/search?q=blithe+spirit');
  await page.getByRole('main').getByRole('link', { name: 'Blithe Spirit' }).first().click();
  const role = page.getByRole('term').filter({ hasText: /^Madame Arcati$/ });
  await expect(role).toBeVisible();
  const [roleBox, nameBox] = await role.evaluate((term) => {
    const extent = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect().toJSON();
    };
    return [extent(term), extent(term.nextElementSibling ?? term)];
  });
  // Between the role and the name there is at most a portrait of 3 rem, and as much space again
  expect(nameBox.left - roleBox.right).toBeLessThan(48 + 48);
  expect(nameBox.left - roleBox.right).toBeGreaterThan(0);
});
