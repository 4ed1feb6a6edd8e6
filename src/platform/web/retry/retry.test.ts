import { describe, expect, it } from 'vitest';
import { addRefreshParam, addRefreshParamToSrcset, getNextAttempt } from './retry.ts';

describe('a picture that doesn’t load is requested again', () => {
  it('a picture that fails to load is requested once more, and then given up', () => {
    expect([0, 1, 2, 3].map(getNextAttempt)).toEqual(['first', 'again', 'given up', 'given up']);
  });

  it('a repeated request for a picture bypasses every cache, at the same size', () => {
    expect(addRefreshParam('/media/abc/bows.jpg')).toBe('/media/abc/bows.jpg?refresh');
    expect(addRefreshParam('/media/abc/bows.jpg?lowres')).toBe('/media/abc/bows.jpg?lowres&refresh');
    expect(addRefreshParam('/media/abc/bows.jpg?w=640#top')).toBe('/media/abc/bows.jpg?w=640&refresh#top');
    expect(addRefreshParamToSrcset('/media/a/b.jpg?w=400 400w, /media/a/b.jpg 2000w')).toBe(
      '/media/a/b.jpg?w=400&refresh 400w, /media/a/b.jpg?refresh 2000w',
    );
  });

  it('data: URLs and empty URLs of pictures are left unchanged', () => {
    expect(addRefreshParam('data:image/gif;base64,R0lGODlh')).toBe('data:image/gif;base64,R0lGODlh');
    expect(addRefreshParamToSrcset('')).toBe('');
  });
});
