import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { type ExportedStory, writeStoryChat, writeStoryEpub } from '#engine/interchange/export-story.ts';

const AT = new Date('2026-11-19T22:00:00Z');

function story(changes: Partial<ExportedStory> = {}): ExportedStory {
  const exchanges = Array.from({ length: 30 }, (_, at) => ({
    persona: 'Ada',
    player: at % 3 === 0 ? '' : `I knock ${at} times.`,
    narration: `Nobody *really* answers.\n\nThe clock strikes ${at}.`,
    at: AT,
  }));
  const base = { id: 'urn:1', title: 'The Clock', narrator: 'Tomas', persona: 'Ada', language: 'en' };
  return { ...base, prologue: 'We are closed.', exchanges, ...changes };
}

const read = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

/** Finds the first fault of a page as XML: an open tag, a bare sign, or a character that XML has no way to write. */
function findXmlFault(page: string): string | null {
  const open: string[] = [];
  const text = page.replace(
    /<\?xml[^>]*\?>|<(\/?)([a-z0-9:]+)(?:\s[^<>]*?)?(\/?)>/gi,
    (_tag, end, name, empty) => {
      if (name === undefined || empty === '/') return '';
      if (end === '') open.push(name);
      else if (open.pop() !== name) open.push(`wrong end of ${name}`);
      return '';
    },
  );
  if (open.length > 0) return open.join(' ');
  const rest = text.replace(/&(?:amp|lt|gt|quot);/g, '');
  return /[<>&\ufffe\uffff]|[^\P{Cc}\n\t]/u.exec(rest)?.[0] ?? null;
}

it('writes a book that reading programs open: its kind first and not compressed, then container, package, navigation and chapters', () => {
  const bytes = Buffer.from(writeStoryEpub(story()));
  const [nameLength, extraLength] = [bytes.readUInt16LE(26), bytes.readUInt16LE(28)];
  expect([bytes.readUInt16LE(8), nameLength, extraLength]).toEqual([0, 8, 0]);
  expect(bytes.toString('latin1', 30, 58)).toBe('mimetypeapplication/epub+zip');

  const files = unzipSync(bytes);
  const root = /full-path="([^"]+)"/.exec(read(files['META-INF/container.xml']))?.[1] ?? '';
  const opf = read(files[root]);
  const items = new Map(
    [...opf.matchAll(/<item id="([^"]+)" href="([^"]+)"/g)].map(([, id, href]) => [id, href]),
  );
  const folder = root.replace(/[^/]+$/, '');
  expect([...items.values()].filter((href) => files[`${folder}${href}`] === undefined)).toEqual([]);
  expect(Object.keys(files)).toHaveLength(items.size + 3);
  expect(opf).toMatch(/<item id="nav" [^>]*properties="nav"/);
  const spine = [...opf.matchAll(/<itemref idref="([^"]+)"/g)].map(([, id]) => items.get(id ?? ''));
  expect(spine).toEqual(['chapter1.xhtml', 'chapter2.xhtml', 'chapter3.xhtml']);
  const nav = read(files[`${folder}nav.xhtml`]);
  expect([...nav.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual(spine);
  expect(opf).toMatch(/<meta property="dcterms:modified">\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ</);
  expect(read(files['OEBPS/chapter1.xhtml'])).toContain('<p>Nobody <em>really</em> answers.</p>');
});

it('writes well-formed pages of any text', () => {
  const text = fc.string({ unit: 'binary', maxLength: 80 });
  fc.assert(
    fc.property(text, text, text, (title, player, narration) => {
      const files = unzipSync(
        writeStoryEpub(
          story({ title, prologue: player, exchanges: [{ persona: 'Ada', player, narration, at: AT }] }),
        ),
      );
      const pages = Object.entries(files).filter(([path]) => path !== 'mimetype');
      expect(pages.map(([, page]) => findXmlFault(read(page)))).toEqual(pages.map(() => null));
    }),
    { examples: [['a\uffff', '<b>&', '*x*\ud800 \u0000*y*']] },
  );
});

it('writes a chat that is read again line by line', () => {
  const lines = writeStoryChat(story())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ user_name: 'Ada', character_name: 'Tomas' });
  // The prologue, thirty narrations and twenty lines of the player.
  expect(lines.slice(1).filter(({ is_user }) => is_user)).toHaveLength(20);
  expect(lines).toHaveLength(1 + 1 + 30 + 20);
});
