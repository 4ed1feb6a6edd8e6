import { expect, test } from 'vitest';
import { ConfigFault, readConfig } from './config.ts';

test('with nothing set, the site opens as the demo society on port 3000 of this machine alone', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', databaseUrl: '', demo: true });
});

test('in production there is no demo society unless someone asks for it', () => {
  expect(readConfig({ NODE_ENV: 'production' }).demo).toBe(false);
  expect(readConfig({ NODE_ENV: 'production', DEMO: '1' }).demo).toBe(true);
});

test('a variable that is set but empty counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: '' });
});

test('one message lists every fault and how to mend it', () => {
  const read = () => readConfig({ PORT: 'lots', DATABASE_URL: 'mysql://host/db', DEMO: 'yes' });
  expect(read).toThrow(ConfigFault);
  expect(read).toThrow(
    /PORT should be a whole number[\s\S]*DATABASE_URL should be postgres:[\s\S]*DEMO should be 1 or 0/,
  );
});

test('the address people type loses its last slash, so that links don’t get two', () => {
  expect(readConfig({ PUBLIC_URL: 'https://players.example/' }).publicUrl).toBe('https://players.example');
});
