import { randomUUID } from 'node:crypto';
import { ask, type TurnEvent, watch } from './client.ts';
import * as act from './generated/graphql.ts';

type Write = (text: string) => void;

/** Begins the first story the server offers, plays one turn and shows it as it is told; the engine throws the dice. */
export async function play(url: string, text: string, write: Write): Promise<void> {
  const { entryPoints } = await ask(url, act.BrowseEntryPointsDocument, { first: 1 });
  const [story] = entryPoints.nodes;
  if (story === undefined) throw new Error('there is nothing to play');
  const { startCampaign } = await ask(url, act.StartCampaignDocument, { entryPointId: story.id });
  if (startCampaign.__typename !== 'StartCampaignPayload') throw new Error(startCampaign.message);
  const { id: sessionId, currentScene, lastEventCursor, notice } = startCampaign.session;
  const shown = [notice, story.name, startCampaign.campaign.prologue, currentScene.narration, `> ${text}`];
  for (const part of shown) if (part !== null) write(`${part}\n\n`);
  const asked = { sessionId, actionId: randomUUID() };
  let turn = ask(url, act.TakeTurnDocument, { ...asked, text });
  for await (const event of watch(url, sessionId, lastEventCursor)) {
    show(event, write);
    if (event.__typename === 'PlayerPrompted' && event.turn?.status === 'AWAITING_ROLL')
      turn = ask(url, act.AnswerPromptDocument, { ...asked, answer: { promptId: event.prompt.id } });
    if (event.__typename === 'TurnCommitted' || event.__typename === 'TurnFailed') break;
  }
  const { takeTurn } = await turn;
  if (takeTurn.__typename !== 'TurnPayload') throw new Error(takeTurn.message);
  const choices = takeTurn.turn.scene?.choices.map(({ text, risk }) => `- ${text} (${risk})`) ?? [];
  write(`\n\n${choices.join('\n')}\n`);
}

function show(event: TurnEvent, write: Write): void {
  if (event.__typename === 'NarrationDelta') write(event.text);
  if (event.__typename === 'DiceRolled') write(`[${event.roll.line}]\n`);
}

if (import.meta.main) {
  const [url = 'http://127.0.0.1:4000/graphql', text = 'I ask who was here last.'] = process.argv.slice(2);
  await play(url, text, (words) => process.stdout.write(words));
}
