import { admins, always, here, type RouteCases } from '#tests/support/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/admin/manage_media': { ...admins(200), looks: [here, '?q=xylophone'] },
  // Admitted, and told that nothing was sent
  'GET /members/api/manage_media/items': admins(200),
  'POST /members/api/manage_media/upload': admins(400),
  'POST /members/api/manage_media/replace': admins(400),
  'POST /members/api/manage_media/modernise': admins(400),
  'POST /members/api/manage_media/delete': admins(400),
  'POST /members/api/manage_media/restore': admins(400),
  'POST /members/api/manage_media/edit': admins(400),
  'POST /members/api/manage_media/albums/new': admins(400),
  'POST /members/api/manage_media/albums/fill': admins(400),
  'POST /members/api/manage_media/albums/edit': admins(400),
  'POST /members/api/manage_media/albums/delete': admins(400),
  'POST /members/api/manage_media/albums/restore': admins(400),
  'POST /members/api/admin/set_show_photos': admins(400),
  'POST /members/api/admin/arrange_show_photos': admins(400),
  'GET /members/admin/set_show_photos': { ...admins(200), looks: [here, ({ past }) => `?show=${past.id}`] },
  'GET /media/:id/:filename': { ...always(200), at: ({ media }) => `/media/${media}/a.webp` },
};
