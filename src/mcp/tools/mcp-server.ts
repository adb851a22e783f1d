import { randomUUID } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { type Api, ServerLostError, ServerRefusedError } from '#client/graphql-api.ts';
import { look } from './look-tool.ts';
import { checkPack, searchLore } from './lore-and-pack-tools.ts';
import { beginStory, listCampaigns, listEntryPoints } from './story-tools.ts';
import { type Tool, ToolFailure } from './tool.ts';
import { answerPrompt, askOutOfCharacter, followRunningTurn, takeTurn } from './turn-tools.ts';

/** Log of errors that are bugs. */
export type McpLog = { readonly error: (...parts: unknown[]) => void };

const TOOLS: readonly Tool[] = [
  listEntryPoints,
  listCampaigns,
  beginStory,
  takeTurn,
  answerPrompt,
  askOutOfCharacter,
  followRunningTurn,
  look,
  searchLore,
  checkPack,
];

const INSTRUCTIONS = `Scenewright plays narrative games: it keeps the world true, rolls the dice and tells what happens.
Begin with list_campaigns, or list_entry_points and begin_story. Then take_turn once for each action of the player, and show what it returns as it is: do not continue the story yourself.
When something is awaited, call answer_prompt. Give every action a new actionId, and use the same one only to repeat a call whose answer did not arrive.`;

/** Most arguments of a call, counted with everything inside of them. */
const MOST_INPUT_ELEMENTS = 500;

/** Creates a server with every tool, for one caller. */
export function createMcpServer(api: Api, version: string, log: McpLog): McpServer {
  const info = { name: 'scenewright', title: 'Scenewright', version };
  const server = new McpServer(info, {
    instructions: INSTRUCTIONS,
    maxToolInputElements: MOST_INPUT_ELEMENTS,
  });
  const explain = (error: unknown) => explainError(error, log);
  for (const tool of TOOLS) tool.register(server, api, explain);
  return server;
}

/** Returns the message of a foreseen error; masks any other, which is logged. */
function explainError(error: unknown, log: McpLog): string {
  const isForeseen =
    error instanceof ToolFailure || error instanceof ServerRefusedError || error instanceof ServerLostError;
  if (isForeseen) return error.message;
  if (error instanceof z.ZodError) return z.prettifyError(error);
  const errorId = randomUUID();
  log.error({ errorId, err: error }, 'a tool call failed by a bug');
  return `Unexpected error. It is logged as ${errorId}.`;
}
