import type { Plugin } from 'graphql-yoga';
import { useComplexityLimit } from './limits/complexity-limit.ts';
import { useDocumentLimits } from './limits/document-limits.ts';
import { useOperationTime } from './limits/operation-time.ts';
import { useIntrospectionPolicy, useNoSuggestions } from './limits/schema-disclosure.ts';
import { getViewerId, useSubscriptionSlots } from './limits/subscription-slots.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { type AllowsOrigin, isLocalOrigin } from './origins.ts';
import { ANY_DOCUMENT, type TrustedDocuments } from './trusted-documents.ts';
import { NO_ALLOWANCE, type TurnAllowance } from './turn-allowance.ts';

/** What the API asks of those who use it, on every transport. */
export type Protection = {
  readonly limits: Limits;
  /** What each viewer may set going and spend. */
  readonly allowance: TurnAllowance;
  /** Who may read the schema itself: everyone, those the predicate knows, or nobody. */
  readonly introspection: 'everyone' | 'nobody' | ((context: unknown) => boolean);
  readonly documents: TrustedDocuments;
  /** Which web pages of other origins may use this server. */
  readonly allowsOrigin: AllowsOrigin;
  /** Told how many subscriptions are open whenever that changes. */
  readonly onSubscriptions: (open: number) => void;
};

/** For a server that acts for the one person who sits at it. */
export const LOCAL_PROTECTION: Protection = {
  limits: DEFAULT_LIMITS,
  allowance: NO_ALLOWANCE,
  introspection: 'everyone',
  documents: ANY_DOCUMENT,
  allowsOrigin: isLocalOrigin,
  onSubscriptions: () => {},
};

/** The plugins that hold the API to it. They run for HTTP and WebSocket alike. */
export function createProtectionPlugins({ limits, introspection, onSubscriptions }: Protection): Plugin[] {
  return [
    useDocumentLimits(limits),
    ...(introspection === 'everyone'
      ? []
      : [
          useIntrospectionPolicy(introspection === 'nobody' ? () => false : introspection),
          useNoSuggestions(),
        ]),
    useComplexityLimit(limits.complexity),
    useSubscriptionSlots(limits.subscriptionsPerViewer, getViewerId, onSubscriptions),
    useOperationTime(limits),
  ];
}
