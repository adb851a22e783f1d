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

/** Protection of the API on every transport. */
export type Protection = {
  readonly limits: Limits;
  /** Turn and cost allowance of each viewer. */
  readonly allowance: TurnAllowance;
  /** Viewers who may read the schema itself: all, those the predicate accepts, or none. */
  readonly introspection: 'everyone' | 'nobody' | ((context: unknown) => boolean);
  readonly documents: TrustedDocuments;
  /** Web pages of other origins that may use this server. */
  readonly allowsOrigin: AllowsOrigin;
  /** Called with the number of open subscriptions whenever it changes. */
  readonly onSubscriptions: (open: number) => void;
};

/** Protection of a server that acts for the one person at its machine. */
export const LOCAL_PROTECTION: Protection = {
  limits: DEFAULT_LIMITS,
  allowance: NO_ALLOWANCE,
  introspection: 'everyone',
  documents: ANY_DOCUMENT,
  allowsOrigin: isLocalOrigin,
  onSubscriptions: () => {},
};

/** Creates the plugins that enforce the protection, over HTTP and WebSocket alike. */
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
