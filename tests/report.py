#!/usr/bin/env python3
"""Looks at reports as a reader would, in Chromium: tests/report.py GPUPICK [FOLDER]

Opens the pages of questions, and two of a site, at four widths, light, dark and on paper. Nothing may leave the page, no
two texts may overlap, none may be cut or wider than the page, all must stand out from what is behind them, and texts of a
hostile catalog must stay texts. The links of the site lead to its pages, and its search finds them. FOLDER receives a picture of each page. Says "skipped" if Chromium or tidy is missing.
"""
import base64
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import chromium

if not chromium.PATH or not shutil.which("tidy"):
    print("skipped: Chromium or tidy is not installed")
    sys.exit(0)

program = str(pathlib.Path(sys.argv[1]).resolve())
pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
folder = pathlib.Path(tempfile.mkdtemp())
fixed = pathlib.Path(__file__).resolve().parent / "catalog"
most_bytes = 150_000

HOSTILE = ["<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'><a href='javascript:alert(1)'>x</a>",
           "</script><script>alert(1)</script>", "<!-- --></style><style>*{display:none}</style>", "&lt;b&gt; &amp; ]]>",
           "*a* _b_ **c** `d` [e](javascript:alert(1))", "GeForce " + "very " * 30 + "long", "W" * 120]


def hostile_catalog():
    """The fixed catalog with hostile names, titles and addresses."""
    target = folder / "hostile"
    shutil.copytree(fixed, target)
    for name, field in (("gpus", "name"), ("sources", "title"), ("prices", "what")):
        path = target / f"{name}.json"
        data = json.loads(path.read_text())
        for i, record in enumerate(data[name]):
            record[field] = HOSTILE[i % len(HOSTILE)] + (f" {i}" if field == "name" else "")
            if name == "sources" and i % 2:
                record["url"] = "javascript:alert(1)"
        path.write_text(json.dumps(data))
    return ["--catalog", str(target)]


EIGHT = ["rtx-3090", "rtx-3090-ti", "titan-rtx", "rx-7900-xtx", "rtx-4090", "rtx-5090", "arc-pro-b60", "rtx-pro-4000-blackwell"]
QUESTIONS = {
    "usual": ["recommend", "--vram", "24", "--budget", "2000"],
    "all": ["recommend"],
    "one-card": ["recommend", "--only", "rtx-3090"],
    "none": ["recommend", "--vram", "24", "--budget", "10"],
    "one-price": ["recommend", "--only", ",".join(EIGHT), *(f"--price={card}=500" for card in EIGHT)],
    "rent": ["recommend", "--rent", "--max-hourly", "1"],
    "model": ["recommend", "--model", "qwen3-14b", "--budget", "2000"],
    "four-cards": ["recommend", "--model", "llama-3.3-70b", "--gpus", "4"],
    "mac": ["recommend", "--vendor", "apple", "--vram", "64"],
    "have": ["recommend", "--have", "3060-12gb", "--budget", "1500", "--currency", "EUR=1.08"],
    "diff": ["diff", "rtx-4090", "rtx-5090", "7900-xtx", "--model", "qwen3-14b"],
    "cost": ["cost", "3090:2", "rtx-pro-6000", "h100-sxm", "--model", "llama-3.3-70b"],
    "estimate": ["estimate", "rtx-3060-12gb", "--model", "qwen3-14b"],
    "too-big": ["estimate", "rtx-3060-12gb", "--model", "llama-3.3-70b"],
    "hostile": ["recommend", "--vram", "16", *hostile_catalog()],
    "hostile-diff": ["diff", "rtx-3090", "rtx-4090", "--catalog", str(folder / "hostile")],
}

