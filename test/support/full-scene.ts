import { randomUUID } from 'node:crypto';

const [AUDITOR, MARIT] = ['pc_auditor_001', 'pc_marit_001'];

/** What a game master does to a scene of Lantern Quay so that a player finds something in nearly every part of it. */
const OPERATIONS: readonly object[] = [
  { startClock: { clockId: 'clock_tide', name: 'The tide', max: 4, visibility: 'PUBLIC' } },
  {
    openThread: {
      threadId: 'thread_lamp',
      title: 'Who lit the lamp?',
      stakes: 'A night of sleep',
      visibility: 'PUBLIC',
    },
  },
  { appendCoreMemory: { text: 'The stairs creak.', visibility: 'PUBLIC' } },
  { logEvent: { type: 'arrival', summary: 'Ines Varga came ashore.', characterIds: [AUDITOR] } },
  { setRelationship: { fromId: AUDITOR, toId: MARIT, type: 'guest', intensity: 2, visibility: 'PUBLIC' } },
  { adjustRelation: { oneId: AUDITOR, otherId: MARIT, trust: 1 } },
  { addCondition: { characterId: AUDITOR, name: 'tired', source: 'the crossing' } },
  { enactLaw: { lawId: 'law_lamps', title: 'Of lamps', summary: 'Every lamp is lit at dusk.' } },
  { repealLaw: { lawId: 'law_lamps' } },
  {
    startCombat: {
      combatants: [
        { characterId: AUDITOR, side: 'guests' },
        { characterId: MARIT, side: 'house' },
      ],
    },
  },
];

type Ask = (query: string, variables: object) => Promise<{ readonly text: string }>;

/** Does them one by one, and `last` together with the last of them; what is refused is told by the error. */
export async function fillScene(sessionId: string, ask: Ask, last: readonly object[] = []): Promise<void> {
  for (const operation of OPERATIONS) {
    await applyTogether(sessionId, ask, [operation, ...(operation === OPERATIONS.at(-1) ? last : [])]);
  }
}

/** Ends the story of a session right after a deadline has been warned of: two events that come early in it. */
export async function endAfterWarning(sessionId: string, ask: Ask, endingId: string): Promise<void> {
  const bell = {
    deadlineId: 'the_bell',
    description: 'The bell rings.',
    consequences: 'The doors are shut.',
  };
  await applyTogether(sessionId, ask, [
    { setDeadline: { ...bell, dueIn: { minutes: 100 }, visibility: 'PUBLIC' } },
    { advanceTime: { minutes: 55 } },
    { reachEnding: { endingId } },
  ]);
}

async function applyTogether(sessionId: string, ask: Ask, operations: readonly object[]): Promise<void> {
  const input = { sessionId, actionId: randomUUID(), operations };
  const { text } = await ask(
    'mutation ($input: ApplyOperationsInput!) { applyOperations(input: $input) { __typename ... on Failure { message } } }',
    { input },
  );
  if (!text.includes('TurnPayload')) throw new Error(`${JSON.stringify(operations)}: ${text}`);
}
