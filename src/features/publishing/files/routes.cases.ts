import { always, members, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/file/:id/:name': {
    ...members(200),
    at: ({ file }) => `/members/file/${file}/a.txt`,
    looks: [({ file }) => `/members/file/${file}`],
  },
  'GET /members/files/:id/:name': { ...members(200), at: ({ file }) => `/members/files/${file}/a.txt` },
  'GET /file/:id/:name': {
    ...always(200),
    at: ({ file }) => `/file/${file}/a.txt`,
    looks: [({ openFile }) => `/file/${openFile}`],
  },
  'GET /files/:id/:name': { ...always(200), at: ({ file }) => `/files/${file}/a.txt` },
};
