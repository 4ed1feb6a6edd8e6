import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { buildRouteUrl, loadRouteCases } from '#tests/support/routes/route-cases.ts';
import { createRouteSubjects } from '#tests/support/routes/route-subjects.ts';
import { onSite } from '#tests/support/site/app.ts';

onSite('no spreadsheet that can be downloaded contains an ISO 8601 timestamp', async (on) => {
  const { ids, users } = await createRouteSubjects(on);
  const { get } = await on.as(users.admin);
  const routes = new Map(on.app.routes.map((route) => [`${route.method} ${route.path}`, route]));
  const withMoments: string[] = [];
  for (const { route, line } of await loadRouteCases()) {
    const found = routes.get(route);
    if (!found?.path.endsWith('.csv')) continue;
    const answer = await get(buildRouteUrl(found, line, ids, on.app.routes));
    expect({ route, status: answer.statusCode }).toEqual({ route, status: 200 });
    const cells = (parse(answer.body, { bom: true }) as string[][]).flat();
    expect({ route, wrong: cells.filter((cell) => /^\d{4}-\d\d-\d\dT/.test(cell)) }).toEqual({ route, wrong: [] });
    if (cells.some((cell) => /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(cell))) withMoments.push(found.path);
  }
  expect(withMoments).toEqual(
    expect.arrayContaining(['/members/get_sums.csv', '/members/admin/mails.csv', '/members/admin/messages.csv']),
  );
});
