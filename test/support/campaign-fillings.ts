import { randomUUID } from 'node:crypto';
import type { Accounts } from './accounts.ts';
import { globalId } from './authoring.ts';
import type { Fillings } from './schema-walk.ts';

type Begun = Awaited<ReturnType<Accounts['begin']>>;

/** What a walk through the schema fills arguments with so that it finds a campaign of Lantern Quay, and these nodes. */
export async function fillingsFor(
  server: Accounts,
  master: string,
  begun: Begun,
  nodeIds: readonly string[] = [],
): Promise<Fillings> {
  const { data } = await server.ask(
    master,
    'query ($id: ID!) { session(id: $id) { currentScene { id } turns(last: 1) { nodes { id } } scenes(first: 1) { nodes { id } } } }',
    { id: begun.sessionId },
  );
  // Asked for just above, in this shape.
  const { session } = data as {
    session: {
      currentScene: { id: string };
      turns: { nodes: { id: string }[] };
      scenes: { nodes: { id: string }[] };
    };
  };
  const said = (text: string | undefined) => JSON.stringify(text ?? '');
  const ids = {
    session: said(begun.sessionId),
    campaign: said(begun.campaignId),
    scene: said(session.currentScene.id),
    turn: said(session.turns.nodes[0]?.id),
  };
  return {
    sessionId: ids.session,
    campaignId: ids.campaign,
    sceneId: ids.scene,
    turnId: ids.turn,
    toSceneId: ids.scene,
    from: said(session.scenes.nodes[0]?.id),
    to: ids.scene,
    'node.id': said(globalId('Character', 'lantern_quay:lurker')),
    'nodes.ids': `[${[ids.session, ids.scene, ids.turn, ...[globalId('Character', 'lantern_quay:lurker'), ...nodeIds].map(said)].join(', ')}]`,
    'session.id': ids.session,
    'campaign.id': ids.campaign,
    'scene.id': ids.scene,
    'turn.id': ids.turn,
    'LorePlaceInput.packIds': `[${said(globalId('Pack', 'lantern_quay'))}]`,
    'LoreQuery.text': said('what is under the water, the bell, the ledger, the box Marit buried'),
    entryPointId: said(globalId('EntryPoint', 'lantern_quay:the_second_ledger')),
    'reindexPack.packId': said(globalId('Pack', 'lantern_quay')),
    'indexProgress.packId': said(globalId('Pack', 'lantern_quay')),
    packId: said('lantern_quay'),
    contentId: said('lantern_quay:marit'),
    promptId: said('narrate'),
    personaId: said('pc_auditor_001'),
    characterId: said('pc_marit_001'),
    'lore.explain': 'true',
    'verifyRolls.seed': said('a seed'),
    actionId: said(randomUUID()),
    ID: ids.session,
  };
}
