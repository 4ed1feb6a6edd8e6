import { adminTools, always, type RouteCases } from '#tests/support/routes/route-cases.ts';

const call =
  (name: string) =>
  ({ person }: { person: string }) =>
    `/members/api/portraits/${person}/${name}`;

export const cases: RouteCases = {
  'GET /members/portrait/:id': {
    ...adminTools(200),
    at: ({ person }) => `/members/portrait/${person}`,
    looks: [{ as: 'admin', to: ({ person }) => `/members/portrait/${person}` }],
  },
  // The visitor is admitted, then told that nothing was sent or that there is no portrait
  'POST /members/api/portraits/:id/upload': { ...adminTools(400), at: call('upload') },
  'POST /members/api/portraits/:id/agree': { ...adminTools(400), at: call('agree') },
  'POST /members/api/portraits/:id/withdraw': { ...adminTools(409), at: call('withdraw') },
  'POST /members/api/portraits/:id/delete': { ...adminTools(409), at: call('delete') },
  'POST /members/api/portraits/:id/restore': { ...adminTools(400), at: call('restore') },
  'GET /portraits/:id/:file': { ...always(404), at: '/portraits/none/small.webp' },
};