# Every text that is shown, with the boxes of its lines, its colour and what is behind it.
TEXTS = """
(() => {
  const shown = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const parsed = colour => (colour.match(/[\\d.]+/g) || []).map(Number);
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.data.trim() || parent.closest('script, style, title, desc')) continue;
    if (!parent.checkVisibility({contentVisibilityAuto: true})) continue;
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(box => box.width > 0 && box.height > 0)
      .map(box => [box.left + scrollX, box.top + scrollY, box.right + scrollX, box.bottom + scrollY]);
    if (!boxes.length) continue;
    const style = getComputedStyle(parent), svg = parent.closest('svg');
    let behind = null;
    for (let one = parent; one && !behind; one = one.parentElement) {
      const colour = parsed(getComputedStyle(one).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) behind = colour;
    }
    const picture = svg && svg.getBoundingClientRect();
    shown.push({text: node.data.trim().slice(0, 60), boxes, behind: behind || [255, 255, 255],
      colour: parsed(svg ? style.fill : style.color), size: parseFloat(style.fontSize), weight: +style.fontWeight,
      picture: picture && [picture.left + scrollX, picture.top + scrollY, picture.right + scrollX, picture.bottom + scrollY]});
  }
  return {shown, width: document.documentElement.scrollWidth, folded: [...document.querySelectorAll('details')].length,
          tall: Math.max(0, ...[...document.querySelectorAll('figure, .pick')].map(one => one.getBoundingClientRect().height))};
})()
"""

STRUCTURE = """
(() => {
  const wrong = [], all = what => [...document.querySelectorAll(what)];
  const say = (bad, what) => bad && wrong.push(what);
  say(all('h1').length != 1, 'not one h1');
  say(!document.title || !document.documentElement.lang, 'no title or language');
  say(all('img, iframe, object, embed, link, base, form, audio, video, script:not(#answer, #search)').length, 'foreign elements');
  say(all('*').some(one => [...one.attributes].some(a => a.name.startsWith('on'))), 'an attribute with script');
  for (const link of all('a')) {
    const target = link.getAttribute('href');
    say(!/^(https?:\\/\\/|#|[a-z0-9-]+\\.html$)/.test(target), 'a link to ' + target);
    say(target[0] == '#' && !document.getElementById(target.slice(1)), 'nothing at ' + target);
  }
  for (const table of all('table')) say(!table.querySelector('th[scope=row]'), 'a table without headings of rows');
  for (const svg of all('svg')) say(svg.getAttribute('role') != 'img' || !svg.querySelector('title'), 'a nameless picture');
  let level = 0;
  for (const heading of all('h1, h2, h3')) {
    const next = +heading.tagName[1];
    say(next > level + 1 && next > 2 && level, 'a heading below none: ' + heading.textContent);
    level = next;
  }
  const ids = all('[id]').map(one => one.id);
  say(new Set(ids).size != ids.length, 'an id twice');
  const fold = document.querySelector('summary');
  if (fold) { fold.focus(); say(document.activeElement != fold, 'a fold without focus'); }
  return wrong;
})()
"""


def contrast(one, other):
    def light(colour):
        parts = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def overlaps(shown):
    """Pairs of texts whose boxes share more than the spare room of their letters."""
    boxes = sorted((box[1], box, i) for i, text in enumerate(shown) for box in text["boxes"])
    for k, (_, a, i) in enumerate(boxes):
        for top, b, j in boxes[k + 1:]:
            if top > a[3] - 4:
                break
            if i != j and min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 4:
                yield shown[i]["text"], shown[j]["text"]


def wrong_looks(seen, width):
    if seen["width"] > width:
        yield f"the page is {seen['width']} wide"
    for text in seen["shown"]:
        left, right = min(box[0] for box in text["boxes"]), max(box[2] for box in text["boxes"])
        if left < -0.5 or right > width + 0.5:
            yield f"cut at the edge: {text['text']}"
        if text["picture"]:
            inside = text["picture"]
            if any(b[0] < inside[0] - 1 or b[1] < inside[1] - 1 or b[2] > inside[2] + 1 or b[3] > inside[3] + 1
                   for b in text["boxes"]):
                yield f"cut by its picture: {text['text']}"
        needed = 3 if text["size"] >= 24 or (text["size"] >= 18.6 and text["weight"] >= 700) else 4.5
        found = contrast(text["colour"], text["behind"])
        if found < needed:
            yield f"contrast {found:.1f}: {text['text']}"
    for pair in overlaps(seen["shown"]):
        yield f"overlap: {pair[0]} | {pair[1]}"


# The entries of a site's index that show, after a search.
SEARCH = """
(words => {
  const field = document.querySelector('input');
  field.value = words;
  field.dispatchEvent(new Event('input'));
  return [...document.querySelectorAll('section a, #none')].filter(one => one.checkVisibility()).map(one => one.textContent);
})
"""


