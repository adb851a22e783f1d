import { z } from 'zod';
import type { Json } from '#engine/kit/canonical-json.ts';
import { InterpretReply } from '#engine/llm/interpret-reply.ts';
import { PlanReply } from '#engine/llm/plan-reply.ts';
import { RouteReply } from '#engine/llm/route-reply.ts';
import type { Suspension, TurnRecord } from '#engine/store/turns.ts';
import type { Interpreted, Planned, Routed } from './draft.ts';

const KeptReplies = z.object({
  replies: z.object({
    route: RouteReply.nullable(),
    interpret: InterpretReply.nullable(),
    plan: PlanReply.nullable(),
  }),
});

/** What models had said of a turn before it began to wait for dice; null where none had been asked. */
export type KeptReplies = z.infer<typeof KeptReplies>['replies'];

/**
 * What a turn that waited for dice goes on with: nobody is asked a second time, so that the dice decide what they were asked for.
 * Null for a turn that has not waited for any, or goes on from another scene than it waited at.
 */
export function keptReplies({
  suspension,
  baseSceneId,
}: Pick<TurnRecord, 'suspension' | 'baseSceneId'>): KeptReplies | null {
  if (suspension?.kind !== 'roll' || suspension.sceneId !== baseSceneId) return null;
  return KeptReplies.safeParse(suspension.kept).data?.replies ?? null;
}

/** A wait for dice that keeps what models have said so far. */
export function keepingReplies(
  suspension: Suspension,
  { routeReply, interpretation, plan }: Pick<Routed, 'routeReply'> & Interpreted & Planned,
): Suspension {
  if (suspension.kind !== 'roll') return suspension;
  const replies = { route: routeReply, interpret: interpretation, plan };
  // Replies came from JSON.
  const kept: Json = { ...Object(suspension.kept), replies: JSON.parse(JSON.stringify(replies)) };
  return { ...suspension, kept };
}
