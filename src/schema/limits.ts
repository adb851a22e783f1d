/** Limits of one request, one connection and one viewer. */
export type Limits = {
  /** Maximum depth of nested fields, fragments expanded. */
  readonly depth: number;
  /** Maximum number of aliases in an operation. */
  readonly aliases: number;
  /** Maximum number of directives in an operation. */
  readonly directives: number;
  /** Maximum number of root fields in an operation. */
  readonly rootFields: number;
  /** Maximum repetitions of one field in one place, fragments expanded. */
  readonly repeats: number;
  /** Maximum number of tokens in a document. */
  readonly tokens: number;
  /** Maximum number of fields in an answer, with every page at its requested length. */
  readonly complexity: number;
  /** Maximum bytes of a request body. */
  readonly bodyBytes: number;
  /** Maximum bytes of an answer; files that are exported have a limit of their own. */
  readonly answerBytes: number;
  /** Maximum operations of one viewer per minute; null for no limit. */
  readonly requestsPerMinute: number | null;
  /** Maximum bytes of one WebSocket message. */
  readonly frameBytes: number;
  readonly querySeconds: number;
  /** Maximum time of a mutation, which may wait for a narration. The turn itself continues after the limit. */
  readonly mutationSeconds: number;
  readonly subscriptionsPerViewer: number;
  /** Maximum concurrent subscriptions, queries and mutations over one WebSocket. */
  readonly operationsPerSocket: number;
};

/**
 * Default limits: at least three times the needs of the largest example operations, which are 6 deep with 190 tokens and
 * complexity 1,905. Only directives are few: no example has one, and a well-known scanner reports ten as a weakness.
 */
export const DEFAULT_LIMITS: Limits = {
  depth: 20,
  aliases: 30,
  directives: 9,
  rootFields: 20,
  repeats: 30,
  tokens: 2_000,
  complexity: 20_000,
  bodyBytes: 256 * 1024,
  answerBytes: 8 * 1024 * 1024,
  requestsPerMinute: null,
  frameBytes: 256 * 1024,
  querySeconds: 30,
  mutationSeconds: 300,
  subscriptionsPerViewer: 100,
  operationsPerSocket: 50,
};
