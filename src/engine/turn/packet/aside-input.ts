import type { AsideInput } from '#engine/contracts/aside.ts';
import type { ContextPacket } from '#engine/contracts/context-packet.ts';
import type { OfferedOperation } from '#engine/contracts/proposed-changes.ts';
import type { TurnContext } from '../context.ts';
import { buildContextPacket } from './context-packet.ts';

/** Describes where and when a scene plays and who is there, in lines, for the small steps. */
export function describeScene({ scene, cast, personas, facts, entities }: ContextPacket): string {
  const [away, here] = [personas.filter(isElsewhere), personas.filter((one) => !isElsewhere(one))];
  const people = [
    ...here.map(({ id, name }) => `${name} (${id}), a player's character`),
    ...cast.map(
      ({ id, name, role, condition }) =>
        `${name} (${id}), ${role}${condition === '' ? '' : `; ${condition}`}`,
    ),
  ];
  const lines = [
    `${scene.date}, ${scene.timeOfDay}.`,
    scene.place === null ? '' : `${scene.place.name}. ${scene.place.description}`,
    people.length === 0 ? '' : `Present: ${people.join('; ')}.`,
    away.length === 0 ? '' : `Elsewhere: ${away.map(({ id, name }) => `${name} (${id})`).join('; ')}.`,
    entities.length === 0 ? '' : `Here: ${entities.map(({ name }) => name).join(', ')}.`,
    ...scene.constraints,
    ...facts.slice(-MOST_FACTS).map(({ text }) => text),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function isElsewhere({ isElsewhere: away }: ContextPacket['personas'][number]): boolean {
  return away === true;
}

/** The latest facts say most about the present moment. */
const MOST_FACTS = 12;

/** Gathers what a command of the campaign's owner is carried out from. */
export function buildCommandInput(context: TurnContext, operations: readonly OfferedOperation[]): AsideInput {
  const { persona, playbook, playerText, snapshot, said } = context;
  const packet = buildContextPacket({ ...context, sceneLore: null });
  const own = packet.personas.find(({ id }) => id === persona.id);
  const carried = packet.inventory.map(({ name, quantity }) => `${quantity} × ${name}`);
  const lines = [
    packet.storySoFar.at(-1)?.text ?? '',
    describeScene(packet),
    ...packet.missions.map(({ title, status, objective }) => `Mission, ${status}: ${title}. ${objective}`),
    ...packet.threads.map(({ title, stakes }) => `Open question: ${title}. ${stakes}`),
    ...packet.clocks.map(({ name, value, max }) => `Clock: ${name} ${value}/${max}`),
    ...packet.deadlines.map(({ text, due = '' }) => `Deadline${due === '' ? '' : `, ${due}`}: ${text}`),
    ...packet.recentEvents.slice(-10).map(({ date, summary }) => `${date}: ${summary}`),
    ...packet.rulesetState,
    said.conversation.at(-1) === undefined ? '' : `Just told: ${said.conversation.at(-1)?.narration ?? ''}`,
    own === undefined ? '' : `${own.name}: ${own.sheet.join('; ')}`,
    carried.length === 0 ? '' : `Carries: ${carried.join(', ')}`,
  ];
  return {
    playerText,
    personaId: persona.id,
    persona: persona.name,
    scene: lines.filter((line) => line !== '').join('\n'),
    rulebook: playbook.rulebook.text,
    operations: [...operations],
    language: snapshot.planning.language ?? '',
  };
}

/** Gathers what a question outside the story or a pause for thought is answered from: what the persona knows, no more. */
export function buildAsideInput(context: TurnContext): AsideInput {
  return buildCommandInput(context, []);
}
