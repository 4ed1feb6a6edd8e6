import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FileAudienceNote } from './manage-section.tsx';

test('the note below “Add files” links admins to Add Show Photos, and refers others to the admins', () => {
  const note = (isAdmin: boolean) => renderToString(<FileAudienceNote show="show000000000001" isAdmin={isAdmin} />);
  expect(note(true)).toContain('<a href="/members/admin/set_show_photos?show=show000000000001">Add Show Photos</a>');
  expect(note(false)).toContain('added by your admins: send yours to one of them.');
  expect(note(false)).not.toMatch(/Admin Tools|<a /);
});
