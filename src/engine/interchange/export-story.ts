import { strToU8, zipSync } from 'fflate';

/** One exchange of a story: what the player did, and what came of it. */
export type StoryExchange = {
  /** Name of the persona who acted. */
  readonly persona: string;
  /** Empty when the story went on by itself. */
  readonly player: string;
  readonly narration: string;
  readonly at: Date;
};

/** Played session in the form of a book. */
export type ExportedStory = {
  /** Names the book for reading programs. */
  readonly id: string;
  readonly title: string;
  /** Name under which the narration stands in a chat. */
  readonly narrator: string;
  readonly persona: string;
  readonly language: string;
  readonly prologue: string | null;
  readonly exchanges: readonly StoryExchange[];
};

/** Writes a story as Markdown: the player's words as quotations. */
export function writeStoryMarkdown({ title, prologue, exchanges }: ExportedStory): string {
  const parts = exchanges.flatMap(({ player, narration }) => [
    ...(player === ''
      ? []
      : [
          player
            .split('\n')
            .map((line) => `> ${line}`)
            .join('\n'),
        ]),
    narration,
  ]);
  return `${[`# ${title}`, ...(prologue === null ? [] : [prologue]), ...parts].join('\n\n')}\n`;
}

/** Writes a story as a chat: one JSON object a line, the first one about the chat. */
export function writeStoryChat({ title, narrator, persona, prologue, exchanges }: ExportedStory): string {
  const began = exchanges[0]?.at ?? new Date(0);
  const line = (name: string, isPlayer: boolean, text: string, at: Date) => ({
    name,
    is_user: isPlayer,
    is_system: false,
    send_date: at.toISOString(),
    mes: text,
    extra: {},
  });
  const lines = [
    {
      user_name: persona,
      character_name: narrator,
      create_date: began.toISOString(),
      chat_metadata: { title },
    },
    ...(prologue === null ? [] : [line(narrator, false, prologue, began)]),
    ...exchanges.flatMap((one) => [
      ...(one.player === '' ? [] : [line(one.persona, true, one.player, one.at)]),
      line(narrator, false, one.narration, one.at),
    ]),
  ];
  return `${lines.map((one) => JSON.stringify(one)).join('\n')}\n`;
}

/** Exchanges in one chapter of a book. */
const IN_CHAPTER = 12;

/** Writes a story as an EPUB 3 book. The same story gives the same bytes. */
export function writeStoryEpub(story: ExportedStory): Uint8Array {
  const chapters = splitChapters(story);
  const modified = (story.exchanges.at(-1)?.at ?? new Date(0)).toISOString().replace(/\.\d+Z$/, 'Z');
  const names = chapters.map((_, index) => `chapter${index + 1}`);
  const files: [string, string][] = [
    ['META-INF/container.xml', CONTAINER],
    ['OEBPS/content.opf', writePackage(story, names, modified)],
    ['OEBPS/nav.xhtml', writeNavigation(story, names)],
    ...chapters.map((body, index): [string, string] => [
      `OEBPS/${names[index]}.xhtml`,
      writePage(story, `${story.title} ${index + 1}`, body),
    ]),
  ];
  const mtime = new Date('1980-01-02T00:00:00Z');
  return zipSync(
    {
      // Reading programs look for this file first, not compressed.
      mimetype: [strToU8('application/epub+zip'), { level: 0, mtime }],
      ...Object.fromEntries(files.map(([path, text]) => [path, [strToU8(text), { mtime }] as const])),
    },
    { mtime },
  );
}

function splitChapters({ title, prologue, exchanges }: ExportedStory): readonly string[] {
  const opening = [`<h1>${escapeXml(title)}</h1>`, ...(prologue === null ? [] : writeParagraphs(prologue))];
  const told = exchanges.map(({ player, narration }) =>
    [
      ...(player === '' ? [] : ['<blockquote>', ...writeParagraphs(player), '</blockquote>']),
      ...writeParagraphs(narration),
    ].join('\n'),
  );
  const chapters: string[][] = [];
  for (let at = 0; at < told.length; at += IN_CHAPTER) chapters.push(told.slice(at, at + IN_CHAPTER));
  const [first = [], ...others] = chapters;
  return [[...opening, ...first].join('\n'), ...others.map((part) => part.join('\n'))];
}

function writeParagraphs(text: string): readonly string[] {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${writeEmphasis(escapeXml(paragraph)).replaceAll('\n', '<br/>')}</p>`);
}

function writeEmphasis(escaped: string): string {
  return escaped.replace(/\*([^*\n]{1,2000})\*/g, '<em>$1</em>');
}

/** Characters that XML has no way to write: controls but for tab and line feed, and the two that Unicode reserves. */
const NO_XML = /[^\P{Cc}\n\t]|[\ufffe\uffff]/gu;

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(NO_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const CONTAINER = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

function writePackage(story: ExportedStory, names: readonly string[], modified: string): string {
  const items = names.map(
    (name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">${escapeXml(story.id)}</dc:identifier>
    <dc:title>${escapeXml(story.title)}</dc:title>
    <dc:language>${escapeXml(story.language)}</dc:language>
    <meta property="dcterms:modified">${modified}</meta>
  </metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    ${items.join('\n    ')}
  </manifest>
  <spine>${names.map((name) => `<itemref idref="${name}"/>`).join('')}</spine>
</package>
`;
}

function writeNavigation(story: ExportedStory, names: readonly string[]): string {
  const items = names.map((name, index) => `<li><a href="${name}.xhtml">${index + 1}</a></li>`).join('');
  return writePage(story, story.title, `<nav epub:type="toc"><ol>${items}</ol></nav>`);
}

function writePage({ language }: ExportedStory, title: string, body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${escapeXml(language)}">
<head><title>${escapeXml(title)}</title></head>
<body>
${body}
</body>
</html>
`;
}
