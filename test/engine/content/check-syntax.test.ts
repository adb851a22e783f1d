import { expect, it } from 'vitest';
import { checkedWith, type Edit, toldOf } from './lantern-quay.ts';

const PACK = 'pack.yaml';
const RULESET = 'rulesets/tide_dice.yaml';
const MARIT = 'characters/marit.md';

type Case = readonly [what: string, edits: Readonly<Record<string, Edit>>, told: readonly string[]];

const CASES: readonly Case[] = [
  [
    'a colon in plain text',
    { [PACK]: ['name: Lantern Quay', 'name: Lantern: Quay'] },
    [
      `${PACK}:3:7 error bad-yaml: This is not valid YAML: nested mappings are not allowed in compact mappings. Put text that holds a colon in quotes: "like: this".`,
    ],
  ],
  [
    'quotes that are never closed',
    { [PACK]: ['name: Lantern Quay', 'name: "Lantern Quay'] },
    [
      `${PACK}:3:44 error bad-yaml: This is not valid YAML: missing closing "quote. Close the quotes, or double a quote inside single quotes.`,
    ],
  ],
  [
    'a list that is never closed',
    { [PACK]: ['authors: [A. Writer]', 'authors: [A. Writer'] },
    [
      `${PACK}:10:1 error bad-yaml: This is not valid YAML: flow sequence in block collection must be sufficiently indented and end with a ]. Close every [ and { and put commas between the entries.`,
    ],
  ],
  [
    'two documents in one file',
    { [PACK]: ['id: lantern_quay', '---\nid: lantern_quay'] },
    [
      `${PACK}:2:1 error bad-yaml: This is not valid YAML: source contains multiple documents. Keep one document in a file: remove the second line ---.`,
    ],
  ],
  [
    'text that begins with a star',
    { [PACK]: ['name: Lantern Quay', 'name: *Lantern'] },
    [`${PACK}:3:7 error bad-alias: This alias has no anchor. Put text that begins with * in quotes.`],
  ],
  [
    'text that begins with an exclamation mark',
    { [PACK]: ['name: Lantern Quay', 'name: !Lantern Quay'] },
    [
      `${PACK}:3:7 error bad-yaml: This is not valid YAML: unresolved tag: !Lantern. Put text that begins with ! in quotes.`,
    ],
  ],
  [
    'a key that stands twice',
    { [PACK]: ['name: Lantern Quay', 'name: Lantern Quay\nname: Again'] },
    [`${PACK}:4:1 error double-key: The key name stands here for the second time. Keep one of them.`],
  ],
  [
    'a key that would reach the prototype',
    { [PACK]: ['name: Lantern Quay', 'name: Lantern Quay\n__proto__: { a: 1 }'] },
    [`${PACK}:4:1 error bad-key: The key __proto__ is not allowed. Choose another name.`],
  ],
  [
    'a key that is a list',
    { [PACK]: ['name: Lantern Quay', 'name: Lantern Quay\n? [a, b]\n: 1'] },
    [`${PACK}:1:1 error bad-key: A key must be a word. Write a word, or put the key in quotes.`],
  ],
  [
    'a number JSON does not know',
    { [RULESET]: ['nerve: 0, wits: 0', 'nerve: .nan, wits: 0'] },
    [
      `${RULESET}:32:30 error bad-value: .nan is not a value a pack can hold. Put it in quotes, or write a plain number.`,
    ],
  ],
  [
    'a list in the place of keys',
    { [PACK]: '- a\n- b\n' },
    [`${PACK}:1:1 error wrong-type: The file is a list, not keys with values. Write keys with values.`],
  ],
  [
    'an empty manifest',
    { [PACK]: '' },
    [`${PACK}:1:1 error wrong-type: The file is empty, not keys with values. Write keys with values.`],
  ],
  [
    'no manifest at all',
    { [PACK]: null },
    [
      `${PACK}:1:1 error no-manifest: The folder has no pack.yaml, so it is not a pack. Write pack.yaml with id, name, version, summary and layer, or run: npm run packs -- new <id>.`,
    ],
  ],
  [
    'a Markdown file without frontmatter',
    { [MARIT]: '# Marit\n' },
    [
      `${MARIT}:1:1 error no-frontmatter: The file does not begin with frontmatter. Begin with a line ---, then the keys, then another line ---, then the text.`,
    ],
  ],
  [
    'frontmatter that is never closed',
    { [MARIT]: '---\nid: marit\n' },
    [
      `${MARIT}:1:1 error no-frontmatter: The frontmatter is never closed. Begin with a line ---, then the keys, then another line ---, then the text.`,
    ],
  ],
  [
    'frontmatter that is a list',
    { [MARIT]: '---\n- a\n---\n' },
    [
      `${MARIT}:2:1 error wrong-type: The file is not a list of keys with values. Write keys like id: and name:, one to a line.`,
    ],
  ],
  [
    'a list entry without its dash',
    { [MARIT]: ['  - "Weather.', '  "Weather.'] },
    [
      `${MARIT}:27:1 error bad-yaml: This is not valid YAML: all mapping items must start at the same column. Give the keys of one level the same number of spaces.`,
      `${MARIT}:27:3 error bad-yaml: This is not valid YAML: implicit map keys need to be followed by map values. Put text that holds a colon in quotes: "like: this".`,
    ],
  ],
];

it.each(CASES)('names the line and what to write for %s', (_what, edits, told) => {
  expect(toldOf(checkedWith(edits))).toEqual(told);
});
