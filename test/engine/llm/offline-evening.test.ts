import { expect, it } from 'vitest';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import { offlineStoryteller } from '#engine/llm/offline-storyteller.ts';
import { nightAtThePierHouse } from '../../support/narrations.ts';

const LINES = ['Salt gets into everything, even promises.', 'Ask the tide, it signs nothing.'];
const WORDS = [
  'I look around.',
  'I listen to the talk at the tables.',
  'I ask Marit about the ledger.',
  'I search the shelf.',
  'I wait by the stove.',
  'I thank Marit.',
  'I tell Marit what I saw.',
  'I watch the door.',
];

async function tell(input: NarrateInput, seed: string): Promise<string> {
  let text = '';
  const request = {
    step: 'narrate',
    system: [],
    messages: [],
    input: JSON.parse(JSON.stringify(input)),
    seed,
    maxTokens: 1_000,
    signal: new AbortController().signal,
  };
  for await (const part of offlineStoryteller({ wordsPerSecond: 0 }).stream(request))
    if (part.type === 'text-delta') text += part.text;
  return text.split('```json')[0]?.trim() ?? '';
}

/** An evening of so many turns with Marit, who has lines of her own. */
async function evening(turns: number): Promise<string[]> {
  const told: { player: string; narration: string }[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const playerText = WORDS[turn % WORDS.length] ?? '';
    const input = nightAtThePierHouse({ playerText, conversation: told.slice(-16), actions: [] });
    const cast = input.packet.cast.map((member) =>
      member.name.startsWith('Marit')
        ? { ...member, speech: `Dry. ${LINES.map((line) => `“${line}”`).join(' ')}` }
        : member,
    );
    const narration = await tell({ ...input, packet: { ...input.packet, cast } }, `turn ${turn}`);
    told.push({ player: playerText, narration });
  }
  return told.map(({ narration }) => narration);
}

it('never says a sentence twice within a few turns, nor the same thing all evening', async () => {
  const told = await evening(32);
  const sentences = told.map((prose) => prose.split(/(?<=[.!?”])\s+/));
  for (let turn = 1; turn < sentences.length; turn += 1) {
    const before = new Set(sentences.slice(Math.max(0, turn - 2), turn).flat());
    const again = sentences[turn]?.filter((sentence) => sentence.length > 30 && before.has(sentence));
    expect(again, `turn ${turn}`).toEqual([]);
  }
  const counts = Object.values(Object.groupBy(sentences.flat(), (sentence) => sentence)).map(
    (same) => same?.length ?? 0,
  );
  expect(Math.max(...counts)).toBeLessThanOrEqual(6);
});

it('lets people speak in their own lines, each once while it is remembered', async () => {
  const told = (await evening(16)).join('\n');
  for (const line of LINES) expect(told.split(line.slice(0, -1))).toHaveLength(2);
});

it('says who does not come when somebody absent is called', async () => {
  const prose = await tell(nightAtThePierHouse({ playerText: 'I call for Old Henrik.', actions: [] }), 'a');
  expect(prose).toContain('Old Henrik');
});