def check_answer(browser, name, arguments):
    page = folder / f"{name}.html"
    page.write_bytes(subprocess.run([program, *arguments, "--format", "html"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)
    svg = subprocess.run([program, *arguments, "--format", "svg"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    if svg:
        xml.etree.ElementTree.fromstring(svg)  # raises an error unless it is well-formed
    return check(browser, name, page)


def check_site(browser):
    """Two pages of the shipped data's site, the links of all, and the search of the index."""
    site = folder / "site"
    subprocess.run([program, "generate", "site", site], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wrong = [f"{page.name} leads to no {target}" for page in site.iterdir()
             for target in re.findall('href="([a-z0-9-]+[.]html)"', page.read_text()) if not (site / target).exists()]
    count = check(browser, "site-index", site / "index.html") + check(browser, "site-page", site / "chat-600.html")
    browser.open((site / "index.html").as_uri())
    for words, found in (("CHAT 600", "Chat, up to 600 USD"), ("nothing-like-this", "No question has these words.")):
        shown = browser.run(f"{SEARCH}({json.dumps(words)})")
        if shown != [found]:
            wrong.append(f"the search for {words} finds {shown}")
    if len(browser.run(f"{SEARCH}('')")) != len(list(site.iterdir())) - 1:
        wrong.append("an empty search does not find all")
    print("site:", *wrong or ["links and search"], sep="\n  " if wrong else " ")
    return count + len(wrong)


def check(browser, name, page):
    wrong = set()
    html = page.read_bytes()
    if len(html) > most_bytes:
        wrong.add(f"{len(html)} bytes")
    tidy = subprocess.run(["tidy", "-e", "-q", "-utf8", str(page)], capture_output=True, text=True).stderr
    wrong.update(f"tidy: {line}" for line in tidy.splitlines())
    browser.look(1024)
    browser.open(page.as_uri())
    wrong.update(browser.run(STRUCTURE))
    data = browser.run("document.getElementById('answer')?.textContent")
    if name != "site-index" and not json.loads(data)["schema"].startswith("gpupick/"):
        wrong.add("no data")
    looks = [(width, dark, False) for width in (390, 768, 1024, 1600) for dark in (False, True)] + [(680, False, True)]
    for width, dark, paper in looks:
        browser.look(width, dark=dark, paper=paper)
        seen = browser.run(TEXTS)
        where = f"{width}{' dark' if dark else ''}{' paper' if paper else ''}"
        wrong.update(f"{where}: {what}" for what in wrong_looks(seen, width))
        if paper and seen["tall"] > 1000:
            wrong.add(f"paper: a picture is cut, {seen['tall']} tall")
        if pictures:
            height = browser.run("document.documentElement.scrollHeight")
            clip = {"x": 0, "y": 0, "width": width, "height": min(height, 8000), "scale": 1}
            shot = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
            (pictures / f"{name}-{where.replace(' ', '-')}.png").write_bytes(base64.b64decode(shot["data"]))
    folds = "[...document.querySelectorAll('details > :not(summary)')].filter(one => !one.getClientRects().length).length"
    if browser.run(folds):
        wrong.add("paper: a folded part is not printed")
    if name.startswith("hostile"):
        said = browser.run("document.body.innerText")
        if not any(text in said for text in HOSTILE):
            wrong.add("a hostile name is no text")
    for event in browser.events:
        if event["method"] == "Network.requestWillBeSent" and event["params"]["request"]["url"] != page.as_uri():
            wrong.add("a request to " + event["params"]["request"]["url"][:80])
        if event["method"] in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded", "Page.javascriptDialogOpening"):
            wrong.add(f"the console says {json.dumps(event['params'])[:200]}")
    print(f"{name}: {len(html):,} bytes" + "".join(f"\n  {what}" for what in sorted(wrong)[:12]))
    return len(wrong)


browser = chromium.Chromium()
try:
    wrong = sum(check_answer(browser, *question) for question in QUESTIONS.items()) + check_site(browser)
finally:
    browser.close()
    shutil.rmtree(folder, ignore_errors=True)
print(f"{len(QUESTIONS) + 2} pages, {wrong} errors")
sys.exit(1 if wrong else 0)
