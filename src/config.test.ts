import { expect, test } from 'vitest';
import { assertHttps, buildLocalUrl, ConfigError, parseConfig, squareSettingNames } from './config.ts';

test('without settings, the site opens as the demo on port 3000, reachable only from this machine', () => {
  expect(parseConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', databaseUrl: '', demo: true });
});

test('a public demo refuses the settings of a real society', () => {
  expect(parseConfig({ DEMO: 'public' })).toMatchObject({ demo: true, publicDemo: true });
  expect(parseConfig({ DEMO: '1' })).toMatchObject({ demo: true, publicDemo: false });
  for (const real of [
    { NODE_ENV: 'production' },
    { SMTP_URL: 'smtp://a:b@mail.example' },
    { BACKUP_DIR: '/backups' },
  ]) {
    expect(() => parseConfig({ DEMO: 'public', ...real })).toThrow(Object.keys(real)[0]);
  }
  expect(() => parseConfig({ DEMO: 'yes' })).toThrow('DEMO should be 1, 0 or public');
});

test('in production there is no demo unless it is requested', () => {
  expect(parseConfig({ NODE_ENV: 'production' }).demo).toBe(false);
  expect(parseConfig({ NODE_ENV: 'production', DEMO: '1' }).demo).toBe(true);
});

test('a variable that is set but empty counts as not set', () => {
  expect(parseConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: '' });
  const blank = { PORT: ' ', SLOW_QUERY_MS: '\t', SECRET: ' '.repeat(40) };
  expect(parseConfig(blank)).toMatchObject({ port: 3000, slowQueryMs: 500, secret: '' });
});

test('one message lists every invalid setting and how to fix it', () => {
  const read = () => parseConfig({ PORT: 'lots', DATABASE_URL: 'mysql://host/db', DEMO: 'yes' });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(
    /PORT should be a whole number[\s\S]*DATABASE_URL should be postgres:[\s\S]*DEMO should be 1, 0 or public/,
  );
});

test('emails are sent from the mail account’s address unless another sender is set', () => {
  const smtp = 'smtp://office%40players.example:secret@mail.example';
  expect(parseConfig({ SMTP_URL: smtp }).mailFrom).toBe('office@players.example');
  expect(parseConfig({ SMTP_URL: smtp, MAIL_FROM: 'hello@players.example' }).mailFrom).toBe('hello@players.example');
  expect(parseConfig({ PUBLIC_URL: 'https://players.example' }).mailFrom).toBe('callboard@players.example');
  expect(() => parseConfig({ SMTP_URL: 'https://mail.example' })).toThrow(/SMTP_URL should be smtp:/);
  expect(() => parseConfig({ SMTP_URL: 'smtp://%zz@mail.example' })).toThrow(/SMTP_URL should be/);
  expect(() => parseConfig({ MAIL_FROM: 'us, them' })).toThrow(/MAIL_FROM should be one email address/);
});

test('card payments need all of Square’s settings, and any missing settings are listed', () => {
  const all = {
    SQUARE_ENVIRONMENT: 'sandbox',
    SQUARE_ACCESS_TOKEN: 'token',
    SQUARE_APPLICATION_ID: 'application',
    SQUARE_LOCATION_ID: 'location',
    SQUARE_WEBHOOK_SIGNATURE_KEY: 'key',
  };
  expect(parseConfig(all)).toMatchObject({
    square: { environment: 'sandbox', baseUrl: 'https://connect.squareupsandbox.com', locationId: 'location' },
    missingSquareSettings: [],
  });
  expect(parseConfig({ ...all, SQUARE_ENVIRONMENT: 'production' }).square?.baseUrl).toBe(
    'https://connect.squareup.com',
  );
  expect(parseConfig({ ...all, SQUARE_LOCATION_ID: '' })).toMatchObject({
    square: undefined,
    missingSquareSettings: ['SQUARE_LOCATION_ID'],
  });
  expect(parseConfig({})).toMatchObject({ square: undefined, missingSquareSettings: squareSettingNames });
  expect(() => parseConfig({ ...all, SQUARE_ENVIRONMENT: 'live' })).toThrow(/SQUARE_ENVIRONMENT should be sandbox or/);
});

test('the public URL is stored without a trailing slash', () => {
  expect(parseConfig({ PUBLIC_URL: 'https://players.example/' }).publicUrl).toBe('https://players.example');
});

