import { expect, it } from 'vitest';
import { beginCampaign } from '#engine/content/begin-campaign.ts';
import { loadLibrary } from '#engine/content/library.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import { checkNarration } from '#engine/turn/check-narration.ts';
import { narrationFactsOf } from '#engine/turn/checks/narration-facts-of.ts';
import { playbooks } from '#engine/turn/playbook.ts';

const library = await loadLibrary(['content_packs']);
const playbookFor = playbooks(library);

function opened(entryPointId: string) {
  const start = beginCampaign(library, entryPointId, {});
  if (isRejection(start)) throw new Error(start.reason);
  const playbook = playbookFor({
    id: 'campaign',
    name: 'Campaign',
    entryPointId,
    packs: start.packs,
    // The playbook reads nothing else of a campaign.
  } as unknown as Parameters<typeof playbookFor>[0]);
  const { snapshot } = start;
  const [personaId] = snapshot.personas;
  if (personaId === undefined) throw new Error(`${entryPointId} has nobody to play`);
  const facts = narrationFactsOf({
    before: snapshot,
    after: snapshot,
    playbook,
    personaId,
    input: {
      callType: 'narrative',
      playerText: '',
      opening: playbook.opening,
      outcome: null,
      rolled: null,
      revealed: [],
    },
    rolls: [],
    proposed: null,
    hiddenLore: [],
  });
  return { facts, snapshot, prologue: start.playerTexts.prologue ?? '' };
}

it.each(library.all('entry_point').map(({ id }) => id))(
  '%s: has nothing against what its author wrote for players',
  (id) => {
    const { facts, snapshot, prologue } = opened(id);
    const place = snapshot.scene.placeId === null ? undefined : snapshot.entities[snapshot.scene.placeId];
    expect(facts.secrets.length).toBeGreaterThan(0);
    for (const prose of [prologue, place?.description ?? ''].filter((text) => text !== '')) {
      expect(checkNarration(prose, facts).filter(({ severity }) => severity === 'grave')).toEqual([]);
    }
  },
);

it.each(library.all('entry_point').map(({ id }) => id))(
  '%s: notices every secret of it when it is read out',
  (id) => {
    const { facts } = opened(id);
    const long = facts.secrets.filter((secret) => secret.split(/\s+/).length >= 8);
    const missed = long.filter(
      (secret) => !checkNarration(`A pause. ${secret}`, facts).some(({ check }) => check === 'secrets'),
    );
    expect(missed).toEqual([]);
  },
);
