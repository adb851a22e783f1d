import { randomUUID } from 'node:crypto';
import { ask, type TurnEvent, watch } from './client.ts';
import { BrowseEntryPointsDocument, StartCampaignDocument, TakeTurnDocument } from './generated/graphql.ts';

type Write = (text: string) => void;

/** Begins the first story the server offers, plays one turn and writes the narration as it is told. */
export async function play(url: string, text: string, write: Write): Promise<void> {
  const { entryPoints } = await ask(url, BrowseEntryPointsDocument, { first: 1 });
  const [story] = entryPoints.nodes;
  if (story === undefined) throw new Error('there is nothing to play');

  const { startCampaign } = await ask(url, StartCampaignDocument, { entryPointId: story.id });
  if (startCampaign.__typename !== 'StartCampaignPayload') throw new Error(startCampaign.message);
  const { id: sessionId, currentScene, lastEventCursor } = startCampaign.session;
  write(`${story.name}\n\n${currentScene.narration}\n\n> ${text}\n\n`);

  const turn = ask(url, TakeTurnDocument, { sessionId, actionId: randomUUID(), text });
  await show(watch(url, sessionId, lastEventCursor), write);
  const { takeTurn } = await turn;
  if (takeTurn.__typename !== 'TakeTurnPayload') throw new Error(takeTurn.message);
  const choices = takeTurn.turn.scene?.choices ?? [];
  write(`\n\n${choices.map((choice) => `- ${choice.text} (${choice.risk})`).join('\n')}\n`);
}

/** Writes what is told until the turn is over. */
async function show(events: AsyncIterable<TurnEvent>, write: Write): Promise<void> {
  for await (const event of events) {
    if (event.__typename === 'NarrationDelta') write(event.text);
    if (event.__typename === 'DiceRolled') write(`[${event.line}]\n`);
    if (event.__typename === 'TurnCommitted' || event.__typename === 'TurnFailed') return;
  }
}

if (import.meta.main) {
  const [url = 'http://127.0.0.1:4000/graphql', text = 'I ask who was here last.'] = process.argv.slice(2);
  await play(url, text, (words) => process.stdout.write(words));
}
