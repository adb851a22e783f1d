import type { DiceRequest, ResolveReply } from '../resolve-reply.ts';
import type { ResolveInput } from '../step-inputs.ts';
import { isGettingAway } from './exit-taken.ts';
import { tableFor } from './offer-table.ts';
import { namedIn, type Risk, risksIn } from './read-words.ts';
import { remedyAsked } from './remedy-asked.ts';
import { restAsked } from './rest-asked.ts';
import { struckAt } from './speech/struck-at.ts';
import { absentOne } from './telling/absence.ts';

const DIFFICULTY = 12;
const GETTING_AWAY = 'Acrobatics check';

/** Asks for dice where the words are risky or a fight goes on; says what follows where some have fallen. */
export function resolveOffline(input: ResolveInput): Partial<ResolveReply> {
  const { playerText, rolls, packet } = input;
  if (input.tableType !== null) return { roll_table: tableFor(input.tableType, input)?.table ?? null };
  // Nobody else takes the blow or the word that was meant for somebody who is away.
  const risks = absentOne(input) === null ? risksIn(playerText) : [];
  const requests = rolls.length > 0 ? [] : requestsFor(input, risks);
  if (requests.length > 0) return { dice_request: requests };
  const witnesses = packet.cast.filter(({ disposition }) => !isDown(disposition)).slice(0, 3);
  return {
    ...restAsked(input),
    ...remedyAsked(input),
    ...(hasFled(input) ? { state_ops: [{ op: 'end_combat', outcome: 'flight' }] } : {}),
    new_observations: witnesses.map(({ id }) => ({
      character_id: id,
      content: `${packet.personas[0]?.name ?? 'Somebody'}: ${playerText.slice(0, 160)}`,
      importance: risks.includes('violence') ? 4 : 2,
    })),
  };
}

function requestsFor(input: ResolveInput, risks: readonly Risk[]): DiceRequest[] {
  const { playerText, personaId, packet } = input;
  const fight = packet.activeSituations.find((situation) => situation.startsWith('A fight')) ?? null;
  const standing = packet.cast.filter(({ disposition }) => !isDown(disposition));
  const fighting = fight === null ? [] : namedIn(fight, standing);
  const target = risks.includes('violence') ? targetOf(input, fighting, standing) : null;
  const foes = fight === null ? standing.filter(({ id }) => id === target) : fighting;
  const flees = fight !== null && isGettingAway(playerText);
  const check = flees ? GETTING_AWAY : checkFor(input, risks);
  const own = target === null ? check : 'Attack';
  return [
    ...(own === null ? [] : [asked(own, personaId, target ?? '')]),
    ...foes.map(({ id }) => asked('Attack', id, personaId)),
  ].slice(0, 8);
}

function asked(purpose: string, characterId: string, targetId: string): DiceRequest {
  const difficulty = purpose === 'Attack' ? null : DIFFICULTY;
  return { expression: '1d20', purpose, character_id: characterId, target_id: targetId, difficulty };
}

type Present = ResolveInput['packet']['cast'];

/** Whoever is meant: by the reading of the words, by name, by the fight, or because there is nobody else. */
function targetOf(
  { actions, playerText }: ResolveInput,
  fighting: Present,
  standing: Present,
): string | null {
  const blow = struckAt(playerText, standing);
  if (blow?.kind === 'here') return blow.person.id;
  if (blow?.kind === 'absent' || blow?.kind === 'thing') return null;
  const meant = actions.find(({ target_id }) => standing.some(({ id }) => id === target_id))?.target_id;
  const [only, ...others] = standing;
  const byName = namedIn(playerText, standing)[0]?.id ?? fighting[0]?.id;
  return meant ?? byName ?? (others.length === 0 ? (only?.id ?? null) : null);
}

const SKILLS: readonly (readonly [RegExp, string])[] = [
  [/\b(persuade|convince|negotiate|haggle|bribe|plead)/i, 'Persuasion check'],
  [/\b(bluff|lie|lying|deceive)/i, 'Deception check'],
  [/\b(threaten|intimidate|provoke)/i, 'Intimidation check'],
  [/\b(sneak|hide)/i, 'Stealth check'],
  [/\b(steal|pickpocket|disarm|pick the lock)/i, 'Sleight of Hand check'],
  [/\b(flee|escape|run (?:from|away)|outrun|jump|leap)/i, 'Acrobatics check'],
  [/\b(climb|swim|force|break|smash|pry|wrestle|chase|pursue)/i, 'Athletics check'],
];

/** The check risky words call for; null when nothing is risky, or nobody is named to be struck. */
function checkFor({ playerText, packet }: ResolveInput, risks: readonly Risk[]): string | null {
  if (risks.length === 0 || struckAt(playerText, packet.cast)?.kind === 'unsaid') return null;
  const skill = SKILLS.find(([pattern]) => pattern.test(playerText))?.[1];
  return skill ?? (risks.includes('violence') ? 'Strength check' : 'Dexterity check');
}

function hasFled({ playerText, packet, rolls }: ResolveInput): boolean {
  const isFight = packet.activeSituations.some((situation) => situation.startsWith('A fight'));
  const got = rolls.some((line) => line.startsWith(GETTING_AWAY) && line.includes('Success'));
  return isFight && got && isGettingAway(playerText);
}

function isDown(disposition: string): boolean {
  return disposition === 'dead' || disposition === 'unconscious';
}
