import { adminTools, always, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/admin/manage_media': { ...adminTools(200), looks: [here, '?q=xylophone'] },
  // Users with Admin Tools pass the access check. Requests that change something then get 400, because they are empty
  'GET /members/api/manage_media/items': adminTools(200),
  'POST /members/api/manage_media/upload': adminTools(400),
  'POST /members/api/manage_media/replace': adminTools(400),
  'POST /members/api/manage_media/modernise': adminTools(400),
  'POST /members/api/manage_media/delete': adminTools(400),
  'POST /members/api/manage_media/restore': adminTools(400),
  'POST /members/api/manage_media/edit': adminTools(400),
  'POST /members/api/manage_media/albums/new': adminTools(400),
  'POST /members/api/manage_media/albums/fill': adminTools(400),
  'POST /members/api/manage_media/albums/edit': adminTools(400),
  'POST /members/api/manage_media/albums/delete': adminTools(400),
  'POST /members/api/manage_media/albums/restore': adminTools(400),
  'POST /members/api/admin/set_show_photos': adminTools(400),
  'POST /members/api/admin/arrange_show_photos': adminTools(400),
  'GET /members/admin/set_show_photos': { ...adminTools(200), looks: [here, ({ past }) => `?show=${past.id}`] },
  'GET /media/:id/:filename': { ...always(200), at: ({ media }) => `/media/${media}/a.webp` },
};
