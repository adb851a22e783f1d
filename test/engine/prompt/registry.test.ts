import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { PROMPT_IDS, SUPPLIED } from '#engine/prompt/prompt-ids.ts';
import {
  createReloadingRegistry,
  loadPrompts,
  PromptError,
  renderPrompt,
  UnknownPromptVersion,
} from '#engine/prompt/registry.ts';

/** A copy of the shipped prompts that a test may spoil. */
const copied = (): string => {
  const folder = join(mkdtempSync(join(tmpdir(), 'prompts-')), 'prompts');
  cpSync('prompts', folder, { recursive: true });
  return folder;
};

const HEAD = '---\njob: recap\nabout: A test.\ntier: small\nmax_tokens: 100\nvariables: [persona]\n---\n';
const BODY = '<!-- system -->\nFor {{persona}}.\n<!-- essentials system -->\n{{persona}}.\n';

const problemsOf = (source: string, id = 'recap', version = 'v1'): readonly string[] => {
  const folder = copied();
  writeFileSync(join(folder, id, `${version}.md`), source);
  try {
    loadPrompts(folder);
  } catch (error) {
    if (error instanceof PromptError) return error.problems;
  }
  return [];
};

it('loads every prompt the engine speaks with', () => {
  const registry = loadPrompts('prompts');
  expect([...new Set(registry.list().map(({ id }) => id))]).toEqual(PROMPT_IDS);
  for (const prompt of registry.list()) expect(prompt.hash).toMatch(/^[0-9a-f]{64}$/);
});

