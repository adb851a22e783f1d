import type { Json } from '#engine/kit/canonical-json.ts';
import type { ProposedOperation } from '#engine/llm/narrate-outcome.ts';
import type { Degree } from '#engine/rules/bands.ts';
import type { Interpreted, Moment, Planned, Resolved, Routed, Validated } from '../draft.ts';
import { personaHoldOf } from '../persona-hold-of.ts';
import { reveal } from '../reveal.ts';
import { Suspended } from '../suspended.ts';
import { withoutDone } from '../without-done.ts';
import { Bout } from './bout.ts';
import { endIfOver, fightRound } from './fight-round.ts';
import { keptFor, type RulingsSoFar, rulingsSoFar } from './kept-rulings.ts';
import { lyingDown } from './lying-down.ts';
import { openFight } from './open-fight.ts';
import { PlayerHand, RollAwaited, rowsOf } from './player-hand.ts';
import { readAsked } from './read-asked.ts';
import { rollAsked } from './roll-asked.ts';
import { type Ruling, type RulingTools, rulingOf } from './ruling-of.ts';
import { isStanding } from './standing.ts';

type Needs = Moment & Routed & Interpreted & Validated & Planned;

const NOTHING_YET: RulingsSoFar = { rulings: [], actions: null, given: [], before: 0 };
const NOTHING_RULED: Ruling = { text: '', dice: [], operations: [], observations: [], table: null };

/**
 * Resolves by the SRD: the model says what is tried against what, the engine throws it with the numbers of the stat blocks and
 * does what the rules make of it, and the model says what that comes to. The loop is bounded; what was rolled stays rolled.
 * Where players throw for themselves, the turn waits at each check, save and attack of the acting persona: it is played again up
 * to there from the same rulings and the same dice, and goes on.
 */
export async function byModel(asked: Needs, tools: RulingTools): Promise<Resolved | Suspended> {
  const isAsked = asked.playbook.mechanics.player_dice === 'asked';
  const soFar = isAsked ? rulingsSoFar(asked.lease.turn) : NOTHING_YET;
  const draft = soFar.actions === null ? asked : { ...asked, actions: soFar.actions };
  const bout = new Bout(draft, tools, isAsked ? new PlayerHand(soFar.given) : null);
  const rulings = [...soFar.rulings];
  try {
    const ruling = await ruled(draft, bout, rulings, tools);
    if (bout.snapshot.combat !== null) fightRound(bout, draft.persona.id, []);
    return settled(draft, bout, ruling, tools);
  } catch (error) {
    if (!(error instanceof RollAwaited)) throw error;
    return awaiting(error, keptFor(rulings, draft.actions, soFar.before));
  }
}

function awaiting({ due }: RollAwaited, kept: Json): Suspended {
  const { expression, purpose, modifier = 0 } = due;
  const shown = `${expression}${modifier === 0 ? '' : signed(modifier)}`;
  return new Suspended({ kind: 'roll', purpose, expression: shown, rows: rowsOf(due), kept });
}

function signed(bonus: number): string {
  return bonus > 0 ? `+${bonus}` : `${bonus}`;
}

function settled(draft: Needs, bout: Bout, ruling: Ruling, tools: RulingTools): Resolved {
  const degree = degreeOf(bout.judged);
  const operations = proposed(ruling, bout, tools);
  const { snapshot: standing, rolls, effects } = bout;
  const resolved = rolls.length === 0 ? null : { degree };
  const hold = personaHoldOf({ ...draft, standing, resolved, rolled: null, rolls, effects, operations });
  bout.apply(operations, hold);
  if (bout.snapshot.combat !== null) endIfOver(bout);
  const found = reveal(
    bout.snapshot,
    degree === 'failure' ? { ...draft, discoveries: [] } : draft,
    tools.recorder,
  );
  const isNothing = ruling.text === '' && bout.rolls.length === 0 && bout.told.length === 0;
  return {
    standing: found.standing,
    resolved: isNothing
      ? null
      : {
          text: [...bout.told, ruling.text].filter((text) => text !== '').join(' '),
          band: bandOf(bout, draft.persona.id),
          degree,
          rolls: bout.rolls.map(({ line }) => line),
          costs: [],
          consequences: [...bout.told],
        },
    rolled: null,
    rolls: bout.rolls,
    effects: [...bout.effects, ...found.effects],
    observations: ruling.observations,
    revealed: found.revealed,
    revealedBy: found.revealedBy,
    settledByRules: { harmed: [...bout.settled.harmed], deathSaves: [...bout.settled.deathSaves] },
  };
}

/** Asks what is to be thrown and throws it, until nothing more is asked for or as many dice have fallen as a turn may have. */
async function ruled(draft: Needs, bout: Bout, rulings: Ruling[], tools: RulingTools): Promise<Ruling> {
  const { persona, playbook, snapshot } = draft;
  const isDown = bout.fighter(persona.id) !== null && !isStanding(bout, persona.id);
  if (isDown && snapshot.combat === null) {
    lyingDown(bout, persona.id);
    return NOTHING_RULED;
  }
  const most = playbook.mechanics.checks_per_turn;
  let asked = 0;
  // What was ruled before the turn waited stands; only what comes after it is asked for.
  const next = async (): Promise<Ruling> => {
    const ruling = rulings[asked] ?? (await rulingOf(draft, bout.rolls, tools));
    rulings[asked] = ruling;
    asked += 1;
    return ruling;
  };
  let ruling = await next();
  let answered = 0;
  while (ruling.dice.length > 0 && answered < most) {
    const requests = ruling.dice.slice(0, most - answered);
    answered += requests.length;
    throwAll(draft, bout, requests);
    ruling = await next();
  }
  return ruling;
}

function throwAll(draft: Needs, bout: Bout, requests: Ruling['dice']): void {
  const asked = requests.map((request) => readAsked(draft, bout, request));
  openFight(bout, asked);
  const isFight = bout.snapshot.combat !== null;
  const heard = fightRound(bout, draft.persona.id, asked);
  for (const one of asked.filter((request) => !heard.has(request))) {
    const id = one.actor?.character.id;
    // In a fight blows wait for their turn; the unconscious do nothing at any time.
    const isLate = isFight && one.meaning.kind === 'attack';
    if (!isLate && (id === undefined || isStanding(bout, id))) rollAsked(bout, one);
  }
}

/** What the engine has done is not done again because somebody proposes it. */
function proposed(
  { operations }: Ruling,
  bout: Bout,
  { recorder }: RulingTools,
): readonly ProposedOperation[] {
  const { kept, dropped } = withoutDone(operations, {
    harmed: [...bout.settled.harmed],
    deathSaves: [...bout.settled.deathSaves],
  });
  if (dropped.length > 0) recorder.note('resolve', { alreadyDoneByTheRules: dropped });
  return kept;
}

/** Some won and some lost is mixed. */
function degreeOf(judged: readonly boolean[]): Degree | null {
  if (judged.length === 0) return null;
  if (judged.every((isReached) => isReached)) return 'success';
  return judged.some((isReached) => isReached) ? 'mixed' : 'failure';
}

function bandOf({ rolls }: Bout, personaId: string): string | null {
  const judged = rolls.filter(({ characterId, result }) => characterId === personaId && result !== undefined);
  return judged.at(-1)?.result ?? null;
}
