// Does for each page what Playwright's expect(locator).toHaveScreenshot() does: the same library call with the same
// options, but without Playwright's test runner, which PyPI does not have. run.py runs it with Playwright's own Node:
//   node expect.js PACKAGE BROWSER WORKERS record|compare LIST
// LIST is JSON: [[page, picture], …]. `record` writes the pictures; `compare` compares the pages with them. Prints the
// seconds from the start of the first page to the end of the last, without the start of the browsers.

const fs = require('node:fs');
const { pathToFileURL } = require('node:url');
const [, , library, browser, workers, mode, list] = process.argv;
const { chromium } = require(library);

const options = { animations: 'disabled', caret: 'hide', scale: 'device', omitBackground: true, threshold: 0.2, timeout: 30000 };

async function main() {
  const pages = JSON.parse(fs.readFileSync(list, 'utf8'));
  const browsers = await Promise.all(Array.from({ length: Number(workers) }, () =>
    chromium.launch({ executablePath: browser, args: ['--no-sandbox'] })));
  const tabs = await Promise.all(browsers.map(async (each) => {
    const context = await each.newContext({ viewport: { width: 400, height: 900 }, deviceScaleFactor: 2 });
    return context.newPage();
  }));
  let different = 0;

  /** @param {Array<[string, string]>} asked */
  async function look(asked) {
    const rest = asked[Symbol.iterator]();
    await Promise.all(tabs.map(async (tab) => {
      for (const [source, target] of rest) {
        await tab.goto(pathToFileURL(source).href, { waitUntil: 'load' });
        await tab.evaluate(() => Promise.all([document.fonts.ready, ...[...document.images].map((each) => each.decode())]));
        const expected = mode === 'compare' ? fs.readFileSync(target) : undefined;
        const found = await tab._expectScreenshot({ ...options, expected, isNot: false, locator: tab.locator('.card') });
        if (found.errorMessage) different += 1;
        if (mode === 'record') fs.writeFileSync(target, found.actual);
      }
    }));
  }

  // Draws a few pages first, so that caches and compiled code are warm.
  if (mode === 'compare') await look(pages.slice(0, 6));
  different = 0;
  const start = performance.now();
  await look(pages);
  const seconds = (performance.now() - start) / 1000;
  const version = browsers[0].version();
  await Promise.all(browsers.map((each) => each.close()));
  process.stdout.write(JSON.stringify({ seconds, version, different }) + '\n');
}

main();
