import type { DiceRequest } from '#engine/llm/resolve-reply.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Moment, Validated } from '../draft.ts';
import type { Bout } from './bout.ts';
import type { Asked } from './roll-asked.ts';
import { srd5eRequest } from './srd5e-request.ts';
import { areFoes, isStanding } from './standing.ts';

const SPARING =
  /\b(knock(?:s|ing)? \w* ?(?:out|unconscious)|non-?lethal|subdue|spare|without killing|flat of)/i;

type Needs = Moment & Pick<Validated, 'actions'>;

/** Reads a request for dice: whose they are, what they are for, and at whom an attack is aimed. */
export function readAsked(draft: Needs, bout: Bout, request: DiceRequest): Asked {
  const { persona, words } = draft;
  const actorId = request.character_id === '' ? persona.id : request.character_id;
  const actor = bout.fighter(actorId);
  const own = actorId === persona.id ? words : '';
  const meaning =
    actor === null ? ({ kind: 'other' } as const) : srd5eRequest(request.purpose, actor.block, own);
  return {
    request,
    meaning,
    actor,
    targetId: meaning.kind === 'attack' ? targetOf(draft, bout, request, actorId) : null,
    knockOut: SPARING.test(`${request.purpose} ${own}`),
  };
}

/** Whom the request says, else whom its purpose or the player names, else whoever stands against the attacker. */
function targetOf(draft: Needs, bout: Bout, request: DiceRequest, actorId: string): string | null {
  const { snapshot } = bout;
  const others = snapshot.scene.presentIds.filter((id) => id !== actorId && bout.fighter(id) !== null);
  const isOther = (id: string) => others.some((other) => other === id);
  if (isOther(request.target_id)) return request.target_id;
  const isOwn = actorId === draft.persona.id;
  const meant = isOwn ? draft.actions.map(({ target_id }) => target_id).find(isOther) : undefined;
  const byName =
    namedAmong(request.purpose, others, snapshot) ??
    meant ??
    (isOwn ? namedAmong(draft.words, others, snapshot) : null);
  if (byName !== null) return byName;
  const foe = others.find((id) => isStanding(bout, id) && areFoes(snapshot, actorId, id));
  if (foe !== undefined) return foe;
  return isOwn || !isOther(draft.persona.id) ? null : draft.persona.id;
}

const SMALL = new Set(['the', 'von', 'van', 'del', 'don', 'doña', 'and', 'big', 'old']);

function namedAmong(text: string, ids: readonly string[], { entities }: Snapshot): string | null {
  const said = new Set(wordsOf(text));
  const found = ids.find((id) => {
    // Ids of those present are ids of entities.
    const name = entities[id as keyof Snapshot['entities']]?.name ?? '';
    return wordsOf(name).some((word) => word.length > 2 && !SMALL.has(word) && said.has(word));
  });
  return found ?? null;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}
