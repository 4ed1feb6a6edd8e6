// The base of every journey: the real site with the demo society, behind a proxy, and a tab of a real browser.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { findEnginePrograms } from '../../bin/system.mjs';
import { openSite } from '../support/site/journey-site.ts';
import type { RunningSite } from '../support/site/site.ts';
import { signIn } from '../support/society/members.ts';
import { startFirefox } from './driver/firefox.ts';
import type { BrowserEngine, Tab } from './driver/tab.ts';
import { startWebKit } from './driver/webkit.ts';
import { type SiteProxy, startProxy } from './proxy.ts';
import { createTabUser, type TabUser } from './user.ts';

export type EngineName = 'firefox' | 'webkit';

interface JourneyFixtures {
  tab: Tab;
  user: TabUser;
  /** Signs the browser in as this user, without the form. */
  signInAs: (user: { id: string }) => Promise<void>;
  /** Errors that this journey provokes. Each console error has to match one of these patterns, or the test fails. */
  expectedErrors: RegExp[];
}

interface WorkerFixtures {
  engineName: EngineName;
  engine: BrowserEngine;
  site: RunningSite;
  connection: SiteProxy;
}

async function startEngine(name: EngineName): Promise<BrowserEngine> {
  const { firefox, webKitDriver, screen } = findEnginePrograms();
  return name === 'firefox' ? startFirefox(firefox) : startWebKit({ driver: webKitDriver, screen });
}

export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  engineName: ['firefox', { option: true, scope: 'worker' }],

  engine: [
    async ({ engineName }, use) => {
      const engine = await startEngine(engineName);
      await use(engine);
      await engine.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],

  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const site = await openSite('demo');
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],

  connection: [
    async ({ site }, use) => {
      const proxy = await startProxy(Number(new URL(site.url).port));
      await use(proxy);
      await proxy.stop();
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedErrors: async ({}, use) => use([]),

  tab: async ({ engine, engineName, expectedErrors }, use, { title, outputDir, errors }) => {
    const tab = await engine.openTab();
    await use(tab);
    if (errors.length > 0) {
      // If a dialog is open, WebKit's driver can't take a screenshot, but the error and the console's output remain
      const picture = await tab.takeScreenshot().catch(() => undefined);
      mkdirSync(outputDir, { recursive: true });
      if (picture) writeFileSync(join(outputDir, `${engineName}.png`), picture);
    }
    const unexpected = tab
      .listConsoleErrors()
      .filter((text) => !expectedErrors.some((expected) => expected.test(text)));
    await tab.close();
    expect(unexpected, `errors in the console during “${title}”`).toEqual([]);
  },

  user: async ({ tab, connection }, use) => use(createTabUser(tab, connection.url)),

  signInAs: async ({ tab, site, connection }, use) =>
    use(async (member) => {
      const context = {
        clearCookies: async () => {},
        addCookies: async (cookies: readonly { name: string; value: string }[]) => {
          for (const { name, value } of cookies) await tab.setCookie({ name, value, url: connection.url });
        },
      };
      await signIn(site, context, member);
    }),
});

export { expect } from '@playwright/test';
