import { always, here, members, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /': { ...always(200), looks: [here] },
  'GET /auditions': { ...always(200), looks: [here] },
  'GET /post/:id': {
    ...always(200),
    at: ({ post }) => `/post/${post}`,
    looks: [({ openPost }) => `/post/${openPost}`],
  },
  'GET /members/post/:id': {
    ...members(200),
    at: ({ post }) => `/members/post/${post}`,
    looks: [({ post }) => `/members/post/${post}`],
  },
};