it.each([
  [
    'a variable nobody supplies',
    HEAD.replace('[persona]', '[persona, weather]') + BODY.replace('For', '{{weather}} for'),
    /v1\.md: the variable weather is supplied by nobody; there are tone/,
  ],
  [
    'a variable it does not list',
    HEAD + BODY.replace('For', '{{tone}} for'),
    /uses \{\{tone\}\}, which its front matter does not list/,
  ],
  [
    'a variable it never uses',
    HEAD.replace('[persona]', '[persona, tone]') + BODY,
    /lists the variable tone and never uses it/,
  ],
  ['no essentials', `${HEAD}<!-- system -->\nFor {{persona}}.\n`, /has no essentials variant/],
  ['no front matter', BODY, /has no front matter/],
  ['front matter that is not YAML', `---\nabout: [\n---\n${BODY}`, /front matter is not YAML/],
  [
    'two purposes',
    HEAD.replace('job: recap', 'job: recap\nstep: recap') + BODY,
    /name exactly one of step, scope, call, mode or job/,
  ],
  [
    'a field nobody knows',
    HEAD.replace('tier: small', 'tier: small\ncolour: red') + BODY,
    /front matter|colour/,
  ],
  [
    'a section that is never closed',
    HEAD + BODY.replace('For', '{{#persona}}for'),
    /\{\{#persona\}\} is never closed/,
  ],
  ['a close without an opening', HEAD + BODY.replace('For', '{{/persona}}for'), /closes nothing/],
  ['a tag that is no variable', HEAD + BODY.replace('For', '{{Big Name}} for'), /is no variable/],
  ['text before its parts', `${HEAD}Hello.\n${BODY}`, /text before its first part/],
  ['an empty part', `${HEAD}<!-- system -->\n\n<!-- essentials system -->\n{{persona}}\n`, /is empty/],
])('refuses a file with %s and says so', (_what, source, problem) => {
  const problems = problemsOf(source);
  expect(problems.some((each) => problem.test(each))).toBe(true);
  expect(problems.every((each) => each.includes('recap/v1.md'))).toBe(true);
});

it('tells the problems of all files in one go', () => {
  const folder = copied();
  writeFileSync(join(folder, 'recap', 'v1.md'), BODY);
  writeFileSync(join(folder, 'plan', 'draft.md'), BODY);
  rmSync(join(folder, 'read'), { recursive: true });
  mkdirSync(join(folder, 'weather'));
  expect(() => loadPrompts(folder)).toThrow(/recap\/v1\.md: has no front matter/);
  expect(() => loadPrompts(folder)).toThrow(/plan\/draft\.md: is no version/);
  expect(() => loadPrompts(folder)).toThrow(/read\/v1\.md: is missing/);
  expect(() => loadPrompts(folder)).toThrow(/weather: nothing in the engine speaks/);
});

it('uses the newest version unless another one is pinned', () => {
  const folder = copied();
  for (const version of ['v2', 'v10']) {
    writeFileSync(join(folder, 'recap', `${version}.md`), HEAD + BODY.replace('For', `${version} for`));
  }
  const registry = loadPrompts(folder);
  const persona = { tone: '', persona: 'Mara', summary: '', events: '', threads: '' };
  expect(registry.versions('recap').map(({ version }) => version)).toEqual([1, 2, 10]);
  expect(renderPrompt(registry.get('recap'), persona).system).toBe('v10 for Mara.');
  expect(renderPrompt(registry.get('recap', { recap: 2 }), persona).system).toBe('v2 for Mara.');
  expect(() => registry.get('recap', { recap: 3 })).toThrow(UnknownPromptVersion);
  expect(() => registry.get('recap', { recap: 3 })).toThrow('there are v1, v2, v10');
});

it('gives the same text the same hash on every machine', () => {
  const folder = copied();
  const path = join(folder, 'recap', 'v1.md');
  const before = loadPrompts(folder).get('recap').hash;
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'));
  expect(loadPrompts(folder).get('recap').hash).toBe(before);
  writeFileSync(path, `${readFileSync(path, 'utf8')} `);
  expect(loadPrompts(folder).get('recap').hash).not.toBe(before);
});

it('never reads what it is given as a template', () => {
  const recap = loadPrompts('prompts').get('recap');
  const variables = {
    tone: '{{persona}} {{#summary}}',
    persona: 'Mara',
    summary: '',
    events: '',
    threads: '',
  };
  expect(renderPrompt(recap, variables).system).toContain('{{persona}} {{#summary}}');
});

it('leaves out a section whose variable is empty', () => {
  const recap = loadPrompts('prompts').get('recap');
  const variables = { tone: '', persona: 'Mara', summary: 's', events: '', threads: 'open' };
  const { user, system } = renderPrompt(recap, variables);
  expect(user).not.toContain('<events>');
  expect(user).toContain('<open>\nopen\n</open>');
  expect(system).not.toContain('Tone:');
});

it('follows its files while they are being written, and keeps the last good ones', async () => {
  const folder = copied();
  const reports: object[] = [];
  const { prompts, close } = createReloadingRegistry(folder, (report) => reports.push(report));
  const path = join(folder, 'recap', 'v1.md');
  const first = prompts.get('recap').hash;
  writeFileSync(path, 'spoiled');
  await vi.waitFor(() => expect(reports.at(-1)).toHaveProperty('problems'), { timeout: 5000 });
  expect(prompts.get('recap').hash).toBe(first);
  writeFileSync(path, HEAD + BODY);
  await vi.waitFor(() => expect(reports.at(-1)).toHaveProperty('loaded'), { timeout: 5000 });
  expect(prompts.get('recap').hash).not.toBe(first);
  close();
});

it('does not load a narrator whose lasting part would change from turn to turn', () => {
  const folder = copied();
  const path = join(folder, 'narrate', 'v3.md');
  const shipped = readFileSync(path, 'utf8');
  writeFileSync(path, shipped.replace('<!-- system -->\n', '<!-- system -->\n{{situation}}\n'));
  expect(() => loadPrompts(folder)).toThrow(
    /narrate\/v3\.md: uses \{\{situation\}\} in its system part, which is given no variables/,
  );
});

it('names each variable once', () => {
  for (const names of Object.values<readonly string[]>(SUPPLIED))
    expect(new Set(names).size).toBe(names.length);
});
