import { chromium } from '@playwright/test';

const base = 'http://localhost:4310';
const who = process.argv[2] ?? 'member';
const paths = (process.argv[3] ?? '/members/dashboard').split(',');
const sizes = (process.argv[4] ?? '1280,390').split(',').map(Number);
const schemes = (process.argv[5] ?? 'light').split(',');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' });
const context = await browser.newContext();
const page = await context.newPage();
page.on('console', (m) => m.type() === 'error' && console.log('console:', m.text()));
page.on('pageerror', (e) => console.log('error:', e.message));
await page.request.post(`${base}/members`, { data: { email: `${who}@demo.example`, password: 'curtain-up-2026' } });
for (const width of sizes)
  for (const colorScheme of schemes) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
    await page.emulateMedia({ colorScheme });
    for (const p of paths) {
      const r = await page.goto(base + p, { waitUntil: 'networkidle' });
      await page.waitForTimeout(300);
      if (process.env.OPEN) await page.locator(process.env.OPEN).first().click();
      const name = `/tmp/c-shots/${who}${p.replaceAll('/', '_').slice(0, 40)}-${width}-${colorScheme}.png`;
      await page.screenshot({ path: name, fullPage: !process.env.OPEN });
      console.log(r.status(), name);
    }
  }
await browser.close();
