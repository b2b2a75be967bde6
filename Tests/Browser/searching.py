"""Searches on pages of feeds and conversations."""


def open_search(page):
    page.keyboard.press("/")
    page.wait_for_function("() => document.activeElement.id === 'query'")


def search_for(page, text):
    """Returns the number of results and the times to the first and to all of them, in milliseconds."""
    return page.evaluate(
        """async (text) => {
          const input = document.getElementById('query');
          const status = document.getElementById('search-status');
          document.getElementById('found').replaceChildren();
          input.value = text;
          const started = performance.now();
          input.dispatchEvent(new Event('input', {bubbles: true}));
          status.textContent = '';
          let first = 0;
          while (!status.textContent || status.textContent.includes('…')) {
            await new Promise((done) => setTimeout(done, 4));
            if (!first && document.querySelector('#found li')) first = performance.now() - started;
          }
          return {count: Number((/\\d+/.exec(status.textContent) || [0])[0]), first, all: performance.now() - started};
        }""", text)


def texts(page, selector, limit=50):
    """Returns the texts of the first elements with a selector."""
    return page.evaluate("([selector, limit]) => [...document.querySelectorAll(selector)].slice(0, limit).map((e) => e.textContent)",
                         [selector, limit])


def heap_mb(page):
    return page.evaluate("performance.memory.usedJSHeapSize") / 1e6
