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

/** Does them one by one; what is refused is told by the error. */
export async function fillScene(sessionId: string, ask: Ask): Promise<void> {
  for (const operation of OPERATIONS) {
    const input = { sessionId, actionId: randomUUID(), operations: [operation] };
    const { text } = await ask(
      'mutation ($input: ApplyOperationsInput!) { applyOperations(input: $input) { __typename ... on Failure { message } } }',
      { input },
    );
    if (!text.includes('ApplyOperationsPayload')) throw new Error(`${JSON.stringify(operation)}: ${text}`);
  }
}
