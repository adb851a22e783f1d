import { useCallback, useEffect, useRef, useState } from 'react';
import { followOperation } from '../api/follow-operation.ts';
import type { ResultOf } from '../api/graphql.ts';
import { sendMutation } from '../api/use-operation.ts';
import { CAMPAIGN_EVENTS, SET_TYPING } from '../documents/people.ts';
import type { TableSession } from './table-page.tsx';

type Data = ResultOf<typeof CAMPAIGN_EVENTS>;
type Here = { readonly isPresent: boolean; readonly isTyping: boolean };
type Member = TableSession['campaign']['members'][number];

/** Members beside the viewer, with who of them is here and who is typing. */
export type Company = readonly (Member & Here)[];

const AWAY: Here = { isPresent: false, isTyping: false };

/** Follows who is at the table. Opens no connection when no other player is expected. */
export function useCompany(
  { id, members }: TableSession['campaign'],
  isExpecting: boolean,
  onChange: () => void,
): Company {
  const [here, setHere] = useState<ReadonlyMap<string, Here>>(new Map());
  const isWatching = isExpecting || members.length > 1;
  const changed = useRef(onChange);
  changed.current = onChange;
  useEffect(() => {
    if (!isWatching) return;
    const note = (memberId: string, part: Partial<Here>) =>
      setHere((known) => new Map(known).set(memberId, { ...AWAY, ...known.get(memberId), ...part }));
    const onData = ({ campaignEvents: event }: Data): boolean => {
      if (event.__typename === 'PresenceChanged') {
        if (event.member !== null) note(event.member.id, { isPresent: event.isPresent });
      } else if (event.__typename === 'TypingChanged') {
        if (event.member !== null) note(event.member.id, { isTyping: event.isTyping });
      } else changed.current();
      return false;
    };
    return followOperation<Data>({
      document: CAMPAIGN_EVENTS,
      variables: () => ({ campaignId: id }),
      onData,
      // The stream begins with those who are here now.
      onConnection: (connection) => {
        if (connection === 'live') setHere(new Map());
      },
    });
  }, [id, isWatching]);
  return members
    .filter(({ isViewer }) => !isViewer)
    .map((member) => ({ ...member, ...(here.get(member.id) ?? AWAY) }));
}

/** Time after which the others are told again; the server forgets it after eight seconds. */
const REPEAT_MILLISECONDS = 4_000;

/** Returns functions that tell the others that the viewer types, and that they have stopped. Alone they do nothing. */
export function useTyping(campaignId: string, hasCompany: boolean) {
  const toldAt = useRef(0);
  const noteTyping = useCallback(() => {
    const now = performance.now();
    if (!hasCompany || (toldAt.current > 0 && now - toldAt.current < REPEAT_MILLISECONDS)) return;
    toldAt.current = now;
    void sendMutation(SET_TYPING, { input: { campaignId, isTyping: true } });
  }, [campaignId, hasCompany]);
  const stopTyping = useCallback(() => {
    if (toldAt.current === 0) return;
    toldAt.current = 0;
    void sendMutation(SET_TYPING, { input: { campaignId, isTyping: false } });
  }, [campaignId]);
  return { noteTyping, stopTyping };
}