test('the public URL is normalised as browsers write it, and refused if it has a path, query, fragment or password', () => {
  for (const typed of ['https://Players.Example', 'HTTPS://players.example', 'https://players.example:443/']) {
    expect(parseConfig({ PUBLIC_URL: typed }).publicUrl).toBe('https://players.example');
  }
  expect(parseConfig({ PUBLIC_URL: 'http://hall.local:8080' }).publicUrl).toBe('http://hall.local:8080');
  for (const more of ['/site', '/?from=mail', '#top']) {
    expect(() => parseConfig({ PUBLIC_URL: `https://players.example${more}` })).toThrow(/PUBLIC_URL should be/);
  }
  expect(() => parseConfig({ PUBLIC_URL: 'https://ann:secret@players.example' })).toThrow(/PUBLIC_URL should be/);
});

test('without a public URL, the site prints an address that works on this machine', () => {
  const printed = (HOST: string) => buildLocalUrl(parseConfig({ HOST }), 3000);
  for (const here of ['', '0.0.0.0', '::', '::1']) expect(printed(here)).toBe('http://localhost:3000');
  expect(printed('192.0.2.7')).toBe('http://192.0.2.7:3000');
  expect(printed('2001:db8::7')).toBe('http://[2001:db8::7]:3000');
});

test('a SECRET of fewer than 32 characters is refused, and SECRET may be unset', () => {
  expect(parseConfig({}).secret).toBe('');
  expect(() => parseConfig({ SECRET: 'hunter2' })).toThrow(/SECRET should be at least 32 characters/);
  expect(parseConfig({ SECRET: 's'.repeat(32) }).secret).toBe('s'.repeat(32));
});

test('trusted proxies can be set as a number or as addresses', () => {
  const trusts = (TRUST_PROXY: string, address: string) => parseConfig({ TRUST_PROXY }).trustProxy(address, 0);
  expect(parseConfig({}).trustProxy('127.0.0.1', 0)).toBe(true);
  expect(parseConfig({}).trustProxy('172.17.0.1', 0)).toBe(false);
  expect(trusts('1', '172.17.0.1')).toBe(true);
  expect(trusts('172.16.0.0/12', '172.17.0.1')).toBe(true);
  expect(() => parseConfig({ TRUST_PROXY: 'everyone' })).toThrow(/TRUST_PROXY should be the number of proxies/);
});

test('a real site needs https unless plain http is allowed explicitly', () => {
  const open = (env: Record<string, string>) => () => assertHttps(parseConfig(env));
  const real = { NODE_ENV: 'production' };
  expect(open(real)).toThrow(/PUBLIC_URL must be the https address[\s\S]*set ALLOW_HTTP=1/);
  expect(open({ ...real, PUBLIC_URL: 'http://players.example' })).toThrow(ConfigError);
  expect(open({ ...real, PUBLIC_URL: 'https://players.example' })).not.toThrow();
  expect(open({ ...real, ALLOW_HTTP: '1' })).not.toThrow();
  expect(open({})).not.toThrow();
});

test('a metrics token needs at least 32 characters, and by default a query counts as slow from half a second', () => {
  expect(parseConfig({})).toMatchObject({ metricsToken: '', slowQueryMs: 500 });
  expect(parseConfig({ METRICS_TOKEN: 'm'.repeat(32), SLOW_QUERY_MS: '0' })).toMatchObject({ slowQueryMs: 0 });
  expect(() => parseConfig({ METRICS_TOKEN: 'guess', SLOW_QUERY_MS: 'soon' })).toThrow(
    /METRICS_TOKEN should be at least 32[\s\S]*SLOW_QUERY_MS should be a whole number/,
  );
});

test('a file store needs its keys and a secret that all machines share', () => {
  const set = {
    ...{ STORAGE_URL: 'https://store.example:9000/players', STORAGE_ACCESS_KEY: 'AK', STORAGE_SECRET_KEY: 'a/b+c=' },
    SECRET: 'x'.repeat(32),
  };
  expect(parseConfig(set).s3).toEqual({
    ...{ endpoint: 'https://store.example:9000', bucket: 'players', region: 'us-east-1' },
    ...{ accessKey: 'AK', secretKey: 'a/b+c=' },
  });
  for (const name of ['STORAGE_ACCESS_KEY', 'STORAGE_SECRET_KEY', 'SECRET']) {
    expect(() => parseConfig({ ...set, [name]: '' })).toThrow(name);
  }
  expect(() => parseConfig({ ...set, STORAGE_URL: 'https://key:secret@store.example/players' })).toThrow('STORAGE_URL');
  expect(parseConfig({}).s3).toBeUndefined();
});

test.each([
  ['SMTP_URL', 'smtp://u:50%zz@mail.example'],
  ['DATABASE_URL', 'postgres://u:50%zz@db.example/callboard'],
  ['DATABASE_URL', 'postgres://u:p@db.example/50%'],
  ['STORAGE_URL', 'https://store.example/50%'],
])('%s=%s has an invalid percent-encoding, and is refused with a message about the expected form', (name, value) => {
  expect(() => parseConfig({ [name]: value })).toThrow(new RegExp(`${name} should be `));
});
